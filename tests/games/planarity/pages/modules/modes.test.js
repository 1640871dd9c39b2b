import { freePlace, MODES, readMoves, writeMoves } from "/games/planarity/js/modes.js";
import { Game } from "/games/planarity/js/rules.js";
import { equal, ok, test } from "/tests/js/testing.js";

const SQUARE = { points: [[0, 0], [4, 0], [5, 4], [0, 3]], edges: [[0, 1], [0, 2], [1, 3], [2, 3]] };

test("any two vertices exchange places, joined or not", () => {
  const game = new Game(SQUARE, MODES.exchange);
  equal([game.play([1, 1]), game.play([0, 9]), game.play([2, 1])], [false, false, true]);
  equal([game.points, game.moves], [[[0, 0], [5, 4], [4, 0], [0, 3]], [[1, 2]]]);
});

test("an edge is turned by a quarter; four turns lead back", () => {
  const game = new Game({ points: [[0, 0], [4, 0], [9, 5], [5, 9]], edges: [[0, 1], [2, 3]] }, MODES.rotate);
  ok(game.play([1, 0]));
  equal([game.points, game.state.scale], [[[2, -2], [2, 2], [9, 5], [5, 9]], 1]);
  for (let turns = 0; turns < 3; turns += 1) game.play([0, 1]);
  equal([game.shown, game.moves.length], [[[0, 0], [4, 0], [9, 5], [5, 9]], 4]);
  game.undo();
  equal(game.shown[0], [2, 2]);
});

test("turns lead where they lead on the server", async () => {
  const cases = (await (await fetch("/cases.json")).json()).filter(one => one.turned);
  ok(cases.length > 1000);
  for (const { points, edges, turned: { edge, points: after, beyond } } of cases) {
    if (beyond) continue;
    const game = new Game({ points, edges }, MODES.rotate);
    equal(game.play(edge), after !== null);
    if (after) equal(game.points, after);
  }
});

test("a vertex is dragged anywhere, but not onto another or onto a line", () => {
  const game = new Game(SQUARE, MODES.drag);
  const { scale } = game.start;
  ok(scale > 100);
  ok(!game.play([1, 0, 0]));
  ok(game.refused.includes("have the same position"));
  ok(!game.play([1, 0, -5 * scale]));
  ok(game.refused.includes("0, 1, 3 would be on a line"));
  const place = freePlace(game.state, 1, [0, -5 * scale]);
  ok(game.play([1, ...place]));
  ok(Math.hypot(game.shown[1][0], game.shown[1][1] + 5) < 0.1);
  equal([game.undo()[0], game.shown], [1, SQUARE.points]);
});

test("moves stand in an address, each way to play in its own words", () => {
  for (const [mode, moves, text] of [
    [MODES.swap, [[0, 3], [1, 2]], "0-3.1-2"],
    [MODES.rotate, [[0, 3]], "0-3"],
    [MODES.drag, [[3, -120, 7], [0, 4, 5]], "3_-120_7.0_4_5"],
  ]) {
    equal([writeMoves(mode, moves), readMoves(mode, text)], [text, moves]);
    for (const broken of ["", null, "0-", "a", "0-1.", "0_1"]) equal(readMoves(mode, broken), []);
  }
});
