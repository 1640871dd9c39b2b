import { replacePart } from "/js/replaced.js";
import { ok, test } from "/tests/testing.js";

const page = text => `<!doctype html><title>t</title><main><div id="part">${text}<a rel="next" data-in-place="#part" href="/x">on</a></div></main>`;

function open(text) {
  document.body.innerHTML = page(text);
  return document.querySelector("a");
}

test("only the part that is meant is replaced", () => {
  open("one");
  ok(replacePart(document, page("two"), "#part"));
  ok(document.querySelector("#part").textContent.startsWith("two"));
  ok(!replacePart(document, "<p>nothing</p>", "#part"));
});
