// A drawing that is being made: what taps, moves and keys do to it, with undo. Nothing here knows the page.

/** What is drawn, and which vertex is selected (-1: none); `cursor` is the grid point where keys act. */
export const empty = { points: [], edges: [], selected: -1, cursor: [0, 0] };

const same = (a, b) => (a[0] === b[0] && a[1] === b[1]) || (a[0] === b[1] && a[1] === b[0]);
const sorted = edges => edges.map(([u, v]) => [Math.min(u, v), Math.max(u, v)]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/** Join two vertices, or part them if they are joined. */
export function toggled(drawing, u, v) {
  const without = drawing.edges.filter(edge => !same(edge, [u, v]));
  const edges = without.length < drawing.edges.length ? without : [...drawing.edges, [u, v]];
  return { ...drawing, edges: sorted(edges) };
}

/** Put a vertex at a point; one that is selected is joined to it. */
export function added(drawing, point) {
  const grown = { ...drawing, points: [...drawing.points, point], selected: -1, cursor: point };
  return drawing.selected < 0 ? grown : toggled(grown, drawing.selected, drawing.points.length);
}

/** Tap a vertex: select it, let it go, or join the selected one to it. */
export function tapped(drawing, vertex) {
  const here = { ...drawing, cursor: drawing.points[vertex] };
  if (drawing.selected < 0) return { ...here, selected: vertex };
  if (drawing.selected === vertex) return { ...here, selected: -1 };
  return { ...toggled(here, drawing.selected, vertex), selected: -1 };
}

export function moved(drawing, vertex, point) {
  return { ...drawing, points: drawing.points.map((one, index) => (index === vertex ? point : one)), cursor: point };
}

/** Take a vertex away with its edges; those after it are renumbered. */
export function removed(drawing, vertex) {
  const kept = index => index - (index > vertex);
  return {
    ...drawing,
    points: drawing.points.filter((_, index) => index !== vertex),
    edges: drawing.edges.filter(([u, v]) => u !== vertex && v !== vertex).map(([u, v]) => [kept(u), kept(v)]),
    selected: -1,
  };
}

/** A drawing with its coordinates times a whole number, so that there is room between them; the same drawing. */
export function spread(drawing, room = 200) {
  const flat = drawing.points.flat();
  if (!flat.length) return drawing;
  const xs = drawing.points.map(point => point[0]);
  const ys = drawing.points.map(point => point[1]);
  const span = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1);
  const factor = Math.floor(room / span);
  if (factor < 2 || flat.some(one => Math.abs(one * factor) > 2 ** 30)) return drawing;
  return { ...drawing, points: drawing.points.map(([x, y]) => [x * factor, y * factor]) };
}

/** As the server reads it, as short as it is. */
export const written = ({ points, edges }) => JSON.stringify({ points, edges });

/** The drawing of a text in JSON; null if it is none. */
export function readJson(text) {
  try {
    const found = JSON.parse(text);
    const { points, edges } = found.drawing ?? found;
    const fine = [points, edges].every(list => Array.isArray(list) && list.every(pair => Array.isArray(pair)
      && pair.length === 2 && pair.every(Number.isInteger)));
    return fine && edges.every(pair => pair.every(end => points[end])) ? { ...empty, points, edges: sorted(edges) } : null;
  } catch {
    return null;
  }
}

/** Steps back and forth: states are pushed, and undone and redone. */
export class History {
  #past = [];
  #future = [];

  constructor(state) {
    this.state = state;
  }

  push(state) {
    this.#past.push(this.state);
    this.#future = [];
    this.state = state;
  }

  get canUndo() { return this.#past.length > 0; }

  get canRedo() { return this.#future.length > 0; }

  undo() {
    if (this.canUndo) {
      this.#future.push(this.state);
      this.state = this.#past.pop();
    }
    return this.state;
  }

  redo() {
    if (this.canRedo) {
      this.#past.push(this.state);
      this.state = this.#future.pop();
    }
    return this.state;
  }
}
