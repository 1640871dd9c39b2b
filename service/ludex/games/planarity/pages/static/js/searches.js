// Solutions for the modes that the service does not solve: rotations from a beam search, and drags from a known
// solution.

import { freePlace } from "./modes.js";
import { Game } from "./rules.js";
import { positionsAlong } from "./steps.js";

const WIDTHS = [6, 40];
const DEPTH = 14;
const MILLISECONDS = 4000;

const pause = () => new Promise(resolve => { setTimeout(resolve, 0); });

/** Rotations that solve a game from its current state, not necessarily the fewest; null if the search finds none. */
export async function searchRotations(game, { widths = WIDTHS, now = () => performance.now() } = {}) {
  const { mode, edges } = game;
  const until = now() + MILLISECONDS;
  for (const width of widths) {
    const seen = new Set([game.points.join()]);
    let layer = [{ state: game.state, marks: game.marks.copy(), path: [] }];
    for (let depth = 0; depth < DEPTH && layer.length; depth += 1) {
      const next = [];
      for (const { state, marks, path } of layer) {
        for (const edge of edges) {
          const after = mode.after(state, edge);
          if (after.fault) continue;
          const left = marks.countAfter(after.points, edge);
          if (!left) return [...path, mode.plain(edge)];
          next.push({ after, left, edge, marks, path });
        }
        if (now() > until) return null;
      }
      await pause();
      next.sort((a, b) => a.left - b.left);
      layer = [];
      for (const { after, edge, marks, path } of next) {
        const name = after.points.map(point => point.map(value => value / after.scale)).join();
        if (seen.has(name)) continue;
        seen.add(name);
        const moved = marks.copy();
        moved.move(after.points, edge);
        layer.push({ state: after, marks: moved, path: [...path, mode.plain(edge)] });
        if (layer.length === width) break;
      }
    }
  }
  return null;
}

/**
 * Drags that solve a game from its current state: each vertex moves next to its place at the end of a solution by swaps.
 * Returns null if no such solution is known.
 */
export function searchDrags(game, points, swaps) {
  if (!swaps?.length) return null;
  const goal = positionsAlong(points, swaps).at(-1).map(point => point.map(value => value * game.start.scale));
  const copy = Object.assign(Object.create(Game.prototype), game, { moves: [], undone: [], states: [game.state], marks: game.marks.copy() });
  const near = ([x, y], [gx, gy]) => Math.hypot(x - gx, y - gy) < 16;
  for (const [vertex, place] of goal.entries()) {
    if (copy.solved) break;
    if (near(copy.points[vertex], place)) continue;
    const free = freePlace(copy.state, vertex, place);
    if (free) copy.play([vertex, ...free]);
  }
  return copy.solved ? copy.moves : null;
}
