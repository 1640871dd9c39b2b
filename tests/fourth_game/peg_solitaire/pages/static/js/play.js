// Peg solitaire for one player: choose a peg, then the cell to which it jumps.

import { counted, GamePage, share } from "../../../js/game.js";

/** A game. Cells are numbered in reading order, from 0. */
export class PegGame {
  constructor(rows) {
    this.side = rows.indexOf("/");
    this.pegs = [...rows.replaceAll("/", "")].map(cell => cell === "*");
    this.before = [];
  }

  get left() { return this.pegs.filter(Boolean).length; }

  /** The cell that a jump passes over, or -1 if the jump is not possible. */
  over(start, end) {
    const place = cell => [Math.floor(cell / this.side), cell % this.side];
    const [[a, b], [c, d]] = [place(start), place(end)];
    const straight = Math.abs(a - c) + Math.abs(b - d) === 2 && (a === c || b === d);
    const middle = (start + end) / 2;
    return straight && this.pegs[start] && this.pegs[middle] && !this.pegs[end] ? middle : -1;
  }

  /** Whether no jump is possible. */
  get stuck() {
    const cells = [...this.pegs.keys()];
    return cells.every(start => cells.every(end => this.over(start, end) < 0));
  }

  /** Make a jump. Returns whether the jump is possible. */
  jump(start, end) {
    const middle = this.over(start, end);
    if (middle < 0) return false;
    this.before.push([...this.pegs]);
    this.pegs[start] = this.pegs[middle] = false;
    this.pegs[end] = true;
    return true;
  }

  undo() { this.pegs = this.before.pop() ?? this.pegs; }

  restart() {
    this.pegs = this.before[0] ?? this.pegs;
    this.before = [];
  }
}

/** The message at the end of a game; `fewest` is the proved minimum, or 0 if no minimum is proved. */
export function endMessage(left, fewest) {
  const pegs = counted(left, "peg");
  if (!fewest) return `${pegs} left.`;
  return left === fewest ? `${pegs} left. Perfect!` : `${pegs} left; ${fewest} can be left.`;
}

export function start(page) {
  const view = new GamePage(page);
  const board = page.getElementById("pegs");
  const game = new PegGame(board.dataset.rows);
  const fewest = Number(board.dataset.fewest);
  let chosen = -1;

  board.style.setProperty("--side", game.side);
  board.replaceChildren(...game.pegs.map((_, cell) => {
    const button = page.createElement("button");
    Object.assign(button, { type: "button" }).dataset.cell = cell;
    return button;
  }));

  function show() {
    for (const [cell, button] of [...board.children].entries()) {
      const peg = game.pegs[cell];
      const place = `row ${Math.floor(cell / game.side) + 1}, column ${cell % game.side + 1}`;
      button.classList.toggle("peg", peg);
      button.setAttribute("aria-label", `${place}: ${peg ? "peg" : "empty"}`);
      button.setAttribute("aria-pressed", String(cell === chosen));
    }
    view.live("left").textContent = String(game.left);
    view.tool("undo").disabled = view.tool("restart").disabled = !game.before.length;
    if (game.stuck) view.finish(endMessage(game.left, fewest));
    else view.end.hidden = true;
  }

  function choose(cell) {
    view.say("");
    if (game.pegs[cell]) chosen = cell === chosen ? -1 : cell;
    else if (chosen >= 0 && game.jump(chosen, cell)) chosen = -1;
    else view.say(chosen < 0 ? "Choose a peg first." : "The chosen peg cannot jump there.");
    show();
  }

  const change = act => () => {
    act();
    chosen = -1;
    view.say("");
    show();
  };
  view.listen({
    undo: change(() => game.undo()),
    restart: change(() => game.restart()),
    share: async () => view.say(await share(`peg solitaire: ${endMessage(game.left, fewest)}`)),
  }, event => {
    const { cell } = event.target.dataset ?? {};
    if (cell !== undefined) choose(Number(cell));
  });
  view.reveal();
  show();
}

if (typeof document !== "undefined" && document.querySelector("#pegs[data-rows]")) start(document);
