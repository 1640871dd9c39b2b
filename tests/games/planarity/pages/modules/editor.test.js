import { addVertex, empty, History, moveVertex, readJson, removeVertex, scaleUp, clickVertex, toggleEdge, toJson } from "/games/planarity/js/editor.js";
import { equal, ok, test } from "/tests/js/testing.js";

const three = [[0, 0], [9, 1], [3, 7]].reduce(addVertex, empty);

test("places that are tapped become vertices", () => {
  equal(three.points, [[0, 0], [9, 1], [3, 7]]);
  equal(three.edges, []);
});

test("two vertices that are tapped are joined, and parted again", () => {
  const joined = clickVertex(clickVertex(three, 2), 0);
  equal([joined.edges, joined.selected], [[[0, 2]], -1]);
  equal(clickVertex(clickVertex(joined, 0), 2).edges, []);
  equal(clickVertex(clickVertex(three, 1), 1).selected, -1);
});

test("a new vertex is joined to the one that is selected", () => {
  equal(addVertex(clickVertex(three, 1), [4, 4]).edges, [[1, 3]]);
});

test("a vertex goes with its edges, and those after it are renumbered", () => {
  const drawing = [[0, 1], [1, 2], [0, 2]].reduce((one, [u, v]) => toggleEdge(one, u, v), three);
  const left = removeVertex(drawing, 1);
  equal([left.points, left.edges], [[[0, 0], [3, 7]], [[0, 1]]]);
});

test("a vertex is moved", () => {
  equal(moveVertex(three, 1, [5, 5]).points, [[0, 0], [5, 5], [3, 7]]);
  equal(three.points[1], [9, 1]);
});

test("small coordinates are spread by a whole factor, large ones stay", () => {
  equal(scaleUp({ points: [[0, 0], [1, 2]], edges: [] }).points, [[0, 0], [100, 200]]);
  const large = { points: [[0, 0], [2 ** 30, 1]], edges: [] };
  equal(scaleUp(large), large);
  equal(scaleUp(empty), empty);
});

test("a drawing is written as the server reads it, and read", () => {
  const drawing = toggleEdge(three, 2, 0);
  equal(toJson(drawing), '{"points":[[0,0],[9,1],[3,7]],"edges":[[0,2]]}');
  equal(readJson(toJson(drawing)).edges, [[0, 2]]);
  equal(readJson('{"drawing": {"points": [[0, 0]], "edges": []}}').points, [[0, 0]]);
  for (const text of ["", "4:0-1", "{}", '{"points": [[0]], "edges": []}', '{"points": [[0, 0.5]], "edges": []}',
    '{"points": [[0, 0]], "edges": [[0, 1]]}']) equal(readJson(text), null);
});

test("steps are undone and done again, until something else is done", () => {
  const history = new History(1);
  history.push(2);
  history.push(3);
  equal([history.undo(), history.undo(), history.undo(), history.redo()], [2, 1, 1, 2]);
  history.push(4);
  ok(!history.canRedo && history.canUndo);
});
