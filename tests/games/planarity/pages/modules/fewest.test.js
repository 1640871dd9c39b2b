import { bestNext, dragsToTry, fewestTouching, leastMoves } from "/games/planarity/js/fewest.js";
import { MODES } from "/games/planarity/js/modes.js";
import { Game } from "/games/planarity/js/rules.js";
import { equal, ok, test } from "/tests/js/testing.js";

// Two crossings far apart.
const APART = {
  points: [[0, 0], [40, 42], [41, 0], [0, 43], [100, 1], [140, 44], [143, 2], [103, 45]],
  edges: [[0, 1], [2, 3], [4, 5], [6, 7]],
};

test("crossings are touched by as few vertices or edges as can be", () => {
  const alone = Array.from({ length: 6 }, (_, vertex) => [[vertex]]);
  equal(fewestTouching([], alone), 0);
  equal(fewestTouching([[0, 1, 2, 3], [0, 3, 4, 5]], alone), 1);
  equal(fewestTouching([[0, 1, 2, 3]].concat([[4, 5, 4, 5]]), alone), 2);
  for (const mode of [MODES.rotate, MODES.drag]) equal(leastMoves(new Game(APART, mode)), 2);
});

test("the move that leaves the fewest crossings is found", () => {
  const turns = new Game(APART, MODES.rotate);
  const best = bestNext(turns, APART.edges);
  ok(best.left >= 1 && best.left <= 2);
  const drags = new Game(APART, MODES.drag);
  const { scale } = drags.start;
  const window = { left: 0, right: 143 * scale, bottom: 0, top: 45 * scale };
  const { move, left } = bestNext(drags, dragsToTry(drags, window));
  equal(left, 1);
  ok(drags.play(move));
  equal(drags.crossings.length, 1);
});
