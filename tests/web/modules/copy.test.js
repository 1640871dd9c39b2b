import { copy, start } from "/js/copy.js";
import { equal, test } from "/tests/js/testing.js";

function block() {
  const made = document.createElement("div");
  made.innerHTML = "<pre><code>a = 1\nb</code></pre><button data-copy hidden>Copy</button>";
  return made;
}

test("the text beside a button is copied, and the button says so", async () => {
  const made = block();
  const written = [];
  const button = made.querySelector("button");
  equal(await copy(button, { writeText: async text => written.push(text) }), "a = 1\nb");
  equal(written, ["a = 1\nb"]);
  equal(button.textContent, "Copied");
});

test("a clipboard that refuses is told of", async () => {
  const button = block().querySelector("button");
  await copy(button, { writeText: async () => { throw new Error("no"); } });
  equal(button.textContent, "Copy failed");
});

test("buttons are shown once they work", () => {
  const made = block();
  start(made, { writeText: async () => {} });
  equal(made.querySelector("button").hidden, false);
});
