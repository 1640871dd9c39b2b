import { ask, counted, GamePage, storageOf } from "/js/game.js";
import { equal, test } from "/tests/js/testing.js";

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
