import { SetTable } from "/games/sets/js/table.js";
import { NO_STORAGE, writeState } from "/js/game.js";
import { equal, test } from "/tests/js/testing.js";

function table() {
  const names = ["0000", "1111", "2222"].map(card => `<symbol id="card-${card}"><title>${card}: card ${card[0]}</title></symbol>`);
  document.body.innerHTML = `<p id="message"></p><ul id="cards" data-table='{"name": "5"}'></ul><svg>${names.join("")}</svg>`;
  const view = new SetTable(document, "set-tables", NO_STORAGE);
  view.help.makeMistake();
  return view;
}

test("three cards are selected, and a card can be deselected", () => {
  const view = table();
  let shown = 0;
  const select = card => view.select(card, () => { shown += 1; });
  equal(["0000", "1111", "1111", "2222", "1111"].map(select), [null, null, null, null, ["0000", "2222", "1111"]]);
  equal([shown, document.getElementById("message").textContent], [4, "2 cards selected."]);
  writeState({});
});

test("only cards that are new on the table are drawn again, and a hint marks one more card of a set", () => {
  const view = table();
  equal(view.lay(["0000", "1111"]).map(button => button.ariaLabel), ["card 0", "card 1"]);
  equal(view.lay(["0000", "2222"]).map(button => button.dataset.card), ["2222"]);
  equal(view.stars, 2);
  const marked = Array.from({ length: 4 }, () => { view.hint(["0000", "2222", "1111"], "x"); return view.hinted.length; });
  equal([marked, view.help.hints, view.stars], [[1, 2, 3, 1], 1, 1]);
  view.lay(["0000"]);
  equal([document.querySelectorAll(".hinted").length, document.querySelectorAll("li").length], [1, 1]);
  writeState({});
  document.body.innerHTML = "";
});
