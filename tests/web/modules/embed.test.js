import { messageOf, start } from "/js/embed.js";
import { equal, test } from "/tests/js/testing.js";

const LEVEL = { label: "a", minimum: 4, proved: true, pack: "" };

test("a message has the swaps, the minimum and the stars of a result", () => {
  equal(messageOf(LEVEL, { moves: 4, stars: 2 }), { type: "ludex", label: "a", swaps: 4, minimum: 4, stars: 2 });
});

test("a result is sent to the page around the frame, and shown", () => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = "<div><span data-embed-stars></span></div>";
  page.querySelector("div").dataset.embed = JSON.stringify(LEVEL);
  const sent = [];
  start(page, { parent: { postMessage: (...given) => sent.push(given) } });
  for (const detail of [{ pack: "", label: "b", moves: 1 }, { pack: "exchange", label: "a", moves: 1 }, { pack: "", label: "a", moves: null, stars: 0 }, { pack: "", label: "a", moves: 5, stars: 2 }]) {
    page.dispatchEvent(new CustomEvent("result", { detail }));
  }
  equal(sent, [[{ type: "ludex", label: "a", swaps: 5, minimum: 4, stars: 2 }, "*"]]);
  equal(page.querySelector("span").textContent, "★★☆");
});

test("a page that is not in a frame sends nothing", () => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = "<div></div>";
  page.querySelector("div").dataset.embed = JSON.stringify(LEVEL);
  const own = { postMessage: () => { throw new Error("sent"); } };
  own.parent = own;
  start(page, own);
  page.dispatchEvent(new CustomEvent("result", { detail: { pack: "", label: "a", moves: 4, stars: 3 } }));
  equal(page.body.textContent, "");
});
