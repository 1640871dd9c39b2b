import { svgElement } from "/js/svg.js";
import { boardSize, draw, frameOf, toPixels, placeOf, toPlane, vertexNear } from "/games/planarity/js/drawing.js";
import { equal, ok, test } from "/tests/js/testing.js";

const SQUARE = { points: [[0, 0], [4, 0], [5, 4], [0, 3]], edges: [[0, 1], [1, 3], [0, 2], [2, 3]] };

test("a drawing fits into its frame, y upward, and comes back from there", () => {
  const frame = frameOf(SQUARE.points);
  for (const point of SQUARE.points) {
    const [x, y] = toPixels(frame, point);
    ok(x >= 0 && x <= frame.width && y >= 0 && y <= frame.height);
    equal(toPlane(frame, [x, y]).map(Math.round), point);
  }
  ok(toPixels(frame, [0, 3])[1] < toPixels(frame, [0, 0])[1]);
  ok(Number.isFinite(frameOf([[7, 7]]).unit));
});

test("edges that cross are marked, and each crossing; vertices bear their numbers", () => {
  const svg = svgElement("svg");
  const pairs = draw(svg, SQUARE, frameOf(SQUARE.points), { chosen: new Set([1]), wrong: new Set([2]), edge: 0 });
  equal(pairs, [[1, 2]]);
  equal(svg.querySelectorAll("line.crossed").length, 2);
  equal([...svg.querySelectorAll(".crossings path")].map(path => path.getAttribute("d").match(/M/g).length), [1, 1]);
  equal([...svg.querySelectorAll(".vertices text")].map(one => one.textContent), ["0", "1", "2", "3"]);
  equal(svg.querySelector("g.chosen").dataset.vertex, "1");
  equal(svg.querySelector("g.wrong").dataset.vertex, "2");
  equal(svg.querySelector("line.chosen").dataset.edge, "0");
});

test("a drawing that is drawn again keeps its elements, and shows what is new", () => {
  const svg = svgElement("svg");
  const frame = frameOf(SQUARE.points);
  draw(svg, SQUARE, frame, { cursor: [1, 1] });
  const line = svg.querySelector("[data-edge='1']");
  equal([line.getAttribute("class"), svg.querySelectorAll(".cursor").length], ["crossed", 1]);
  const moved = { ...SQUARE, points: [[0, 0], [4, 0], [0, 3], [5, 4]] };
  equal(draw(svg, moved, frame, { pairs: [] }), []);
  equal([svg.querySelector("[data-edge='1']") === line, line.getAttribute("class"), svg.querySelectorAll(".cursor").length], [true, "free", 0]);
  draw(svg, { points: SQUARE.points.slice(1), edges: [] }, frame);
  equal([svg.querySelectorAll("line").length, svg.querySelectorAll(".vertices text").length], [0, 3]);
});

test("the nearest vertex is found, if one is near", () => {
  const frame = frameOf(SQUARE.points);
  const [x, y] = toPixels(frame, SQUARE.points[2]);
  equal(vertexNear(SQUARE.points, frame, [x + 5, y - 5]), 2);
  equal(vertexNear(SQUARE.points, frame, [x + 40, y - 40]), -1);
});

test("a place of the screen is one of the picture, whatever its size", () => {
  const svg = svgElement("svg", { viewBox: "0 0 480 360" });
  svg.style.cssText = "position: absolute; left: 10px; top: 20px; width: 240px; height: 180px; display: block";
  document.body.append(svg);
  equal(placeOf(svg, { clientX: 10 + 120, clientY: 20 + 45 }).map(Math.round), [240, 90]);
  svg.remove();
});

test("a board is smaller on a narrow screen", () => {
  ok([480, 340].includes(boardSize()[0]));
});
