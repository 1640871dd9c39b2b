import { nextIndex, parseCount, TablePage, turnOf } from "/games/card_games/js/table.js";
import { NO_STORAGE, readState, writeState } from "/js/game.js";
import { equal, test } from "/tests/js/testing.js";

test("arrow keys lead along rows and columns, and stay at the edge of the table", () => {
  equal(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "x"].map(key => nextIndex(5, key, 12, 4)), [4, 6, 1, 9, 5]);
  equal([nextIndex(0, "ArrowLeft", 12, 4), nextIndex(11, "ArrowRight", 12, 4), nextIndex(9, "ArrowDown", 12, 4)], [0, 11, 9]);
});

test("a table has what was dealt, the kept state and its time, and marks its cards", () => {
  writeState({ seconds: 83, stack: "1" });
  document.body.innerHTML = '<p id="message"></p><ul id="cards" data-table="{&quot;cards&quot;: [1], &quot;name&quot;: &quot;5&quot;}"></ul>';
  const page = new TablePage(document, "tables", NO_STORAGE, () => 0);
  equal([page.dealt, page.kept.get("stack"), page.watch.look(), page.best], [{ cards: [1], name: "5", pack: "tables" }, "1", 83, null]);
  const place = page.place(0, { viewBox: "0 0 1 1" });
  page.mark(place.firstElementChild, "Card 1", true, false);
  equal(place.querySelector("button.face[aria-pressed=true] svg").getAttribute("viewBox"), "0 0 1 1");
  page.note({ stack: "" });
  equal([readState().get("seconds"), readState().get("stack"), location.hash], ["83", null, ""]);
  writeState({});
  document.body.innerHTML = "";
});

test("a number of an address is whole, and not too large", () => {
  equal([parseCount("83"), parseCount("-4"), parseCount("x"), parseCount(null), parseCount("1e99")], [83, 0, 0, 0, 1_000_000]);
});

test("cards are turned a little, by the seed alone", () => {
  const turns = Array.from({ length: 40 }, (_, place) => turnOf("5", place));
  equal(turns, Array.from({ length: 40 }, (_, place) => turnOf("5", place)));
  equal(turns.every(turn => Math.abs(turn) <= 2) && new Set(turns).size > 20 && turnOf("6", 0) !== turns[0], true);
});
