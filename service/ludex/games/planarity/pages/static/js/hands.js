// Input on the board of a game by mouse, touch and keyboard: edges and vertices are selected, moved and dropped.

import { counted } from "../../../js/game.js";
import { draw, placeOf, toPixels, toPlane, vertexNear } from "./drawing.js";
import { Lens } from "./lens.js";
import { freePlace } from "./modes.js";

// The maximum distances at which a press selects a vertex or an edge: for a touch in CSS pixels, otherwise in pixels of
// the board.
const TOUCH = [22, 44];
const MOUSE = [13, 12];
// Vertices that are closer together than this, in CSS pixels, are magnified under a finger.
const LEAST_GAP = 40;

/** The edge nearest to a place in the picture, within reach; -1 if there is none. */
export function edgeNear(points, edges, frame, [x, y], reach = 14) {
  let best = -1;
  let least = reach;
  for (const [index, [u, v]] of edges.entries()) {
    const [[x1, y1], [x2, y2]] = [u, v].map(end => toPixels(frame, points[end]));
    const [dx, dy] = [x2 - x1, y2 - y1];
    const part = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
    const away = Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
    if (away < least) [best, least] = [index, away];
  }
  return best;
}

/**
 * The vertex or edge that a touch or click selects: a vertex near the place, else the nearest edge; -1 if there is
 * none.
 */
export function nearest(points, edges, frame, place, [atVertex, atEdge]) {
  const vertex = vertexNear(points, frame, place, atVertex);
  return { vertex, edge: vertex < 0 ? edgeNear(points, edges, frame, place, atEdge) : -1 };
}

/** Whether vertices are so close together that fingers hide them; `unit` is the size of a CSS pixel. */
export function isDense(points, frame, unit) {
  const places = points.map(point => toPixels(frame, point));
  return places.some(([x, y], i) => places.slice(0, i).some(([a, b]) => Math.hypot(a - x, b - y) < LEAST_GAP * unit));
}

/** The next edge (or vertex) to select by keyboard, among all or among those with crossings. */
export function nextEdge(edges, crossed, chosen, step, onlyCrossed) {
  for (let away = 1; away <= edges.length; away += 1) {
    const index = (chosen + step * away + (chosen < 0 && step < 0 ? 1 : 0) + edges.length * 2) % edges.length;
    if (!onlyCrossed || crossed.has(index)) return index;
  }
  return chosen;
}

/**
 * Handle the input on a board. `view` is the display state, `play` makes a move, `settle` returns a dragged vertex to
 * its place.
 */
