// The modes of play: legal moves, their effects, and their notation in addresses. Independent of the page.

import { faultOfMoved } from "./geometry.js";
import { swapPoints } from "./steps.js";

// A double represents integers up to 2^53 exactly, which leaves room for differences.
const MOST = 2 ** 50;
const FINE = 2 ** 12;

const ascending = ([u, v]) => [Math.min(u, v), Math.max(u, v)];
const isVertex = (points, vertex) => Number.isInteger(vertex) && vertex >= 0 && vertex < points.length;

const joined = (_state, edges, [u, v]) => edges.some(([a, b]) => (a === u && b === v) || (a === v && b === u));
const twoVertices = ({ points }, _edges, [u, v]) => u !== v && isVertex(points, u) && isVertex(points, v);

const pairs = {
  moved: move => move,
  plain: ascending,
  named: move => move.join("–"),
  write: move => move.join("-"),
  read: text => (/^\d+-\d+$/.test(text) ? text.split("-").map(Number) : null),
  begin: points => ({ points, scale: 1 }),
};
const exchanging = {
  ...pairs,
  after: ({ points, scale }, move) => ({ points: swapPoints(points, move), scale }),
};

/** The state after an edge is rotated counter-clockwise by 90 degrees around its centre; {fault} if it is invalid. */
function turned({ points, scale }, [u, v]) {
  const [[px, py], [qx, qy]] = [points[u], points[v]];
  // Either all four new coordinates are half-integers, or all are integers.
  const by = (px + py + qx + qy) % 2 === 0 ? 1 : 2;
  const after = points.map(([x, y]) => [x * by, y * by]);
  after[u] = [((px + qx + qy - py) * by) / 2, ((py + qy + px - qx) * by) / 2];
  after[v] = [((px + qx + py - qy) * by) / 2, ((py + qy + qx - px) * by) / 2];
  if (after.flat().some(value => Math.abs(value) > MOST)) return { fault: "after this many rotations, the coordinates are no longer exact" };
  const fault = faultOfMoved(after, [u, v]);
  return fault ? { fault } : { points: after, scale: scale * by };
}

/** The state after a vertex is dragged to a place in the coordinates of the state; {fault} if it is invalid. */
function dragged({ points, scale }, [vertex, ...place]) {
  const after = [...points];
  after[vertex] = place;
  const fault = faultOfMoved(after, [vertex]);
  return fault ? { fault } : { points: after, scale };
}

/** The nearest grid point around a place to which a vertex can be dragged; null if there is none. */
export function freePlace(state, vertex, [x, y], reach = 6) {
  const [wx, wy] = [Math.round(x), Math.round(y)];
  const offsets = Array.from({ length: (2 * reach + 1) ** 2 }, (_, at) => [(at % (2 * reach + 1)) - reach, Math.floor(at / (2 * reach + 1)) - reach]);
  offsets.sort(([a, b], [c, d]) => a * a + b * b - c * c - d * d);
  for (const [dx, dy] of offsets) {
    const place = [wx + dx, wy + dy];
    if (!dragged(state, [vertex, ...place]).fault) return place;
  }
  return null;
}

/**
 * The modes: words for a move, whether the player picks an `edge` or a `vertex`, and the rules. `plain` returns the
 * normal form of a move, and `moved` returns the vertices that it moves. `begin` returns the first state, {points,
 * scale}, whose points are `scale` times the points on display.
 */
export const MODES = {
  swap: { ...exchanging, name: "swap", noun: "swap", done: "Swapped", picks: "edge", legal: joined },
  exchange: { ...exchanging, name: "exchange", noun: "exchange", done: "Exchanged", picks: "vertex", legal: twoVertices },
  rotate: { ...pairs, name: "rotate", noun: "rotation", done: "Rotated", picks: "edge", legal: joined, after: turned },
  drag: {
    name: "drag",
    noun: "drag",
    done: "Dragged",
    picks: "vertex",
    legal: ({ points }, _edges, [vertex, ...place]) => isVertex(points, vertex) && place.length === 2 && place.every(value => Number.isInteger(value) && Math.abs(value) <= MOST),
    moved: ([vertex]) => [vertex],
    plain: move => move,
    named: ([vertex]) => String(vertex),
    write: move => move.join("_"),
    read: text => (/^\d+(_-?\d+){2}$/.test(text) ? text.split("_").map(Number) : null),
    begin: points => {
      const spans = [0, 1].map(axis => Math.max(...points.map(point => point[axis])) - Math.min(...points.map(point => point[axis])));
      const scale = Math.max(1, Math.ceil(FINE / Math.max(...spans, 1)));
      return { points: points.map(([x, y]) => [x * scale, y * scale]), scale };
    },
    after: dragged,
  },
};

/** Write moves for an address, separated by full stops, and parse them; an empty list if one of them is invalid. */
export const writeMoves = (mode, moves) => moves.map(mode.write).join(".");

export function readMoves(mode, text) {
  const moves = text ? text.split(".").map(mode.read) : [];
  return moves.includes(null) ? [] : moves;
}
