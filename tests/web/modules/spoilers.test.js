import { Help } from "/js/progress.js";
import { start } from "/js/spoilers.js";
import { equal, test } from "/tests/js/testing.js";

function memory() {
  const held = new Map();
  return { getItem: name => held.get(name) ?? null, setItem: (name, value) => held.set(name, value) };
}

function pageWith(body) {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = body;
  return page;
}

const shown = storage => ["a", "b", "c"].filter(label => new Help(storage, label).shown);

test("a solution on the page counts as shown, one in a closed block only when it is opened", () => {
  const storage = memory();
  const page = pageWith('<section data-spoiler="a"></section><details data-spoiler="b|c"><summary></summary></details>');
  start(page, storage);
  equal(shown(storage), ["a"]);
  const block = page.querySelector("details");
  block.open = true;
  block.dispatchEvent(new Event("toggle"));
  equal(shown(storage), ["a", "b", "c"]);
});

test("a solution that comes later counts when it comes", () => {
  const storage = memory();
  const page = pageWith("<section></section>");
  start(page, storage);
  equal(shown(storage), []);
  page.querySelector("section").dataset.spoiler = "c";
  page.dispatchEvent(new CustomEvent("part", { detail: page.querySelector("section") }));
  equal(shown(storage), ["c"]);
});

test("a block that was opened before the scripts were there counts", () => {
  const storage = memory();
  start(pageWith('<details data-spoiler="a" open></details><details data-spoiler="b"></details>'), storage);
  equal(shown(storage), ["a"]);
});