export function wireHands(board, { game, level, view, show, say, play, acts, live, settle, pause }) {
  const { edges, mode } = game;
  const byEdges = mode.picks === "edge";
  const scaled = point => point.map(value => value * game.start.scale);

  /** The point on the board that is nearest to a point of the plane. */
  function inside(point) {
    const [across, down] = [view.frame.width, view.frame.height];
    const [x, y] = toPixels(view.frame, point);
    return toPlane(view.frame, [Math.max(12, Math.min(across - 12, x)), Math.max(12, Math.min(down - 12, y))]);
  }

  /** Drag a vertex to a point of the plane, or to a free place near it. */
  function dragTo(vertex, point, still = true) {
    const place = freePlace(game.state, vertex, scaled(inside(point)));
    if (!place) return say("There is no free place there.");
    return play([vertex, ...place], still);
  }

  /** Show the drawing with some vertices at other places, and the resulting crossings. */
  function preview(points, moved, chosen) {
    const there = game.marks.copy();
    there.move(points.map(point => scaled(point).map(Math.round)), moved);
    draw(board, { points, edges }, view.frame, { chosen: new Set(chosen), pairs: there.pairs });
    live("crossings").textContent = String(there.count);
    return points;
  }

  /** Show a vertex while it is dragged, with the resulting crossings. */
  function hover(vertex, point) {
    const points = [...game.shown];
    points[vertex] = point;
    return preview(points, [vertex], [vertex]);
  }

  /** The vertex with which a dragged vertex would be exchanged at a place; -1 if there is none. */
  function partner(vertex, place, reach) {
    const other = vertexNear(game.shown.map((point, index) => (index === vertex ? [Infinity, Infinity] : point)), view.frame, place, reach);
    return other >= 0 && (!byEdges || game.joined(vertex, other)) ? other : -1;
  }

  /** Let a vertex follow the pointer. Over a vertex with which it can be exchanged, show the result of the exchange. */
  function carry(vertex, place) {
    const other = partner(vertex, place, pressed.reach);
    const points = [...game.shown];
    points[vertex] = inside(toPlane(view.frame, place));
    if (other >= 0 && mode.name !== "rotate") points[other] = game.shown[vertex];
    return preview(points, other < 0 ? [vertex] : [vertex, other], other < 0 ? [vertex] : [vertex, other]);
  }

  const lens = new Lens(board);
  let pressed = null;
  let carried = null;
  board.addEventListener("pointerdown", event => {
    if (event.button) return;
    event.preventDefault();
    pause();
    board.focus({ preventScroll: true });
    board.setPointerCapture(event.pointerId);
    const place = placeOf(board, event);
    const touch = event.pointerType === "touch";
    const unit = view.frame.width / board.getBoundingClientRect().width;
    const meant = nearest(game.shown, edges, view.frame, place, touch ? TOUCH.map(reach => reach * unit) : MOUSE);
    pressed = { ...meant, place, touch, reach: touch ? TOUCH[0] * unit : 20, points: null, moved: false };
    view.mark = carried = null;
    if (touch) {
      if (mode.name !== "drag" || meant.vertex >= 0) mark(meant);
      if (isDense(game.shown, view.frame, unit)) lens.show(place, view.frame);
    }
  });

  /** Highlight the vertex or edge that a touch would select. */
  function mark({ vertex, edge }) {
    const chosen = vertex >= 0 ? [vertex] : edge >= 0 && mode.name !== "drag" ? edges[edge] : [];
    draw(board, { points: game.shown, edges }, view.frame, { chosen: new Set([...chosen, view.held].filter(index => index >= 0)), edge: vertex < 0 && byEdges ? edge : -1, pairs: game.crossings });
  }

  board.addEventListener("pointermove", event => {
    if (!pressed) return;
    const there = placeOf(board, event);
    pressed.moved ||= Math.hypot(there[0] - pressed.place[0], there[1] - pressed.place[1]) > 8;
    if (!pressed.moved) return;
    if (pressed.vertex >= 0) pressed.points = mode.name === "drag" ? hover(pressed.vertex, inside(toPlane(view.frame, there))) : carry(pressed.vertex, there);
    else if (pressed.touch && byEdges) {
      // A touch that began on an edge selects the edge that the finger slides to.
      pressed.edge = edgeNear(game.shown, edges, view.frame, there, pressed.reach * 2);
      mark(pressed);
    }
    lens.move(there, view.frame);
  });
  board.addEventListener("pointercancel", () => { pressed = null; lens.hide(); show(); });
  board.addEventListener("pointerup", event => {
    if (!pressed) return undefined;
    const { vertex, edge, place, touch, reach, points, moved } = pressed;
    const there = placeOf(board, event);
    pressed = null;
    lens.hide();
    view.chosen = -1;
    if (mode.name === "drag") {
      if (moved && vertex >= 0) return dragTo(vertex, toPlane(view.frame, there));
      if (!moved && vertex < 0 && view.held >= 0) return dragTo(view.held, toPlane(view.frame, place), false);
    } else if (moved && vertex >= 0) {
      const other = partner(vertex, there, reach);
      if (other >= 0) return play([vertex, other], false, points ?? undefined);
      const strange = vertexNear(game.shown, view.frame, there, reach);
      settle(points);
      return say(strange < 0 || strange === vertex ? "" : `${vertex} and ${strange} are not adjacent.`);
    } else if (moved && !touch) return show();
    if (vertex >= 0) {
      if (mode.name !== "drag" && view.held >= 0 && view.held !== vertex && (!byEdges || game.joined(view.held, vertex))) return play([view.held, vertex]);
      view.held = view.held === vertex ? -1 : vertex;
      show();
      return say(view.held < 0 ? "" : `Vertex ${vertex}: ${level.words.held}.`);
    }
    if (edge >= 0 && mode.name !== "drag") return play(edges[edge]);
    view.held = -1;
    return show();
  });

  /** Move the picked vertex by keyboard; Shift makes longer steps. */
  function nudge(key, long) {
    const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    const far = (long ? 40 : 10) * view.frame.unit;
    const from = carried ?? game.shown[view.held];
    carried = inside([from[0] + dx * far, from[1] + dy * far]);
    hover(view.held, carried);
    say(`${view.held} at ${carried.map(Math.round).join(", ")}: ${counted(Number(live("crossings").textContent), "crossing")}.`);
  }

  /** Select the next edge or vertex by keyboard. */
  function choose(key) {
    const [step, onlyCrossed] = { ArrowRight: [1, false], ArrowLeft: [-1, false], ArrowDown: [1, true], ArrowUp: [-1, true] }[key];
    const crossed = new Set(game.crossings.flat());
    view.mark = null;
    if (byEdges) {
      view.held = -1;
      view.chosen = nextEdge(edges, crossed, view.chosen, step, onlyCrossed);
    } else view.chosen = nextEdge(game.points, new Set([...crossed].flatMap(edge => edges[edge])), view.chosen, step, onlyCrossed);
    const pairs = show();
    const times = pairs.filter(pair => pair.some(edge => (byEdges ? edge === view.chosen : edges[edge].includes(view.chosen)))).length;
    say(`${byEdges ? `Edge ${mode.named(edges[view.chosen])}` : `Vertex ${view.chosen}`}, ${times ? `crossed ${counted(times, "time")}` : "not crossed"}.`);
  }

  function enter() {
    if (byEdges) return play(edges[view.chosen]);
    if (mode.name === "drag" && view.held >= 0) {
      const [vertex, to] = [view.held, carried];
      carried = null;
      if (to) return dragTo(vertex, to);
      view.held = -1;
    } else if (view.held >= 0 && view.held !== view.chosen) return play([view.held, view.chosen]);
    else view.held = view.held === view.chosen ? -1 : view.chosen;
    show();
    return say(view.held < 0 ? "" : `Vertex ${view.held}: ${level.words.entered}.`);
  }

  board.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { u: "undo", r: "redo", h: "hint", b: "describe" };
    const name = keys[event.key.toLowerCase()];
    if (event.key.startsWith("Arrow") && edges.length) {
      if (mode.name === "drag" && view.held >= 0) nudge(event.key, event.shiftKey);
      else choose(event.key);
    } else if ((event.key === "Enter" || event.key === " ") && view.chosen >= 0) enter();
    else if (event.key === "Escape" && view.held >= 0) {
      [view.held, carried] = [-1, null];
      show();
    } else if (name) acts[name](name);
    else return;
    event.preventDefault();
  });
}
