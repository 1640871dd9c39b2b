// Input on the board of a game by mouse, touch and keyboard: edges and vertices are selected, moved and dropped.

import { counted } from "../../../js/game.js";
import { draw, placeOf, toPixels, toPlane, vertexNear } from "./drawing.js";
import { freePlace } from "./modes.js";

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

/** The next edge (or vertex) to select by keyboard, among all or among those with crossings. */
export function nextEdge(edges, crossed, chosen, step, onlyCrossed) {
  for (let away = 1; away <= edges.length; away += 1) {
    const index = (chosen + step * away + (chosen < 0 && step < 0 ? 1 : 0) + edges.length * 2) % edges.length;
    if (!onlyCrossed || crossed.has(index)) return index;
  }
  return chosen;
}

/** Handle the input on a board. `view` is the display state, `play` makes a move, `acts` are the actions of keys. */
export function wireHands(board, { game, level, view, show, say, play, acts, live, pause }) {
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
    if (!place) return say("There is no room there.");
    return play([vertex, ...place], still);
  }

  /** Show a vertex while it is dragged, with the resulting crossings. */
  function hover(vertex, point) {
    const points = [...game.shown];
    points[vertex] = point;
    const whole = [...game.points];
    whole[vertex] = scaled(point).map(Math.round);
    const there = game.marks.copy();
    there.move(whole, [vertex]);
    const { pairs } = there;
    draw(board, { points, edges }, view.frame, { chosen: new Set([vertex]), pairs });
    live("crossings").textContent = String(pairs.length);
  }

  let pressed = null;
  let carried = null;
  board.addEventListener("pointerdown", event => {
    if (event.button) return;
    event.preventDefault();
    pause();
    board.focus({ preventScroll: true });
    board.setPointerCapture(event.pointerId);
    const place = placeOf(board, event);
    pressed = { place, vertex: vertexNear(game.shown, view.frame, place, 13), touch: event.pointerType === "touch" };
    view.mark = carried = null;
  });
  const isDragged = there => Math.hypot(there[0] - pressed.place[0], there[1] - pressed.place[1]) > 12;
  board.addEventListener("pointermove", event => {
    if (!pressed || mode.name !== "drag" || pressed.vertex < 0) return;
    const there = placeOf(board, event);
    if (isDragged(there)) hover(pressed.vertex, inside(toPlane(view.frame, there)));
  });
  board.addEventListener("pointercancel", () => { pressed = null; show(); });
  board.addEventListener("pointerup", event => {
    if (!pressed) return undefined;
    const { place, vertex, touch } = pressed;
    const there = placeOf(board, event);
    const dragged = isDragged(there);
    pressed = null;
    view.chosen = -1;
    const other = vertexNear(game.shown, view.frame, there, 20);
    if (mode.name === "drag") {
      if (dragged && vertex >= 0) return dragTo(vertex, toPlane(view.frame, there));
      if (!dragged && vertex < 0 && view.held >= 0) return dragTo(view.held, toPlane(view.frame, place), false);
    } else if (dragged) {
      if (vertex < 0 || other < 0 || other === vertex) return show();
      if (byEdges && !game.joined(vertex, other)) {
        show();
        return say(`${vertex} and ${other} are not adjacent.`);
      }
      return play([vertex, other]);
    }
    if (vertex >= 0) {
      if (mode.name !== "drag" && view.held >= 0 && view.held !== vertex && (!byEdges || game.joined(view.held, vertex))) return play([view.held, vertex]);
      view.held = view.held === vertex ? -1 : vertex;
      show();
      return say(view.held < 0 ? "" : `Vertex ${vertex}: ${level.words.held}.`);
    }
    const edge = edgeNear(game.shown, edges, view.frame, there, touch ? 20 : 12);
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
    const keys = { u: "undo", r: "redo", h: "hint" };
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
