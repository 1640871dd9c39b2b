import { describeBoard, Game, resultText } from "/games/planarity/js/rules.js";
import { equal, ok, test } from "/tests/js/testing.js";

const SQUARE = { points: [[0, 0], [4, 0], [5, 4], [0, 3]], edges: [[0, 1], [0, 2], [1, 3], [2, 3]] };

test("a swap exchanges the ends of an edge, and of nothing else", () => {
  const game = new Game(SQUARE);
  equal([game.crossings.length, game.solved], [1, false]);
  ok(!game.play([0, 3]));
  ok(game.play([1, 0]));
  equal([game.moves, game.solved], [[[0, 1]], true]);
});

test("swaps are undone, done again, and begun anew", () => {
  const game = new Game(SQUARE);
  game.play([0, 1]);
  game.play([2, 3]);
  equal(game.undo(), [2, 3]);
  equal(game.undo(), [0, 1]);
  equal([game.undo(), game.points], [null, SQUARE.points]);
  game.redo();
  equal([game.moves, game.undone], [[[0, 1]], [[2, 3]]]);
  game.redo();
  equal([game.moves.length, game.redo()], [2, null]);
  game.restart();
  equal([game.moves, game.undone, game.points], [[], [], SQUARE.points]);
});

test("a result says whether fewer swaps suffice", () => {
  equal(resultText(3, { minimum: 3, proved: true }), "Solved in 3 swaps. Perfect!");
  equal(resultText(1, { minimum: 1, proved: false }), "Solved in 1 swap, the best known result.");
  equal(resultText(5, { minimum: 3, proved: true }), "Solved in 5 swaps. The minimum is 3.");
  equal(resultText(5, { minimum: null, proved: false }), "Solved in 5 swaps.");
  equal(resultText(2, { least: 2 }, "rotation"), "Solved in 2 rotations. Perfect!");
  equal(resultText(3, { least: 2 }, "drag"), "Solved in 3 drags.");
});

test("swaps lead where they lead on the server", async () => {
  for (const { points, edges, swaps, after } of await (await fetch("/cases.json")).json()) {
    const game = new Game({ points, edges });
    for (const swap of swaps) ok(game.play(swap));
    equal(game.points, after);
  }
});

test("the board is described by its crossings", () => {
  const game = new Game(SQUARE);
  equal(describeBoard(game), "1 crossing: 0–2 crosses 1–3.");
  game.play([0, 1]);
  equal(describeBoard(game), "No edges cross.");
});
