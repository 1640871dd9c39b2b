// The page for drawing a level: the board, live facts, and an answer of the service after every change.

import { counted, tapWord } from "../../../js/game.js";
import { Lookup } from "../../../js/lookup.js";
import { svgElement } from "../../../js/svg.js";
import { boardSize, draw, frameOf, placeOf, toPixels, toPlane, vertexNear } from "./drawing.js";
import { addVertex, clickVertex, empty, History, moveVertex, readJson, removeVertex, scaleUp, toJson } from "./editor.js";
import { crossings, fault, MOST, MOST_POINTS } from "./geometry.js";
import "./steps.js";

const NEW_UNIT = 0.5;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The facts that are computed in the browser: counts, and the error if the drawing is invalid. */
export function factsOf({ points, edges }) {
  const wrong = fault(points);
  return {
    vertices: String(points.length),
    edges: String(edges.length),
    crossings: wrong ? "–" : String(crossings(points, edges).length),
    wrong,
  };
}

/** The frame of an empty board, centred on the origin. */
export function newFrame([width, height] = boardSize()) {
  return { x: -NEW_UNIT * width / 2, y: -NEW_UNIT * height / 2, unit: NEW_UNIT, width, height };
}

export function start(page) {
  const [board, editor, live, position] = ["board", "editor", "live", "position"].map(id => page.getElementById(id));
  const lookup = new Lookup(page, dropped => {
    own = false;
    text.value = dropped;
    lookup.submit();
  });
  const { text } = lookup;
  let frame = newFrame();
  let history = new History(empty);
  let pressed = null;
  let focused = false;
  let own = false; // whether the text comes from the board; then an answer does not change the board

  const grid = ([x, y]) => [x, y].map(value => Math.max(-MOST, Math.min(MOST, Math.round(value))));
  const say = words => lookup.say(words);

  function show(state = history.state) {
    const facts = factsOf(state);
    const chosen = new Set(state.selected < 0 ? [] : [state.selected]);
    draw(board, state, frame, { chosen, wrong: new Set(facts.wrong?.points ?? []), cursor: focused ? state.cursor : null });
    if (!state.points.length) {
      const [x, y] = [frame.width / 2, frame.height / 2 - 30];
      const cue = svgElement("text", { x, y, "text-anchor": "middle", class: "cue" }, `${tapWord()} to add a vertex`);
      board.append(cue);
    }
    for (const element of live.querySelectorAll("[data-live]")) element.textContent = facts[element.dataset.live];
    position.hidden = !facts.wrong;
    if (facts.wrong) position.firstElementChild.textContent = `Not a valid drawing: ${facts.wrong.text}.`;
    const tool = name => editor.querySelector(`[data-do="${name}"]`);
    tool("undo").disabled = !history.canUndo;
    tool("redo").disabled = !history.canRedo;
    tool("remove").disabled = state.selected < 0;
    tool("clear").disabled = !state.points.length;
    return facts;
  }

  /** Show the changed drawing, write it as text, and look it up after a moment. */
  function changed(words) {
    const facts = show();
    own = true;
    const { points } = history.state;
    text.value = points.length ? toJson(history.state) : "";
    say(`${words} ${facts.wrong ? `${facts.wrong.text}.` : `${counted(Number(facts.crossings), "crossing")}.`}`);
    lookup.cancel();
    if (!facts.wrong) lookup.later();
  }

  function take(drawing) {
    const { cursor, selected, ...rest } = scaleUp(drawing);
    history = new History({ ...empty, ...rest, cursor: rest.points[0] ?? [0, 0] });
    frame = rest.points.length ? frameOf(rest.points) : newFrame();
    show();
  }

  function put(point) {
    if (history.state.points.length >= MOST_POINTS) return say(`A drawing has at most ${MOST_POINTS} vertices.`);
    const joined = history.state.selected;
    history.push(addVertex(history.state, point));
    const vertex = history.state.points.length - 1;
    return changed(`Vertex ${vertex} added${joined < 0 ? "" : `, with an edge to ${joined}`}.`);
  }

  function tap(vertex) {
    const before = history.state;
    const after = clickVertex(before, vertex);
    if (after.edges.length === before.edges.length) {
      history.state = after;
      show();
      return say(after.selected < 0 ? `Vertex ${vertex} deselected.` : `Vertex ${vertex} selected. Select another vertex to add or remove an edge.`);
    }
    history.push(after);
    return changed(`Edge ${before.selected}–${vertex} ${after.edges.length > before.edges.length ? "added" : "removed"}.`);
  }

  function remove(vertex) {
    if (vertex < 0) return;
    history.push(removeVertex(history.state, vertex));
    changed(`Vertex ${vertex} removed.`);
  }

  function travel(name) {
    history[name]();
    changed(name === "undo" ? "Undone." : "Redone.");
  }

  board.addEventListener("pointerdown", event => {
    if (event.button) return;
    event.preventDefault();
    board.focus({ preventScroll: true });
    const place = placeOf(board, event);
    const vertex = vertexNear(history.state.points, frame, place, event.pointerType === "touch" ? 24 : 16);
    pressed = { vertex, place, moved: null };
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", event => {
    if (!pressed || pressed.vertex < 0) return;
    const place = placeOf(board, event);
    if (!pressed.moved && Math.hypot(place[0] - pressed.place[0], place[1] - pressed.place[1]) < 5) return;
    pressed.moved = grid(toPlane(frame, place));
    show(moveVertex(history.state, pressed.vertex, pressed.moved));
  });
  board.addEventListener("pointerup", event => {
    if (!pressed) return;
    const { vertex, moved: to } = pressed;
    pressed = null;
    focused = false;
    if (to) {
      history.push({ ...moveVertex(history.state, vertex, to), selected: -1 });
      changed(`Vertex ${vertex} moved.`);
    } else if (vertex >= 0) tap(vertex);
    else put(grid(toPlane(frame, placeOf(board, event))));
  });
  board.addEventListener("pointercancel", () => { pressed = null; show(); });
  board.addEventListener("focus", () => { focused = board.matches(":focus-visible"); show(); });
  board.addEventListener("blur", () => { focused = false; show(); });

  function key(event) {
    const state = history.state;
    const near = point => vertexNear(state.points, frame, toPixels(frame, point), 12);
    const under = near(state.cursor);
    const name = event.key.toLowerCase();
    if (event.ctrlKey && name === "z") return travel(event.shiftKey ? "redo" : "undo");
    if (event.ctrlKey && name === "y") return travel("redo");
    if (event.key in KEYS) {
      const pace = event.ctrlKey ? 1 : Math.max(1, Math.round(10 * frame.unit));
      const to = grid(KEYS[event.key].map((step, axis) => state.cursor[axis] + step * pace));
      if (event.shiftKey && under >= 0) {
        history.push(moveVertex(state, under, to));
        return changed(`Vertex ${under} moved to ${to.join(", ")}.`);
      }
      history.state = { ...state, cursor: to };
      show();
      const here = near(to);
      return say(here < 0 ? `${to.join(", ")}.` : `Vertex ${here}.`);
    }
    if (event.key === "Enter" || event.key === " ") return under < 0 ? put(state.cursor) : tap(under);
    if ((name === "n" || name === "p") && !event.ctrlKey && state.points.length) {
      const step = name === "n" ? 1 : -1;
      const next = under < 0 ? (step > 0 ? 0 : state.points.length - 1) : (under + step + state.points.length) % state.points.length;
      history.state = { ...state, cursor: state.points[next] };
      show();
      const joined = state.edges.filter(edge => edge.includes(next)).map(([u, v]) => (u === next ? v : u));
      return say(`Vertex ${next}, ${joined.length ? `adjacent to ${joined.join(", ")}` : "no edges"}.`);
    }
    if (event.key === "Delete" || event.key === "Backspace") return remove(under < 0 ? state.selected : under);
    if (event.key === "Escape" && state.selected >= 0) return tap(state.selected);
    return false;
  }
  board.addEventListener("keydown", event => {
    if (event.altKey || event.metaKey) return;
    focused = true;
    if (key(event) !== false) event.preventDefault();
  });

  editor.addEventListener("click", event => {
    const name = event.target.dataset?.do;
    if (name === "undo" || name === "redo") travel(name);
    if (name === "remove") remove(history.state.selected);
    if (name === "clear") {
      history.push({ ...empty });
      frame = newFrame();
      changed("Cleared.");
    }
  });

  // Text that is typed, pasted or dropped is looked up; the answer contains the drawing that the text denotes.
  text.addEventListener("input", () => {
    own = false;
    lookup.later();
  });
  page.addEventListener("click", event => { if (event.target.closest?.("a[data-part]")) own = false; }, true);
  page.addEventListener("part", event => {
    const { text: meant, entered } = event.detail.dataset;
    const drawing = meant && !own ? readJson(meant) : null;
    if (drawing && toJson(scaleUp(drawing)) !== toJson(scaleUp(history.state))) {
      take(drawing);
      if (entered) text.value = entered;
    }
  });

  const first = readJson(page.getElementById("answer").dataset.text);
  editor.hidden = false;
  if (first) take(first);
  else show();
}

if (typeof document !== "undefined" && document.getElementById("board")) {
  start(document);
}
