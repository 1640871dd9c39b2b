import { endSaid, faultSaid } from "/games/sets/js/play.js";
import { equal, test } from "/tests/js/testing.js";

test("it is said why three cards are no set", () => {
  equal(faultSaid(["0000", "0111", "0220"]), "No set: two of the three have the same shape.");
  equal(faultSaid(["0000", "0010", "1000"]), "No set: two of the three have the same number and shading.");
});

test("the end is summed up", () => {
  const game = { taken: [[], []], table: ["0000"] };
  equal(
    endSaid(game, { seconds: 83, hints: 1, wrong: 0 }),
    "2 sets in 1:23, 1 hint, 0 wrong claims; 1 card left, with no set among them.",
  );
});
