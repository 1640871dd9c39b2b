// Draw a drawing as SVG, with selected vertices and edges and marked crossings. The y axis points upward.

import { svgElement } from "../../../js/svg.js";
import { crossings, meeting } from "./geometry.js";

const LEAST_SPAN = 8;
// The radius of a vertex and the distance from its centre to the baseline of its number; smaller for many vertices.
const MANY = 25;
const [LARGE, SMALL] = [[11, 4.2], [7.5, 3]];

/**
 * The width and height of a board in the board's own pixels; smaller on narrow screens, where the pixels are enlarged.
 */
export const boardSize = () => (matchMedia("(max-width: 34rem)").matches ? [340, 300] : [480, 360]);

/** The frame (a window onto the plane) that shows some points with a margin. */
export function frameOf(points, [width, height] = boardSize(), margin = 0.1) {
  const xs = points.map(point => point[0]);
  const ys = points.map(point => point[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const unit = Math.max((right - left) / width, (top - bottom) / height, LEAST_SPAN / width) / (1 - 2 * margin);
  return { x: (left + right) / 2 - unit * width / 2, y: (bottom + top) / 2 - unit * height / 2, unit, width, height };
}

/** Convert a point of the plane to pixels of the picture, with y downward, and back. */
export const toPixels = (frame, [x, y]) => [(x - frame.x) / frame.unit, frame.height - (y - frame.y) / frame.unit];
export const toPlane = (frame, [x, y]) => [frame.x + x * frame.unit, frame.y + (frame.height - y) * frame.unit];

const rounded = value => Math.round(value * 100) / 100;

const kept = new WeakMap();

/** Set an attribute of an element if its value differs. */
function set(element, name, value) {
  const text = String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** The elements for a number of edges and vertices: those in the svg element if they fit, or new ones. */
function partsOf(svg, edges, vertices) {
  const old = kept.get(svg);
  if (old && old.lines.length === edges && old.discs.length === vertices && old.groups[0].parentNode === svg) return old;
  const many = vertices >= MANY;
  const lines = Array.from({ length: edges }, (_, index) => svgElement("line", { "data-edge": index }));
  const discs = Array.from({ length: vertices }, (_, index) => svgElement(
    "g", { "data-vertex": index }, svgElement("circle", { r: (many ? SMALL : LARGE)[0] }), svgElement("text", { "text-anchor": "middle" }, String(index)),
  ));
  // Highlighted edges are drawn above other edges.
  const layers = ["free", "crossed", "chosen"].map(() => svgElement("g"));
  // All crossings are one path of dots above a path of wider dots. Separate elements would take ten times as long.
  const dots = svgElement("g", { class: "crossings" }, svgElement("path", { class: "rim" }), svgElement("path"));
  const parts = { lines, discs, layers, dots, cursor: svgElement("path", { class: "cursor" }) };
  parts.groups = [svgElement("g", { class: "edges" }, ...layers), dots, svgElement("g", { class: many ? "vertices many" : "vertices" }, ...discs)];
  svg.replaceChildren(...parts.groups);
  kept.set(svg, parts);
  return parts;
}

/**
 * Draw a drawing into an svg element. `marks` can have the sets of vertices `chosen` and `wrong`, the index of a
 * highlighted `edge`, a `cursor` (a point of the plane), and the `pairs` of crossing edges, if known. `still` omits the
 * crossings, for animations. Returns the pairs of crossing edges.
 */
export function draw(svg, { points, edges }, frame, marks = {}) {
  const { chosen = new Set(), wrong = new Set(), edge = -1, cursor = null, still = false } = marks;
  const places = points.map(point => toPixels(frame, point).map(rounded));
  const pairs = still ? [] : marks.pairs ?? crossings(points, edges);
  const crossed = new Set(pairs.flat());
  const { lines, discs, layers, dots, cursor: cross } = partsOf(svg, edges.length, points.length);
  set(svg, "viewBox", `0 0 ${frame.width} ${frame.height}`);
  for (const [index, line] of lines.entries()) {
    const [[x1, y1], [x2, y2]] = edges[index].map(end => places[end]);
    for (const [name, value] of [["x1", x1], ["y1", y1], ["x2", x2], ["y2", y2]]) set(line, name, value);
    set(line, "class", `${crossed.has(index) ? "crossed" : "free"}${index === edge ? " chosen" : ""}`);
    const layer = layers[index === edge ? 2 : crossed.has(index) ? 1 : 0];
    if (line.parentNode !== layer) layer.append(line);
  }
  const meetings = pairs.map(([i, j]) => meeting(...edges[i].map(end => places[end]), ...edges[j].map(end => places[end])).map(rounded));
  const spots = meetings.map(place => `M${place.join(" ")}h0`).join("");
  for (const layer of dots.children) set(layer, "d", spots);
  const [, foot] = places.length >= MANY ? SMALL : LARGE;
  for (const [index, [cx, cy]] of places.entries()) {
    const [disc, number] = discs[index].children;
    set(discs[index], "class", `${chosen.has(index) ? "chosen " : ""}${wrong.has(index) ? "wrong" : ""}`.trim());
    for (const [element, name, value] of [[disc, "cx", cx], [disc, "cy", cy], [number, "x", cx], [number, "y", rounded(cy + foot)]]) set(element, name, value);
  }
  if (cursor) {
    const [x, y] = toPixels(frame, cursor).map(rounded);
    set(cross, "d", `M${x - 21} ${y}h12m18 0h12M${x} ${y - 21}v12m0 18v12`);
    if (!cross.parentNode) svg.append(cross);
  } else cross.remove();
  return pairs;
}

/** The vertex near a place in pixels, at most `reach` away; -1 if there is none. */
export function vertexNear(points, frame, [x, y], reach = 18) {
  let best = -1;
  let least = reach;
  for (const [index, point] of points.entries()) {
    const [px, py] = toPixels(frame, point);
    const away = Math.hypot(px - x, py - y);
    if (away <= least) [best, least] = [index, away];
  }
  return best;
}

/** The position of a pointer event in pixels of the picture. */
export function placeOf(svg, event) {
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.max(width / box.width, height / box.height);
  return [
    (event.clientX - box.left - box.width / 2) * scale + width / 2,
    (event.clientY - box.top - box.height / 2) * scale + height / 2,
  ];
}
