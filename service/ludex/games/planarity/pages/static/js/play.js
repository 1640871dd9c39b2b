// The Swap Planarity board: moves by mouse, touch and keyboard, hints from the service, results to share.

import { ask, counted, GamePage, NO_STORAGE, readState, share, sharedAddress, showStars, storageOf, writeState } from "../../../js/game.js";
import { puzzleForMe } from "../../../js/picking.js";
import { bestOf, bestStars, giveUp, Help } from "../../../js/progress.js";
import { play as sound } from "../../../js/sound.js";
import { draw, frameOf, toPixels, toPlane } from "./drawing.js";
import { bestNext, dragsToTry, leastMoves } from "./fewest.js";
import { wireHands } from "./hands.js";
import { MODES, readMoves, writeMoves } from "./modes.js";
import { describeBoard, Game, resultText } from "./rules.js";
import { searchDrags, searchRotations } from "./searches.js";

const MOVING = 170;
const STEP = 900;
// The time limits for a hint and for the search for the minimum, in seconds.
const HINT_SECONDS = 0.3;
const FEWEST_SECONDS = 5;

/** The frame that shows some points: the frame of the level if they fit into it. */
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
  const live = name => page.querySelector(`[data-live="${name}"]`) ?? document.createElement("span");
  const tool = name => view.tool(name) ?? document.createElement("button");
  const ours = mode.name === "swap";
  const progress = ours ? level.pack : `${level.pack} ${mode.name}`;
  // The tutorial gives stars as well, but keeps none.
  const key = ours ? level.label : `${level.label} ${mode.name}`;
  const help = new Help(level.label ? storage : NO_STORAGE, key);
  const puzzle = { ...level, pack: progress, name: level.label, grade: ours ? level.grade : null, practice: !level.label };
  const known = ours ? level : { minimum: null, proved: false, least: 0, solution: null };
  // The frame, the selected edge or vertex, the vertex that was picked up, and the marks of a hint.
  const display = { frame: first, chosen: -1, held: -1, mark: null };
  // The last hint, and the moves before it.
  let told = { moves: "", found: null };
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
    const stars = page.querySelector("[data-best] [data-stars]");
    if (stars && best !== null) showStars(stars, bestStars(storage, key, best, known));
  }

  function show() {
    const points = game.shown;
    display.frame = frameAround(first, level.drawing.points, points);
    const pairs = game.crossings;
    draw(board, { points, edges }, display.frame, { ...marks(), pairs });
    board.setAttribute("aria-label", `Board: ${counted(points.length, "vertex").replace("vertexs", "vertices")}, ${counted(edges.length, "edge")}, ${counted(pairs.length, "crossing")}`);
    board.classList.toggle("solved", !pairs.length);
    live("crossings").textContent = String(pairs.length);
    live("moves").textContent = String(game.moves.length);
    showBest();
    tool("undo").disabled = !game.moves.length;
    tool("redo").disabled = !game.undone.length;
    tool("restart").disabled = !game.moves.length;
    return pairs;
  }

  /** Show the new state of the game after a move from the points `before`, or after a move has been undone. */
  function move(before, words) {
    display.mark = null;
    display.held = -1;
    animate(before, () => {
      const pairs = show();
      say(`${words} ${counted(pairs.length, "crossing")}.`);
      remember();
      if (!pairs.length) finished();
      else end.hidden = true;
    });
  }

  /** Return a vertex to its place if the drag did not end at a valid place. */
  const settle = before => animate(before, show);

  /** Animate the motion from some points to those of the game, then call `finish`. */
  function animate(before, finish) {
    cancelAnimationFrame(motion);
    const after = game.shown;
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

  /** Store the moves for this tab. A solution that is shown after giving up is not a result, so it is not stored. */
  const remember = () => writeState({ moves: surrendered ? "" : writeMoves(mode, game.moves) });

  function finished() {
    const moves = game.moves.length;
    const stars = help.starsOf(moves, known);
    // A level that is still solved after a reload does not count again, and one whose solution was shown does not count.
    // A level that is solved at the start counts when it is shown.
    help.record(puzzle, moves, stars, played || !moves);
    const afterwards = help.shown ? `Solved in ${counted(moves, mode.noun)}, after the solution was shown.` : resultText(moves, known, mode.noun, help.hints);
    view.finish(surrendered ? `Solution: ${counted(moves, mode.noun)}.` : afterwards, { stars: surrendered ? null : stars });
    tool("mistake").hidden = !ours || help.shown || level.minimum === null || moves <= level.minimum;
    tool("share").hidden = help.shown;
    page.querySelector("[data-after]")?.removeAttribute("hidden");
    showBest();
  }

  /** Make a move; `still` skips the animation, which begins at the points `before`. */
  function play(wanted, still = false, before = game.shown) {
    played = true;
    if (game.play(wanted)) {
      sound("move");
      return move(still ? null : before, `${mode.done} ${named(game.moves.at(-1))}.`);
    }
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
    swap: async () => ask("planarity/hint", { ...(level.label ? { label: level.label } : level.drawing), swaps: game.moves, time_limit: HINT_SECONDS }, fetching),
    exchange: async () => {
      const drawing = { points: game.points, edges };
      const { min_exchanges: remaining, proved, exchanges } = await ask("planarity/variants/exchange/minimum", { drawing, time_limit: HINT_SECONDS }, fetching);
      return { remaining, proved, best: exchanges.slice(0, 1) };
    },
    rotate: async () => {
      const found = await searchRotations(game);
      if (!found) return { remaining: null, proved: false };
      return { remaining: found.length, proved: false, best: found.slice(0, 1) };
    },
    drag: () => {
      const [[left, top], [right, bottom]] = [[24, 24], [first.width - 24, first.height - 24]].map(place => scaled(toPlane(first, place)));
      const looked = bestNext(game, dragsToTry(game, { left, right, bottom, top }));
      if (looked && looked.left < game.marks.count) return { looked };
      const [planned] = searchDrags(game, level.drawing.points, level.solution) ?? [];
      return planned ? { looked: { move: planned, left: game.marks.countAfter(mode.after(game.state, planned).points, mode.moved(planned)) } } : { remaining: null, proved: false };
    },
  };

  /** Suggest a drag: the drag that leaves the fewest crossings, or a drag on the way to a known solution. */
  function suggest({ move: [vertex, ...place], left }, whole) {
    display.mark = { chosen: new Set([vertex]), ...(whole ? { cursor: place.map(value => value / game.start.scale) } : {}) };
    show();
    say(whole ? `Try moving vertex ${vertex} to the mark: ${counted(left, "crossing")} left. There may be a better move.` : `Try moving vertex ${vertex}.`);
  }

  /** Tell a hint in two steps: first where to look, then the move. Only the first step counts as a hint. */
  function tellHint({ looked, remaining, proved, best: [best] = [] }, whole) {
    if (looked) return suggest(looked, whole);
    const left = `${counted(remaining, mode.noun)} left${proved ? "" : " in the best known solution"}`;
    if (!best) return say(`${left}.`);
    if (byEdges && whole) display.chosen = join(...best);
    display.mark = whole ? { edge: byEdges ? join(...best) : -1, chosen: new Set(best) } : { chosen: new Set(best.slice(0, 1)) };
    show();
    return say(whole ? `${left}: try ${named(best)}.` : `${left}: look at vertex ${best[0]}. Another hint tells the move.`);
  }

  async function hint() {
    if (game.solved) return say("The level is already solved.");
    const { moves } = game;
    const at = JSON.stringify(moves);
    if (told.moves === at) return tellHint(told.found, true);
    say("Looking for a hint …");
    try {
      const found = await hints[mode.name]();
      if (moves !== game.moves || told.moves === at) return undefined;
      if (found.remaining === null) return say(found.proved ? `This cannot be solved by ${mode.noun}s.` : `No solution was found from here. ${game.moves.length ? "Undo some moves and ask for another hint." : "You can still look for a solution, or give up."}`);
      told = { moves: at, found };
      help.takeHint();
      return tellHint(found, false);
    } catch (error) {
      return say(`No hint available: ${error.message}`);
    }
  }

  async function mistake() {
    say("Looking for the first mistake …");
    try {
      const found = await hints.swap();
      if (found.mistake === null || found.mistake === undefined) return say("None of your swaps was a mistake.");
      help.takeHint();
      const swaps = game.moves.slice(0, found.mistake);
      const wrong = game.moves[found.mistake];
      game.restart();
      for (const swap of swaps) game.play(swap);
      end.hidden = true;
      show();
      remember();
      return say(`Swap ${found.mistake + 1} (${wrong.join("–")}) put the minimum of ${found.minimum} out of reach. The board shows the position before this swap: try another swap.`);
    } catch (error) {
      return say(`Not available: ${error.message}`);
    }
  }

  /** The moves of a solution from the start, or null if none is known or found. */
  async function solutionOf() {
    if (mode.name === "rotate") return searchRotations(new Game(level.drawing, mode));
    if (mode.name === "drag") return searchDrags(new Game(level.drawing, mode), level.drawing.points, level.solution);
    return known.minimum === null ? null : known.solution;
  }

  let warned = false;
  async function surrender() {
    if (!warned && page.querySelector("[data-daily]")) {
      warned = true;
      return say("Giving up ends the puzzle of the day without stars. Give up again to see the solution.");
    }
    if (ours && known.minimum === null) return say(known.proved ? `This cannot be solved by ${mode.noun}s.` : "No solution is known.");
    if (mode.name === "rotate") say("Looking for a solution …");
    const solution = await solutionOf();
    if (!solution) return say("No solution is known, but you can continue.");
    surrendered = true;
    help.showSolution();
    if (level.label) giveUp(progress, level.label);
    end.hidden = true;
    game.restart();
    remember();
    show();
    say(`Solution in ${counted(solution.length, mode.noun)}:`);
    clearInterval(showing);
    let at = 0;
    const next = () => {
      if (at >= solution.length) return clearInterval(showing);
      at += 1;
      return play(solution[at - 1]);
    };
    next();
    showing = setInterval(next, STEP);
    return undefined;
  }

  /** Find and show the minimum number of moves in modes for which the page does not contain the minimum. */
  async function fewest() {
    const tell = (text, badge, kind) => {
      const shownBadge = document.createElement("span");
      shownBadge.className = `badge ${kind}`;
      shownBadge.textContent = badge;
      live("fewest").replaceChildren(`${text} `, shownBadge);
    };
    if (mode.name !== "exchange") {
      // Nobody knows the minimum, so the page does not speak of one.
      known.least = leastMoves(new Game(level.drawing, mode));
      live("fewest").parentElement?.setAttribute("hidden", "");
      return undefined;
    }
    try {
      const found = await ask("planarity/variants/exchange/minimum", { label: level.label, time_limit: FEWEST_SECONDS }, fetching);
      Object.assign(known, { minimum: found.min_exchanges, proved: found.proved, solution: found.min_exchanges === null ? null : found.exchanges });
      if (found.min_exchanges === null && found.proved) return tell("impossible", "proved", "proved");
      tell(found.min_exchanges ?? `at least ${found.lower_bound}`, found.proved ? "proved" : found.min_exchanges === null ? "unknown" : "best known", found.proved ? "proved" : "best");
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
    "for-me": puzzleForMe(view, storage, level.label, fetching),
    describe: () => say(describeBoard(game)),
    share: async () => {
      const stars = help.starsOf(game.moves.length, known);
      const fewest = known.minimum ?? "?";
      say(await share(`${level.title} ⬡ ${game.moves.length}/${fewest} ${"★".repeat(stars)}${"☆".repeat(3 - stars)}${help.hints ? ` ${counted(help.hints, "hint")}` : ""}`, sharedAddress()));
    },
  };
  view.listen(Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, () => {
    if (name !== "surrender") clearInterval(showing);
    return act(name);
  }])));

  view.listenToUndo({ undo: () => acts.undo("undo"), redo: () => acts.redo("redo") });
  wireHands(board, { game, level, view: display, show, say, play, acts, live, settle, pause: () => clearInterval(showing) });

  for (const saved of readMoves(mode, readState().get("moves"))) if (!game.play(saved)) break;
  view.reveal();
  if (!ours) fewest();
  if (!show().length) finished();
  else say(game.moves.length ? `After ${counted(game.moves.length, mode.noun)}.` : "");
}

if (typeof document !== "undefined" && document.querySelector("#board[data-level]")) start(document);
