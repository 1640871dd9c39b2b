import { MODES } from "/games/planarity/js/modes.js";
import { Game } from "/games/planarity/js/rules.js";
import { searchDrags, searchRotations } from "/games/planarity/js/searches.js";
import { equal, ok, test } from "/tests/js/testing.js";

const LEVEL = { points: [[0, 0], [103, 84], [97, 2], [4, 80]], edges: [[0, 1], [1, 2], [2, 3], [0, 3]] };

test("rotations that are found solve the game", async () => {
  const game = new Game(LEVEL, MODES.rotate);
  const found = await searchRotations(game);
  ok(found.length > 0 && game.moves.length === 0);
  for (const move of found) ok(game.play(move));
  ok(game.solved);
});

test("a search that runs out of time finds nothing", async () => {
  let time = 0;
  const now = () => { time += 3000; return time; };
  equal(await searchRotations(new Game({ ...LEVEL, edges: [[0, 1], [2, 3]] }, { ...MODES.rotate, after: state => state }), { now }), null);
});

test("drags lead to the drawing at the end of a solution by swaps", () => {
  const game = new Game(LEVEL, MODES.drag);
  const found = searchDrags(game, LEVEL.points, [[1, 2]]);
  equal([found.map(([vertex]) => vertex), game.moves.length], [[1], 0]);
  for (const move of found) ok(game.play(move));
  ok(game.solved);
  equal([searchDrags(game, LEVEL.points, null), searchDrags(game, LEVEL.points, [])], [null, null]);
});
