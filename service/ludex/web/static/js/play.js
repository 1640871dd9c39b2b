// Swap Planarity on its board: edges are tapped, dragged or keyed, with hints from the service and results to share.

import { draw, frameOf, placed, placeOf, vertexNear } from "./drawing.js";
import { bestOf, follow, keep } from "./progress.js";
import { Game, readSwaps, resultSaid, writeSwaps } from "./rules.js";

const MOVING = 170;
const STEP = 900;
const counted = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;

/** The edge that passes a place of the picture within reach; -1 if there is none. */
export function edgeNear(points, edges, frame, [x, y], reach = 14) {
  let best = -1;
  let least = reach;
  for (const [index, [u, v]] of edges.entries()) {
    const [[x1, y1], [x2, y2]] = [u, v].map(end => placed(frame, points[end]));
    const [dx, dy] = [x2 - x1, y2 - y1];
    const part = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
    const away = Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
    if (away < least) [best, least] = [index, away];
  }
  return best;
}

/** The next edge to choose by keys: among all, or among those that are crossed. */
export function nextEdge(edges, crossed, chosen, step, onlyCrossed) {
  for (let away = 1; away <= edges.length; away += 1) {
    const index = (chosen + step * away + (chosen < 0 && step < 0 ? 1 : 0) + edges.length * 2) % edges.length;
    if (!onlyCrossed || crossed.has(index)) return index;
  }
  return chosen;
}

function storageOf() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

