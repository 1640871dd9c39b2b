import { positionsAlong, start, swapPoints } from "/games/planarity/js/steps.js";
import { equal, test } from "/tests/js/testing.js";

const SQUARE = { points: [[0, 0], [4, 0], [5, 4], [0, 3]], edges: [[0, 1], [0, 2], [1, 3], [2, 3]] };

test("a swap exchanges the places of two vertices", () => {
  equal(swapPoints([[0, 0], [1, 1], [2, 5]], [0, 2]), [[2, 5], [1, 1], [0, 0]]);
  equal(positionsAlong([[0, 0], [1, 1]], [[0, 1], [0, 1]]).length, 3);
});

test("a solution is stepped through forwards and backwards", () => {
  const root = document.createElement("div");
  root.innerHTML = '<div class="steps"><figure>all</figure></div>';
  const block = root.firstElementChild;
  block.dataset.drawing = JSON.stringify(SQUARE);
  block.dataset.swaps = "[[0,1]]";
  start(root);
  start(root);
  const [first, back, on, last] = block.querySelectorAll("button");
  const said = () => block.querySelector("[aria-live]").textContent;
  equal(said(), "After 0 of 1 swap: 1 crossing; next: swap 0 and 1.");
  equal([first.disabled, back.disabled, on.disabled, last.disabled], [true, true, false, false]);
  on.click();
  equal(said(), "After 1 of 1 swap: 0 crossings; solved.");
  back.click();
  equal(block.querySelectorAll("line.chosen").length, 1);
  equal(block.querySelector("details figure").textContent, "all");
});
