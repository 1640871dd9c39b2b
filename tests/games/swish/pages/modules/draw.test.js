import { codeAt, makeCells } from "/games/swish/js/draw.js";
import { equal, test } from "/tests/js/testing.js";

test("a card is made of the cells of its point and its circle", () => {
  equal(codeAt(2, 3, [0, 0], [1, 2]), "*../..o");
});

test("the first press is the point, the second the circle; the same cell twice is nothing", () => {
  const place = document.createElement("div");
  const made = [];
  makeCells(place, 2, 2, code => made.push(code));
  const cells = [...place.querySelectorAll("button")];
  equal(cells.length, 4);
  cells[0].click();
  equal([cells[0].getAttribute("aria-pressed"), cells[0].getAttribute("aria-label")], ["true", "row 1, column 1: point"]);
  cells[3].click();
  equal(made, ["*./.o"]);
  cells[1].click();
  cells[1].click();
  equal([made.length, cells[1].getAttribute("aria-pressed")], [1, "false"]);
});
