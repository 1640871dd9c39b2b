import { factsOf, newFrame } from "/games/planarity/js/draw.js";
import { equal, test } from "/tests/js/testing.js";

test("what is known at once: counts, or why it is no drawing", () => {
  const drawing = { points: [[0, 0], [4, 0], [5, 4], [0, 3], [2, 1]], edges: [[0, 2], [1, 3]] };
  equal(factsOf(drawing), { vertices: "5", edges: "2", crossings: "1", wrong: null });
  const line = factsOf({ points: [[0, 0], [1, 1], [2, 2]], edges: [] });
  equal([line.crossings, line.wrong.points], ["–", [0, 1, 2]]);
});

test("the middle of an empty board is the origin", () => {
  equal(newFrame([480, 360]), { x: -120, y: -90, unit: 0.5, width: 480, height: 360 });
});
