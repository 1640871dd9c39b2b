import { frameOf, toPixels } from "/games/planarity/js/drawing.js";
import { frameAround } from "/games/planarity/js/play.js";
import { equal, ok, test } from "/tests/js/testing.js";

const POINTS = [[0, 0], [100, 0], [100, 80], [0, 80]];

test("the window stays as long as all points lie in it, and widens for those that leave it", () => {
  const first = frameOf(POINTS, [480, 360]);
  equal(frameAround(first, POINTS, [[1, 1], [90, 70]]), first);
  const wider = frameAround(first, POINTS, [[-200, 40], [90, 70]]);
  const [x] = toPixels(wider, [-200, 40]);
  ok(x > 0 && toPixels(wider, [100, 0])[0] < wider.width);
});
