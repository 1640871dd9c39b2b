import { CHECKS } from "/games/planarity/js/claims.js";
import { equal, test } from "/tests/js/testing.js";

const every = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
const K5 = {
  statement: "planarity.unreachable", value: true, proved: true,
  drawing: { points: [[0, 0], [9, 1], [8, 9], [1, 8], [4, 5]], edges: every },
  certificate: { reason: "subdivision", graph: "K5", branch: [0, 1, 2, 3, 4], vertices: [0, 1, 2, 3, 4], hull: [], paths: every },
};
const SQUARE = {
  statement: "planarity.minimum-swaps", value: 1, lower: 1, upper: 1, proved: true,
  drawing: { points: [[0, 0], [4, 0], [5, 4], [0, 3]], edges: [[0, 1], [1, 3], [3, 2], [2, 0]] },
  certificate: { swaps: [[0, 1]] },
};

/** The conclusion of a check, or the message of its error. */
function check(data) {
  try {
    for (let steps = CHECKS[data.statement](data), next = steps.next(); ; next = steps.next()) if (next.done) return next.value.complete;
  } catch (error) {
    return error.message;
  }
}

test("a subdivision is followed along its paths", () => {
  equal(check(K5), true);
  equal(check({ ...K5, certificate: { ...K5.certificate, paths: every.slice(1) } }), "the paths do not join the vertices of K5");
  equal(check({ ...K5, drawing: { ...K5.drawing, edges: every.slice(1) } }), "there is no edge 0–1");
});

test("swaps are made one by one", () => {
  equal(check(SQUARE), true);
  equal(check({ ...SQUARE, certificate: { swaps: [[0, 3]] } }), "there is no edge 0–3 to swap");
  equal(check({ ...SQUARE, value: 2, lower: 2, upper: 2, certificate: { swaps: [[0, 1], [0, 1]] } }), "crossings are left after the last swap");
  equal(check({ ...SQUARE, value: 2, lower: 2, upper: 2, certificate: null }), "1 swap suffices");
});
