// A drawing as SVG in the page: vertices and edges that can be chosen, crossings marked; y goes upward.

import { crossings, meeting } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const LEAST_SPAN = 8;

export function made(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The width and height of a board in pixels of its own: fewer on a narrow screen, where they are drawn as large. */
export const boardSize = () => (matchMedia("(max-width: 34rem)").matches ? [340, 300] : [480, 360]);

/** The window onto the plane in which points are shown, a margin around them. */
export function frameOf(points, [width, height] = boardSize(), margin = 0.1) {
  const xs = points.map(point => point[0]);
  const ys = points.map(point => point[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const unit = Math.max((right - left) / width, (top - bottom) / height, LEAST_SPAN / width) / (1 - 2 * margin);
  return { x: (left + right) / 2 - unit * width / 2, y: (bottom + top) / 2 - unit * height / 2, unit, width, height };
}

/** From a point of the plane to pixels of the picture, y downward; and back. */
export const placed = (frame, [x, y]) => [(x - frame.x) / frame.unit, frame.height - (y - frame.y) / frame.unit];
export const unplaced = (frame, [x, y]) => [frame.x + x * frame.unit, frame.y + (frame.height - y) * frame.unit];

const rounded = value => Math.round(value * 100) / 100;

/**
 * Draw a drawing into an svg element, over what it held. `marks` may have sets of vertices `chosen` and `wrong`, an
 * `edge` that stands out (by its index), and a `cursor`, a point of the plane. While points are on their way, `still`
 * leaves crossings out. Returns the pairs of edges that cross.
 */
export function draw(svg, { points, edges }, frame, marks = {}) {
  const { chosen = new Set(), wrong = new Set(), edge = -1, cursor = null, still = false } = marks;
  const places = points.map(point => placed(frame, point).map(rounded));
  const pairs = still ? [] : crossings(points, edges);
  const crossed = new Set(pairs.flat());
  svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
  const lines = made("g", { class: "edges" });
  const order = edges.map((_, index) => index).sort((a, b) => (a === edge) - (b === edge) || crossed.has(a) - crossed.has(b));
  for (const index of order) {
    const [[x1, y1], [x2, y2]] = edges[index].map(end => places[end]);
    const kind = `${crossed.has(index) ? "crossed" : "free"}${index === edge ? " chosen" : ""}`;
    lines.append(made("line", { x1, y1, x2, y2, class: kind, "data-edge": index }));
  }
  const dots = made("g", { class: "crossings" });
  for (const [i, j] of pairs.length > 2000 ? [] : pairs) {
    const [cx, cy] = meeting(...edges[i].map(end => places[end]), ...edges[j].map(end => places[end])).map(rounded);
    dots.append(made("circle", { cx, cy, r: 3.2 }));
  }
  const discs = made("g", { class: "vertices" });
  for (const [index, [cx, cy]] of places.entries()) {
    const kind = `${chosen.has(index) ? "chosen " : ""}${wrong.has(index) ? "wrong" : ""}`.trim();
    const disc = made("circle", { cx, cy, r: 11 });
    const number = made("text", { x: cx, y: cy + 4.2, "text-anchor": "middle" }, String(index));
    const group = made("g", { class: kind, "data-vertex": index }, disc, number);
    discs.append(group);
  }
  const parts = [lines, dots, discs];
  if (cursor) {
    const [x, y] = placed(frame, cursor).map(rounded);
    parts.push(made("path", { class: "cursor", d: `M${x - 21} ${y}h12m18 0h12M${x} ${y - 21}v12m0 18v12` }));
  }
  svg.replaceChildren(...parts);
  return pairs;
}

/** The vertex near a place in pixels, at most `reach` away; -1 if there is none. */
export function vertexNear(points, frame, [x, y], reach = 18) {
  let best = -1;
  let least = reach;
  for (const [index, point] of points.entries()) {
    const [px, py] = placed(frame, point);
    const away = Math.hypot(px - x, py - y);
    if (away <= least) [best, least] = [index, away];
  }
  return best;
}

/** A place of the screen in pixels of the picture. */
export function placeOf(svg, event) {
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.max(width / box.width, height / box.height);
  return [
    (event.clientX - box.left - box.width / 2) * scale + width / 2,
    (event.clientY - box.top - box.height / 2) * scale + height / 2,
  ];
}