export function start(page, storage = storageOf(), fetching = fetch) {
  const board = page.getElementById("board");
  const level = JSON.parse(board.dataset.level);
  const game = new Game(level.drawing);
  const { edges } = game;
  const frame = frameOf(game.start);
  const [said, end, state] = ["said", "end", "state"].map(id => page.getElementById(id));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const live = name => state.querySelector(`[data-live="${name}"]`);
  const tool = name => page.querySelector(`[data-do="${name}"]`);
  let chosen = -1;
  let held = -1;
  let hinted = -1;
  let surrendered = false;
  let motion = 0;
  let showing = 0;

  const say = words => { said.textContent = words; };
  const named = index => `${edges[index][0]}–${edges[index][1]}`;

  function show() {
    const edge = hinted >= 0 ? hinted : chosen;
    const marks = { edge, chosen: new Set(edge >= 0 ? edges[edge] : held >= 0 ? [held] : []) };
    const pairs = draw(board, { points: game.points, edges }, frame, marks);
    live("crossings").textContent = String(pairs.length);
    live("moves").textContent = String(game.swaps.length);
    const best = bestOf(storage, level.pack, level.label);
    live("best").textContent = best === null ? "not solved yet" : counted(best, "swap");
    tool("undo").disabled = !game.swaps.length;
    tool("redo").disabled = !game.undone.length;
    tool("restart").disabled = !game.swaps.length;
    return pairs;
  }

  /** Show the way from one state to the next, then the state. */
  function move(before, words) {
    cancelAnimationFrame(motion);
    hinted = held = -1;
    const after = game.points;
    const finish = () => {
      const pairs = show();
      say(`${words} ${counted(pairs.length, "crossing")}.`);
      remember();
      if (!pairs.length) finished();
      else end.hidden = true;
    };
    if (calm) return finish();
    const began = performance.now();
    const step = now => {
      const part = Math.min(1, (now - began) / MOVING);
      const between = before.map(([x, y], index) => [x + (after[index][0] - x) * part, y + (after[index][1] - y) * part]);
      if (part < 1) {
        draw(board, { points: between, edges }, frame, { still: true });
        motion = requestAnimationFrame(step);
      } else finish();
    };
    motion = requestAnimationFrame(step);
    return undefined;
  }

  function remember() {
    const address = new URL(location.href);
    if (game.swaps.length) address.searchParams.set("swaps", writeSwaps(game.swaps));
    else address.searchParams.delete("swaps");
    history.replaceState(null, "", address);
  }

  function finished() {
    const moves = game.swaps.length;
    if (!surrendered) {
      keep(storage, level.pack, level.label, moves);
      follow(storage, level.pack, level.next);
    }
    end.hidden = false;
    const text = surrendered ? `The solution: ${counted(moves, "swap")}.` : resultSaid(moves, level.minimum, level.proved);
    end.firstElementChild.textContent = text;
    tool("mistake").hidden = surrendered || level.minimum === null || moves <= level.minimum;
    tool("share").hidden = surrendered;
    say(text);
    live("best").textContent = surrendered ? live("best").textContent : counted(bestOf(storage, level.pack, level.label) ?? moves, "swap");
    page.getElementById("next")?.classList.remove("second");
  }

  function swap(index) {
    const before = game.points;
    if (!game.swap(edges[index])) return;
    move(before, `Swapped ${named(index)}.`);
  }

  function travel(name) {
    const before = game.points;
    if (name === "restart") game.restart();
    else if (!game[name]()) return;
    surrendered = surrendered && game.swaps.length > 0;
    move(before, { undo: "Undone.", redo: "Done again.", restart: "Back at the start." }[name]);
  }

  async function ask() {
    const body = JSON.stringify({ drawing: level.drawing, swaps: game.swaps });
    const answer = await fetching("/api/v1/planarity/hint", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail);
    return found;
  }

  async function hint() {
    const asked = game.swaps;
    say("Looking for a hint …");
    try {
      const found = await ask();
      if (asked !== game.swaps) return;
      if (found.remaining === null) {
        say(found.proved ? "No swaps make this plane." : "No way is known from here.");
        return;
      }
      const [best] = found.best;
      hinted = best ? edges.findIndex(([u, v]) => u === Math.min(...best) && v === Math.max(...best)) : -1;
      chosen = hinted;
      show();
      const left = `${counted(found.remaining, "swap")} left${found.proved ? "" : " as far as is known"}`;
      say(best ? `${left}: try ${named(hinted)}.` : `${left}.`);
    } catch (error) {
      say(`There is no hint now: ${error.message}`);
    }
  }

  async function mistake() {
    try {
      const found = await ask();
      if (found.mistake === null || found.mistake === undefined) return say("The fewest swaps were in reach all the way.");
      const swaps = game.swaps.slice(0, found.mistake);
      const wrong = game.swaps[found.mistake];
      game.restart();
      for (const one of swaps) game.swap(one);
      end.hidden = true;
      show();
      remember();
      return say(`The fewest, ${found.minimum}, were out of reach after swap ${found.mistake + 1}, ${wrong.join("–")}. This is before it: try another.`);
    } catch (error) {
      return say(`It cannot be told now: ${error.message}`);
    }
  }

  function surrender() {
    if (level.minimum === null) return say("No solution is known: it cannot be made plane by swaps.");
    surrendered = true;
    end.hidden = true;
    game.restart();
    show();
    say(`The solution, ${counted(level.solution.length, "swap")}:`);
    clearInterval(showing);
    let at = 0;
    const next = () => {
      if (at >= level.solution.length) return clearInterval(showing);
      const [u, v] = level.solution[at];
      at += 1;
      return swap(edges.findIndex(([a, b]) => a === Math.min(u, v) && b === Math.max(u, v)));
    };
    next();
    showing = setInterval(next, STEP);
    return undefined;
  }

  async function share() {
    const text = `Ludex, ${level.label}: ${resultSaid(game.swaps.length, level.minimum, level.proved)} ${location.href}`;
    try {
      await navigator.clipboard.writeText(text);
      say("The result is copied.");
    } catch {
      say(text);
    }
  }

  const acts = { undo: travel, redo: travel, restart: travel, hint, mistake, surrender, share };
  page.addEventListener("click", event => {
    const name = event.target.dataset?.do;
    if (!(name in acts)) return;
    if (name !== "surrender") clearInterval(showing);
    acts[name](name);
  });

  let pressed = null;
  board.addEventListener("pointerdown", event => {
    if (event.button) return;
    event.preventDefault();
    clearInterval(showing);
    board.focus({ preventScroll: true });
    board.setPointerCapture(event.pointerId);
    const place = placeOf(board, event);
    pressed = { place, vertex: vertexNear(game.points, frame, place, 13), touch: event.pointerType === "touch" };
  });
  board.addEventListener("pointerup", event => {
    if (!pressed) return;
    const { place, vertex, touch } = pressed;
    pressed = null;
    chosen = -1;
    const there = placeOf(board, event);
    const other = vertexNear(game.points, frame, there, 20);
    const dragged = Math.hypot(there[0] - place[0], there[1] - place[1]) > 12;
    const join = (u, v) => edges.findIndex(edge => edge.includes(u) && edge.includes(v));
    if (dragged) {
      if (vertex >= 0 && other >= 0 && other !== vertex) {
        if (game.joined(vertex, other)) return swap(join(vertex, other));
        return say(`${vertex} and ${other} are not joined.`);
      }
      return show();
    }
    if (vertex >= 0) {
      if (held >= 0 && held !== vertex && game.joined(held, vertex)) return swap(join(held, vertex));
      held = held === vertex ? -1 : vertex;
      hinted = -1;
      show();
      return say(held < 0 ? "" : `Vertex ${vertex}: tap a neighbour to exchange them.`);
    }
    const edge = edgeNear(game.points, edges, frame, there, touch ? 20 : 12);
    if (edge >= 0) return swap(edge);
    held = hinted = -1;
    return show();
  });
  board.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const crossed = new Set(game.crossings.flat());
    const steps = { ArrowRight: [1, false], ArrowLeft: [-1, false], ArrowDown: [1, true], ArrowUp: [-1, true] };
    const keys = { u: "undo", r: "redo", h: "hint" };
    if (event.key in steps && edges.length) {
      hinted = held = -1;
      chosen = nextEdge(edges, crossed, chosen, ...steps[event.key]);
      const times = show().filter(pair => pair.includes(chosen)).length;
      say(`Edge ${named(chosen)}, ${times ? `crossed ${counted(times, "time")}` : "not crossed"}.`);
    } else if ((event.key === "Enter" || event.key === " ") && chosen >= 0) swap(chosen);
    else if (keys[event.key.toLowerCase()]) acts[keys[event.key.toLowerCase()]](keys[event.key.toLowerCase()]);
    else return;
    event.preventDefault();
  });

  for (const one of readSwaps(new URLSearchParams(location.search).get("swaps"))) if (!game.swap(one)) break;
  page.getElementById("game").hidden = state.hidden = false;
  page.querySelector(".no-board").hidden = true;
  if (!show().length) finished();
  else say(game.swaps.length ? `After ${counted(game.swaps.length, "swap")}.` : "");
}

if (typeof document !== "undefined" && document.querySelector("#board[data-level]")) start(document);
