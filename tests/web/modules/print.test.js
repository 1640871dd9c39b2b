import { start } from "/js/print.js";
import { equal, test } from "/tests/js/testing.js";

test("the buttons that print are shown and print once a click", () => {
  const page = document.createElement("div");
  page.innerHTML = "<button data-print hidden></button><button hidden></button>";
  let printed = 0;
  start(page, () => { printed += 1; });
  const [print, other] = page.querySelectorAll("button");
  equal([print.hidden, other.hidden], [false, true]);
  print.click();
  equal(printed, 1);
});
