// The state of a Swap Planarity game: the drawing, the moves so far, undo and redo. Independent of the page.

import { counted } from "../../../js/game.js";
import { Crossings } from "./geometry.js";
import { MODES } from "./modes.js";

const MOST_MOVES = 1000;

export class Game {
  constructor({ points, edges }, mode = MODES.swap) {
    this.edges = edges;
    this.mode = mode;
    this.start = mode.begin(points);
    this.restart();
  }

  restart() {
    this.moves = [];
    this.undone = [];
    this.states = [this.start];
    this.refused = "";
    this.marks = new Crossings(this.start.points, this.edges);
  }

  get state() { return this.states.at(-1); }

  /** The points in integer coordinates. */
  get points() { return this.state.points; }

  /** The points in the coordinates of the level. */
  get shown() {
    const { points, scale } = this.state;
    return points.map(([x, y]) => [x / scale, y / scale]);
  }

  /** Whether two vertices are the ends of an edge. */
  joined(u, v) {
    return this.edges.some(([a, b]) => (a === u && b === v) || (a === v && b === u));
  }

  /** Make a move. Returns false if it is illegal, gives an invalid drawing (see `refused`), or exceeds the limit. */
  play(move) {
    this.refused = "";
    if (this.moves.length >= MOST_MOVES || !this.mode.legal(this.state, this.edges, move)) return false;
    const plain = this.mode.plain(move);
    const after = this.mode.after(this.state, plain);
    if (after.fault) {
      this.refused = after.fault;
      return false;
    }
    this.moves = [...this.moves, plain];
    this.undone = [];
    this.states.push(after);
    this.marks.move(after.points, this.mode.moved(plain));
    return true;
  }

  undo() {
    const last = this.moves.at(-1);
    if (!last) return null;
    this.moves = this.moves.slice(0, -1);
    this.undone = [...this.undone, last];
    this.states.pop();
    this.marks.move(this.points, this.mode.moved(last));
    return last;
  }

  redo() {
    const next = this.undone.at(-1);
    if (!next) return null;
    const rest = this.undone.slice(0, -1);
    this.play(next);
    this.undone = rest;
    return next;
  }

  get crossings() { return this.marks.pairs; }

  get solved() { return this.marks.count === 0; }
}

/**
 * The message for a result, given the minimum (null if unknown), whether it is proved, a lower bound, and the number of
 * hints. Only a result without hints is perfect.
 */
export function resultText(moves, { minimum = null, proved = false, least = 0 }, noun = "swap", hints = 0) {
  const solved = `Solved in ${counted(moves, noun)}`;
  if (hints && (minimum === null ? moves <= least : moves === minimum && proved)) return `${solved}, with ${counted(hints, "hint")}.`;
  if (minimum === null) return moves <= least ? `${solved}. Perfect!` : `${solved}.`;
  if (moves === minimum && proved) return `${solved}. Perfect!`;
  if (moves <= minimum) return `${solved}, the best known result.`;
  return `${solved}. The ${proved ? "minimum" : "best known result"} is ${minimum}.`;
}

/** The crossings of a game in words, for visitors who do not see the board. */
export function describeBoard({ edges, crossings }) {
  const name = edge => edges[edge].join("–");
  const crossed = edges.flatMap((_, edge) => {
    const others = crossings.flatMap(([i, j]) => (i === edge ? [j] : []));
    return others.length ? [`${name(edge)} crosses ${others.map(name).join(", ")}`] : [];
  });
  return crossed.length ? `${counted(crossings.length, "crossing")}: ${crossed.join("; ")}.` : "No edges cross.";
}
