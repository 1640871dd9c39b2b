import { ask, counted, GamePage, readState, share, storageOf, writeState } from "/js/game.js";
import { equal, ok, test } from "/tests/js/testing.js";

test("one is not many, and a storage is there", () => {
  equal([counted(1, "card"), counted(2, "card")], ["1 card", "2 cards"]);
  equal(typeof storageOf().getItem, "function");
});

test("a problem of the service is an error with its detail", async () => {
  const answer = (ok, body) => async () => ({ ok, json: async () => body });
  equal(await ask("x", {}, answer(true, { a: 1 })), { a: 1 });
  equal(await ask("x", {}, answer(false, { detail: "no" })).catch(error => error.message), "no");
});

test("a game is shown in the place of its picture, its buttons act, its end is announced", () => {
  document.body.innerHTML = '<div id="game" hidden><button data-do="hint"></button><b></b></div><p id="message"></p>'
    + '<div id="end" hidden><p></p></div><div id="state" hidden><i data-live="time"></i></div><figure class="no-board"></figure>';
  const page = new GamePage(document);
  const done = [];
  page.listen({ hint: name => done.push(name) }, () => done.push("other"));
  page.tool("hint").click();
  document.querySelector("b").click();
  equal(done, ["hint", "other"]);
  page.reveal();
  page.finish("Won.");
  equal([page.game.hidden, page.state.hidden, document.querySelector(".no-board").hidden, page.end.hidden], [false, false, true, false]);
  equal([page.message.textContent, page.end.textContent, page.live("time").tagName], ["Won.", "Won.", "I"]);
  document.body.innerHTML = "";
});

test("the state of a game is kept for the tab, and a shared address is without it", async () => {
  writeState({ stack: "3.12l", hints: 0 });
  equal([readState().get("stack"), readState().get("hints"), location.hash], ["3.12l", null, ""]);
  ok((await share("1/1")).match(/^Result copied|^Ludex, 1\/1 http/) && !(await share("1/1")).includes("stack"));
  writeState({ stack: "" });
  equal([...readState()], []);
});

test("an end shows its stars and says them", () => {
  document.body.innerHTML = '<p id="message"></p><div id="end" hidden><span data-stars hidden></span><b data-end></b><i data-end-note hidden></i></div>';
  const page = new GamePage(document);
  page.finish("Won.", { stars: 2, note: "0:12" });
  const row = document.querySelector("[data-stars]");
  equal([row.hidden, row.dataset.stars, row.getAttribute("aria-label")], [false, "2", "2 of 3 stars"]);
  equal([page.message.textContent, document.querySelector("[data-end-note]").textContent], ["Won. 2 stars.", "0:12"]);
  page.finish("Solution.");
  equal([row.hidden, document.querySelector("[data-end-note]").hidden, page.message.textContent], [true, true, "Solution."]);
  document.body.innerHTML = "";
});

test("keys undo and redo, but not in a field with text", () => {
  document.body.innerHTML = '<p id="message"></p><input><button></button>';
  const done = [];
  new GamePage(document).listenToUndo({ undo: () => done.push("undo"), redo: () => done.push("redo") });
  const press = (selector, key, more = {}) => document.querySelector(selector).dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true, ...more }));
  press("button", "z");
  press("button", "y");
  press("button", "Z", { shiftKey: true });
  press("button", "z", { ctrlKey: false });
  press("input", "z");
  equal(done, ["undo", "redo", "redo"]);
  document.body.innerHTML = "";
});
