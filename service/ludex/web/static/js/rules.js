// The rules of Swap Planarity: a drawing, the swaps made so far, undo and redo. Nothing here knows the page.

import { crossings } from "./geometry.js";
import { swapped } from "./steps.js";

const MOST_SWAPS = 1000;

export class Game {
  constructor({ points, edges }) {
    this.start = points;
    this.edges = edges;
    this.restart();
  }

  restart() {
    this.swaps = [];
    this.undone = [];
    this.points = this.start;
  }

  /** Whether two vertices are the ends of an edge. */
  joined(u, v) {
    return this.edges.some(([a, b]) => (a === u && b === v) || (a === v && b === u));
  }

  /** Exchange the ends of an edge; false if there is no such edge, or there were too many swaps. */
  swap([u, v]) {
    if (!this.joined(u, v) || this.swaps.length >= MOST_SWAPS) return false;
    this.swaps = [...this.swaps, [Math.min(u, v), Math.max(u, v)]];
    this.undone = [];
    this.points = swapped(this.points, [u, v]);
    return true;
  }

  undo() {
    const last = this.swaps.at(-1);
    if (!last) return null;
    this.swaps = this.swaps.slice(0, -1);
    this.undone = [...this.undone, last];
    this.points = swapped(this.points, last);
    return last;
  }

  redo() {
    const next = this.undone.at(-1);
    if (!next) return null;
    const rest = this.undone.slice(0, -1);
    this.swap(next);
    this.undone = rest;
    return next;
  }

  get crossings() { return crossings(this.points, this.edges); }

  get solved() { return this.crossings.length === 0; }
}

/** Swaps as an address holds them: 0-3.1-2; and back, as far as they are swaps of edges. */
export const writeSwaps = swaps => swaps.map(swap => swap.join("-")).join(".");
export const readSwaps = text => (/^\d+-\d+(\.\d+-\d+)*$/.test(text ?? "") ? text.split(".").map(one => one.split("-").map(Number)) : []);

/** What is said of a result. */
export function resultSaid(moves, minimum, proved) {
  const swaps = `${moves} swap${moves === 1 ? "" : "s"}`;
  if (minimum === null) return `Plane in ${swaps}.`;
  if (moves === minimum && proved) return `Plane in ${swaps}: fewer do not suffice.`;
  if (moves <= minimum) return `Plane in ${swaps}: as few as is known.`;
  return `Plane in ${swaps}; ${minimum} suffice${proved ? "" : " as far as is known"}.`;
}
