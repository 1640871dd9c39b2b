import { cross, Crossings, crossings, fault, faultOfMoved, meeting, MOST, side } from "/games/planarity/js/geometry.js";
import { equal, ok, test } from "/tests/js/testing.js";

test("three points turn left, right, or lie on a line, however large they are", () => {
  equal([side([0, 0], [1, 0], [0, 1]), side([0, 0], [0, 1], [1, 0]), side([0, 0], [1, 1], [2, 2])], [1, -1, 0]);
  // Doubles would find these on a line.
  equal(side([-MOST, -MOST], [MOST, MOST - 1], [MOST - 1, MOST - 2]), 1 * Math.sign(
    Number((2n ** 31n) * (2n ** 31n - 2n) - (2n ** 31n - 1n) * (2n ** 31n - 1n))));
});

test("segments cross inside, not at their ends", () => {
  ok(cross([0, 0], [2, 2], [0, 2], [3, 0]));
  ok(!cross([0, 0], [1, 0], [0, 1], [5, 7]));
  equal(crossings([[0, 0], [2, 2], [0, 2], [3, 0]], [[0, 1], [2, 3], [0, 2]]), [[0, 1]]);
});

test("what is not in general position is named", () => {
  equal(fault([[0, 0], [1, 5], [9, 2]]), null);
  equal(fault([]), null);
  equal(fault([[0, 0], [1, 1], [5, 0], [2, 2]]).points, [0, 1, 3]);
  equal(fault([[0, 0], [1, 1], [0, 0]]).points, [0, 2]);
  equal(fault([[0, 0], [MOST + 1, 1]]).points, [1]);
  ok(fault(Array.from({ length: 129 }, (_, index) => [index, index * index])).text.startsWith("129 points"));
});

test("two segments meet where they cross", () => {
  equal(meeting([0, 0], [4, 4], [0, 4], [4, 0]), [2, 2]);
});

test("what a move puts on a line or at one place is named", () => {
  equal(faultOfMoved([[0, 0], [1, 5], [9, 2]], [1]), null);
  equal(faultOfMoved([[0, 0], [1, 1], [5, 0], [2, 2]], [3]), "vertices 0, 1, 3 would be on a line");
  equal(faultOfMoved([[0, 0], [1, 1], [0, 0]], [2]), "vertices 0 and 2 would have the same position");
});

test("crossings follow the vertices that move as if they were all looked at again", async () => {
  for (const { points, edges, swaps, after } of (await (await fetch("/cases.json")).json()).slice(0, 1000)) {
    const all = new Crossings(points, edges);
    const before = all.pairs;
    const moved = new Set(swaps.flat());
    const other = all.copy();
    equal(all.countAfter(after, moved), crossings(after, edges).length);
    all.move(after, moved);
    equal([all.pairs, all.count, other.pairs], [crossings(after, edges), crossings(after, edges).length, before]);
  }
});

test("crossings are those of the server", async () => {
  const cases = await (await fetch("/cases.json")).json();
  equal(cases.length, 3000);
  for (const { points, edges, crossings: pairs } of cases) {
    equal(crossings(points, edges).map(([i, j]) => [...edges[i], ...edges[j]]), pairs);
    equal(fault(points), null);
  }
});
