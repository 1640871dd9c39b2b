import { frameOf, toPixels } from "/games/planarity/js/drawing.js";
import { edgeNear, isDense, nearest, nextEdge } from "/games/planarity/js/hands.js";
import { equal, test } from "/tests/js/testing.js";

const POINTS = [[0, 0], [100, 0], [100, 80], [0, 80]];
const EDGES = [[0, 1], [0, 2], [1, 3]];

test("the edge that passes nearest to a place is found", () => {
  const frame = frameOf(POINTS, [480, 360]);
  equal(edgeNear(POINTS, EDGES, frame, toPixels(frame, [50, 1])), 0);
  equal(edgeNear(POINTS, EDGES, frame, toPixels(frame, [25, 20])), 1);
  equal(edgeNear(POINTS, EDGES, frame, toPixels(frame, [50, 75])), -1);
});

test("keys go round all edges, or round those that are crossed", () => {
  equal([nextEdge(EDGES, new Set(), -1, 1, false), nextEdge(EDGES, new Set(), 2, 1, false)], [0, 0]);
  equal(nextEdge(EDGES, new Set(), -1, -1, false), 2);
  equal([nextEdge(EDGES, new Set([2]), 0, 1, true), nextEdge(EDGES, new Set(), 1, 1, true)], [2, 1]);
});

test("a press means a vertex near it, else the nearest edge", () => {
  const frame = frameOf(POINTS, [480, 360]);
  const at = (place, reach) => nearest(POINTS, EDGES, frame, toPixels(frame, place), reach);
  equal([at([1, 1], [22, 44]), at([50, 3], [22, 44]), at([50, 70], [22, 4])], [{ vertex: 0, edge: -1 }, { vertex: -1, edge: 0 }, { vertex: -1, edge: -1 }]);
});

test("a board is dense if two vertices are nearer than a finger is wide", () => {
  const frame = frameOf(POINTS, [480, 360]);
  equal([isDense(POINTS, frame, 1), isDense([...POINTS, [3, 3]], frame, 1)], [false, true]);
});
