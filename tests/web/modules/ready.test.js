import { start } from "/js/ready.js";
import { equal, test } from "/tests/js/testing.js";

test("a page is ready when its content is loaded, and not before", () => {
  const page = document.implementation.createHTMLDocument();
  start(page);
  const before = "ready" in page.documentElement.dataset;
  page.dispatchEvent(new Event("DOMContentLoaded"));
  equal([before, "ready" in page.documentElement.dataset], [false, true]);
});
