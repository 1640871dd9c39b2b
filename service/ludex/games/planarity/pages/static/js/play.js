// Swap Planarity on its board: edges are tapped, dragged or keyed, with hints from the service and results to share.

import { ask, counted, GamePage, shared, storageOf } from "../../../js/game.js";
import { bestOf, follow, keep } from "../../../js/progress.js";
import { draw, frameOf, placed, unplaced } from "./drawing.js";
import { bestNext, dragsToTry, leastMoves } from "./fewest.js";
import { wireHands } from "./hands.js";
import { MODES, readMoves, writeMoves } from "./modes.js";
import { Game, resultSaid } from "./rules.js";

const MOVING = 170;
const STEP = 900;
// Seconds that a player waits for a hint, and that the fewest moves may be looked for meanwhile.
const HINT_SECONDS = 0.3;
const FEWEST_SECONDS = 5;

/** The window onto the plane in which points are shown: that of the start, as long as they lie in it. */
export function frameAround(start, first, points) {
  const inside = ([x, y]) => x >= 14 && y >= 14 && x <= start.width - 14 && y <= start.height - 14;
  return points.every(point => inside(placed(start, point))) ? start : frameOf([...points, ...first], [start.width, start.height]);
}

export function start(page, storage = storageOf(), fetching = fetch) {
  const board = page.getElementById("board");
  const level = JSON.parse(board.dataset.level);
  const mode = MODES[level.mode];
  const game = new Game(level.drawing, mode);
  const { edges } = game;
  const first = frameOf(level.drawing.points);
  const view = new GamePage(page);
  const { end } = view;
  const live = name => view.live(name);
  const tool = name => view.tool(name);
  const ours = mode.name === "swap";
  const progress = ours ? level.pack : `${level.pack} ${mode.name}`;
  const known = ours ? level : { minimum: null, proved: false, least: 0, solution: null };
  // The display: the window, the chosen edge or vertex, the vertex that is held, what a hint marks.
  const display = { frame: first, chosen: -1, held: -1, mark: null };
  let surrendered = false;
  let played = false;
  let motion = 0;
  let showing = 0;

  const byEdges = mode.picks === "edge";
  const say = words => view.say(words);
  const join = (u, v) => edges.findIndex(edge => edge.includes(u) && edge.includes(v));
  const { named } = mode;
  const scaled = point => point.map(value => value * game.start.scale);

  /** What stands out on the board: an edge, vertices, a place. */
  function marks() {
    if (display.mark) return display.mark;
    const vertices = [display.held, byEdges ? -1 : display.chosen].filter(vertex => vertex >= 0);
    return byEdges && display.chosen >= 0 ? { edge: display.chosen, chosen: new Set(edges[display.chosen]) } : { chosen: new Set(vertices) };
  }

  function tellBest() {
    const best = bestOf(storage, progress, level.label);
    live("best").textContent = best === null ? "not solved yet" : counted(best, mode.noun);
  }

  function show() {
    const points = game.shown;
    display.frame = frameAround(first, level.drawing.points, points);
    const pairs = game.crossings;
    draw(board, { points, edges }, display.frame, { ...marks(), pairs });
    live("crossings").textContent = String(pairs.length);
    live("moves").textContent = String(game.moves.length);
    tellBest();
    tool("undo").disabled = !game.moves.length;
    tool("redo").disabled = !game.undone.length;
    tool("restart").disabled = !game.moves.length;
    return pairs;
  }

  /** Show the way from one state to the next, then the state. */
  function move(before, words) {
    cancelAnimationFrame(motion);
    display.mark = null;
    display.held = -1;
    const after = game.shown;
    const finish = () => {
      const pairs = show();
      say(`${words} ${counted(pairs.length, "crossing")}.`);
      remember();
      if (!pairs.length) finished();
      else end.hidden = true;
    };
    if (view.calm || !before) return finish();
    display.frame = frameAround(first, level.drawing.points, after);
    const began = performance.now();
    const step = now => {
      const part = Math.min(1, (now - began) / MOVING);
      const between = before.map(([x, y], index) => [x + (after[index][0] - x) * part, y + (after[index][1] - y) * part]);
      if (part < 1) {
        draw(board, { points: between, edges }, display.frame, { still: true });
        motion = requestAnimationFrame(step);
      } else finish();
    };
    motion = requestAnimationFrame(step);
    return undefined;
  }

  function remember() {
    const address = new URL(location.href);
    const name = ours ? "swaps" : "moves";
    if (game.moves.length) address.searchParams.set(name, writeMoves(mode, game.moves));
    else address.searchParams.delete(name);
    history.replaceState(null, "", address);
  }

  function finished() {
    const moves = game.moves.length;
    // Who opens a shared address has not solved it.
    if (played && !surrendered) {
      keep(storage, progress, level.label, moves);
      if (ours) follow(storage, level.pack, level.next);
    }
    view.finish(surrendered ? `The solution: ${counted(moves, mode.noun)}.` : resultSaid(moves, known, mode.noun));
    tool("mistake").hidden = !ours || surrendered || level.minimum === null || moves <= level.minimum;
    tool("share").hidden = surrendered;
    tellBest();
    page.getElementById("next")?.classList.remove("second");
  }

  /** Make a move; with `still` it is not shown on its way. */
  function play(wanted, still = false) {
    const before = game.shown;
    played = true;
    if (game.play(wanted)) return move(still ? null : before, `${mode.done} ${named(game.moves.at(-1))}.`);
    display.held = -1;
    show();
    return say(game.refused ? `That leads to no drawing: ${game.refused}.` : byEdges ? `${named(wanted)} is no edge.` : "");
  }

  function travel(name) {
    const before = game.shown;
    if (name === "restart") game.restart();
    else if (!game[name]()) return;
    surrendered = surrendered && game.moves.length > 0;
    display.chosen = byEdges ? display.chosen : -1;
    move(before, { undo: "Undone.", redo: "Done again.", restart: "Back at the start." }[name]);
  }

  const hints = {
    swap: async () => ask("planarity/hint", { label: level.label, swaps: game.moves, time_limit: HINT_SECONDS }, fetching),
    exchange: async () => {
      const drawing = { points: game.points, edges };
      const { min_exchanges: remaining, proved, exchanges } = await ask("planarity/variants/exchange/minimum", { drawing, time_limit: HINT_SECONDS }, fetching);
      return { remaining, proved, best: exchanges.slice(0, 1) };
    },
    rotate: () => ({ looked: bestNext(game, edges) }),
    drag: () => {
      const [[left, top], [right, bottom]] = [[24, 24], [first.width - 24, first.height - 24]].map(place => scaled(unplaced(first, place)));
      return { looked: bestNext(game, dragsToTry(game, { left, right, bottom, top })) };
    },
  };

  /** Tell of a move that leaves the fewest crossings, which proves nothing. */
  function tellLooked(looked) {
    if (!looked || looked.left >= game.marks.count) say(`No one ${mode.noun} leaves fewer crossings. Undo some, or try one that looks worse.`);
    if (!looked) return;
    const [vertex, ...place] = looked.move;
    if (byEdges) display.chosen = join(...looked.move);
    display.mark = byEdges ? null : { chosen: new Set([vertex]), cursor: place.map(value => value / game.start.scale) };
    show();
    if (looked.left < game.marks.count) say(`Try ${byEdges ? named(looked.move) : `vertex ${vertex}, to the cross`}: ${counted(looked.left, "crossing")} left. Whether it is best is not known.`);
  }

  async function hint() {
    if (game.solved) return say("No edges cross: there is nothing left to do.");
    const { moves } = game;
    say("Looking for a hint …");
    try {
      const found = await hints[mode.name]();
      if (moves !== game.moves) return undefined;
      if ("looked" in found) return tellLooked(found.looked);
      if (found.remaining === null) return say(found.proved ? `No ${mode.noun}s make this plane.` : "No way is known from here.");
      const [best] = found.best;
      const left = `${counted(found.remaining, mode.noun)} left${found.proved ? "" : " as far as is known"}`;
      if (!best) return say(`${left}.`);
      if (byEdges) display.chosen = join(...best);
      display.mark = { edge: byEdges ? join(...best) : -1, chosen: new Set(best) };
      show();
      return say(`${left}: try ${named(best)}.`);
    } catch (error) {
      return say(`There is no hint now: ${error.message}`);
    }
  }

  async function mistake() {
    try {
      const found = await hints.swap();
      if (found.mistake === null || found.mistake === undefined) return say("The fewest swaps were in reach all the way.");
      const swaps = game.moves.slice(0, found.mistake);
      const wrong = game.moves[found.mistake];
      game.restart();
      for (const one of swaps) game.play(one);
      end.hidden = true;
      show();
      remember();
      return say(`The fewest, ${found.minimum}, were out of reach after swap ${found.mistake + 1}, ${wrong.join("–")}. This is before it: try another.`);
    } catch (error) {
      return say(`It cannot be told now: ${error.message}`);
    }
  }

  function surrender() {
    if (known.solution === null) return say("No solution is known.");
    if (known.minimum === null) return say(`No solution is known: it cannot be made plane by ${mode.noun}s.`);
    surrendered = true;
    end.hidden = true;
    game.restart();
    show();
    say(`The solution, ${counted(known.solution.length, mode.noun)}:`);
    clearInterval(showing);
    let at = 0;
    const next = () => {
      if (at >= known.solution.length) return clearInterval(showing);
      at += 1;
      return play(known.solution[at - 1]);
    };
    next();
    showing = setInterval(next, STEP);
    return undefined;
  }

  /** Show how many moves it takes in a way to play for which the page does not know it. */
  async function fewest() {
    const tell = (text, badge, kind) => {
      const shownBadge = document.createElement("span");
      shownBadge.className = `badge ${kind}`;
      shownBadge.textContent = badge;
      live("fewest").replaceChildren(`${text} `, shownBadge);
    };
    if (mode.name !== "exchange") {
      known.least = leastMoves(new Game(level.drawing, mode));
      return tell(`${known.least} or more`, "not known", "best");
    }
    try {
      const found = await ask("planarity/variants/exchange/minimum", { label: level.label, time_limit: FEWEST_SECONDS }, fetching);
      Object.assign(known, { minimum: found.min_exchanges, proved: found.proved, solution: found.min_exchanges === null ? null : found.exchanges });
      if (found.min_exchanges === null && found.proved) return tell("none: it cannot be made plane", "proved", "proved");
      tell(found.min_exchanges ?? `${found.lower_bound} or more`, found.proved ? "proved" : found.min_exchanges === null ? "not known" : "best known", found.proved ? "proved" : "best");
      tool("surrender").hidden = known.solution === null;
      return game.solved ? finished() : undefined;
    } catch {
      return tell("not known", "not looked for", "best");
    }
  }

  const acts = {
    undo: travel,
    redo: travel,
    restart: travel,
    hint,
    mistake,
    surrender,
    share: async () => say(await shared(`${level.label}: ${resultSaid(game.moves.length, known, mode.noun)}`)),
  };
  view.listen(Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, () => {
    if (name !== "surrender") clearInterval(showing);
    return act(name);
  }])));

  wireHands(board, { game, level, view: display, show, say, play, acts, live, pause: () => clearInterval(showing) });

  const asked = new URLSearchParams(location.search);
  for (const one of readMoves(mode, asked.get(ours ? "swaps" : "moves"))) if (!game.play(one)) break;
  view.reveal();
  if (!ours) {
    tool("surrender").hidden = true;
    fewest();
  }
  if (!show().length) finished();
  else say(game.moves.length ? `After ${counted(game.moves.length, mode.noun)}.` : "");
}

if (typeof document !== "undefined" && document.querySelector("#board[data-level]")) start(document);
