import { draw, frameOf } from "/games/planarity/js/drawing.js";
import { Lens } from "/games/planarity/js/lens.js";
import { svgElement } from "/js/svg.js";
import { equal, test } from "/tests/js/testing.js";

test("a lens shows the layers of the board around a place, away from the finger", () => {
  document.body.replaceChildren(svgElement("svg", { class: "board" }));
  const board = document.querySelector("svg");
  const points = [[0, 0], [100, 0], [100, 80]];
  const frame = frameOf(points, [480, 360]);
  draw(board, { points, edges: [[0, 1], [1, 2]] }, frame);
  const lens = new Lens(board);
  lens.hide();
  lens.show([400, 100], frame);
  const shown = document.querySelector(".lens");
  equal([shown.getAttribute("viewBox"), shown.classList.contains("left"), shown.querySelectorAll("use").length], ["352 58 96 84", true, 3]);
  lens.move([100, 100], frame);
  equal(shown.classList.contains("left"), false);
  lens.hide();
  equal(getComputedStyle(shown).display === "none" || shown.classList.contains("hidden-lens"), true);
  document.body.replaceChildren();
});
