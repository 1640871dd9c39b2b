// The Swap Planarity board: moves by mouse, touch and keyboard, hints from the service, results to share.

import { ask, counted, GamePage, share, storageOf } from "../../../js/game.js";
import { bestOf, follow, keep } from "../../../js/progress.js";
import { draw, frameOf, toPixels, toPlane } from "./drawing.js";
import { bestNext, dragsToTry, leastMoves } from "./fewest.js";
import { wireHands } from "./hands.js";
import { MODES, readMoves, writeMoves } from "./modes.js";
import { Game, resultText } from "./rules.js";

const MOVING = 170;
const STEP = 900;
// The time limits for a hint and for the search for the minimum, in seconds.
const HINT_SECONDS = 0.3;
const FEWEST_SECONDS = 5;

/** The frame that shows some points: that of the level as long as they fit into it. */
export function frameAround(start, first, points) {
  const inside = ([x, y]) => x >= 14 && y >= 14 && x <= start.width - 14 && y <= start.height - 14;
  return points.every(point => inside(toPixels(start, point))) ? start : frameOf([...points, ...first], [start.width, start.height]);
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
  // The frame, the selected edge or vertex, the vertex that is held, and the marks of a hint.
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

  /** The highlights on the board: an edge, vertices, a place. */
  function marks() {
    if (display.mark) return display.mark;
    const vertices = [display.held, byEdges ? -1 : display.chosen].filter(vertex => vertex >= 0);
    return byEdges && display.chosen >= 0 ? { edge: display.chosen, chosen: new Set(edges[display.chosen]) } : { chosen: new Set(vertices) };
  }

  function showBest() {
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
    showBest();
    tool("undo").disabled = !game.moves.length;
    tool("redo").disabled = !game.undone.length;
    tool("restart").disabled = !game.moves.length;
    return pairs;
  }

  /** Animate the way from one state to the next, then show the new state. */
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
    // The solution that is shown after giving up is no result, so the address does not keep it.
    if (game.moves.length && !surrendered) address.searchParams.set(name, writeMoves(mode, game.moves));
    else address.searchParams.delete(name);
    history.replaceState(null, "", address);
  }

  function finished() {
    const moves = game.moves.length;
    // Opening a shared address does not count as solving the level.
    if (played && !surrendered) {
      keep(storage, progress, level.label, moves);
      if (ours) follow(storage, level.pack, level.next);
    }
    view.finish(surrendered ? `Solution: ${counted(moves, mode.noun)}.` : resultText(moves, known, mode.noun));
    tool("mistake").hidden = !ours || surrendered || level.minimum === null || moves <= level.minimum;
    tool("share").hidden = surrendered;
    showBest();
    page.getElementById("next")?.classList.remove("second");
  }

  /** Make a move; `still` skips the animation. */
  function play(wanted, still = false) {
    const before = game.shown;
    played = true;
    if (game.play(wanted)) return move(still ? null : before, `${mode.done} ${named(game.moves.at(-1))}.`);
    display.held = -1;
    show();
    return say(game.refused ? `Not possible: ${game.refused}.` : byEdges ? `${named(wanted)} is not an edge.` : "");
  }

  function travel(name) {
    const before = game.shown;
    if (name === "restart") game.restart();
    else if (!game[name]()) return;
    surrendered = surrendered && game.moves.length > 0;
    display.chosen = byEdges ? display.chosen : -1;
    move(before, { undo: "Undone.", redo: "Redone.", restart: "Restarted." }[name]);
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
      const [[left, top], [right, bottom]] = [[24, 24], [first.width - 24, first.height - 24]].map(place => scaled(toPlane(first, place)));
      return { looked: bestNext(game, dragsToTry(game, { left, right, bottom, top })) };
    },
  };

  /** Suggest the move that leaves the fewest crossings, which is not necessarily the best. */
  function suggest(looked) {
    if (!looked || looked.left >= game.marks.count) say(`No single ${mode.noun} reduces the number of crossings. Undo some moves, or try one that looks worse.`);
    if (!looked) return;
    const [vertex, ...place] = looked.move;
    if (byEdges) display.chosen = join(...looked.move);
    display.mark = byEdges ? null : { chosen: new Set([vertex]), cursor: place.map(value => value / game.start.scale) };
    show();
    if (looked.left < game.marks.count) say(`Try ${byEdges ? named(looked.move) : `moving vertex ${vertex} to the mark`}: ${counted(looked.left, "crossing")} left. There may be a better move.`);
  }

  async function hint() {
    if (game.solved) return say("The level is already solved.");
    const { moves } = game;
    say("Looking for a hint …");
    try {
      const found = await hints[mode.name]();
      if (moves !== game.moves) return undefined;
      if ("looked" in found) return suggest(found.looked);
      if (found.remaining === null) return say(found.proved ? `This cannot be solved by ${mode.noun}s.` : "No solution is known from here.");
      const [best] = found.best;
      const left = `${counted(found.remaining, mode.noun)} left${found.proved ? "" : " in the best known solution"}`;
      if (!best) return say(`${left}.`);
      if (byEdges) display.chosen = join(...best);
      display.mark = { edge: byEdges ? join(...best) : -1, chosen: new Set(best) };
      show();
      return say(`${left}: try ${named(best)}.`);
    } catch (error) {
      return say(`No hint available: ${error.message}`);
    }
  }

  async function mistake() {
    try {
      const found = await hints.swap();
      if (found.mistake === null || found.mistake === undefined) return say("None of these swaps was a mistake.");
      const swaps = game.moves.slice(0, found.mistake);
      const wrong = game.moves[found.mistake];
      game.restart();
      for (const swap of swaps) game.play(swap);
      end.hidden = true;
      show();
      remember();
      return say(`After swap ${found.mistake + 1} (${wrong.join("–")}), the minimum of ${found.minimum} was out of reach. This is the position before it: try another swap.`);
    } catch (error) {
      return say(`Not available: ${error.message}`);
    }
  }

  function surrender() {
    if (known.solution === null) return say("No solution is known.");
    if (known.minimum === null) return say(`This cannot be solved by ${mode.noun}s.`);
    surrendered = true;
    end.hidden = true;
    game.restart();
    show();
    say(`Solution in ${counted(known.solution.length, mode.noun)}:`);
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

  /** Find and show the minimum number of moves in modes for which the page does not contain it. */
  async function fewest() {
    const tell = (text, badge, kind) => {
      const shownBadge = document.createElement("span");
      shownBadge.className = `badge ${kind}`;
      shownBadge.textContent = badge;
      live("fewest").replaceChildren(`${text} `, shownBadge);
    };
    if (mode.name !== "exchange") {
      known.least = leastMoves(new Game(level.drawing, mode));
      return tell(`at least ${known.least}`, "unknown", "best");
    }
    try {
      const found = await ask("planarity/variants/exchange/minimum", { label: level.label, time_limit: FEWEST_SECONDS }, fetching);
      Object.assign(known, { minimum: found.min_exchanges, proved: found.proved, solution: found.min_exchanges === null ? null : found.exchanges });
      if (found.min_exchanges === null && found.proved) return tell("impossible", "proved", "proved");
      tell(found.min_exchanges ?? `at least ${found.lower_bound}`, found.proved ? "proved" : found.min_exchanges === null ? "unknown" : "best known", found.proved ? "proved" : "best");
      tool("surrender").hidden = known.solution === null;
      return game.solved ? finished() : undefined;
    } catch {
      return tell("unknown", "not computed", "best");
    }
  }

  const acts = {
    undo: travel,
    redo: travel,
    restart: travel,
    hint,
    mistake,
    surrender,
    share: async () => say(await share(`${level.label}: ${resultText(game.moves.length, known, mode.noun)}`)),
  };
  view.listen(Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, () => {
    if (name !== "surrender") clearInterval(showing);
    return act(name);
  }])));

  wireHands(board, { game, level, view: display, show, say, play, acts, live, pause: () => clearInterval(showing) });

  const parameters = new URLSearchParams(location.search);
  for (const saved of readMoves(mode, parameters.get(ours ? "swaps" : "moves"))) if (!game.play(saved)) break;
  view.reveal();
  if (!ours) {
    tool("surrender").hidden = true;
    fewest();
  }
  if (!show().length) finished();
  else say(game.moves.length ? `After ${counted(game.moves.length, mode.noun)}.` : "");
}

if (typeof document !== "undefined" && document.querySelector("#board[data-level]")) start(document);
