import { endNote, endText } from "/games/sets/js/play.js";
import { faultText } from "/games/sets/js/sets.js";
import { equal, test } from "/tests/js/testing.js";

test("it is said why three cards are no set", () => {
  equal(faultText(["0000", "0111", "0220"]), "Not a set. Neither all the same nor all different: shape (oval, diamond, oval).");
  equal(faultText(["0000", "0010", "1000"]), "Not a set. Neither all the same nor all different: number (one, one, two), shading (solid, striped, solid).");
});

test("the end is summed up", () => {
  const game = { taken: [[], []], table: ["0000"] };
  equal(endText(game, { seconds: 83 }), "2 sets in 1:23. No more sets.");
  equal(endNote(game, { hints: 1, mistakes: 0 }), "1 hint, 0 mistakes, 1 card left.");
});
