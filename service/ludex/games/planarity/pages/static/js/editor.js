// The state of the drawing editor: the effects of clicks, moves and keys, with undo. Independent of the page.

/** The empty drawing. `selected` is a vertex, or -1; `cursor` is the grid point where keys act. */
export const empty = { points: [], edges: [], selected: -1, cursor: [0, 0] };

const same = (a, b) => (a[0] === b[0] && a[1] === b[1]) || (a[0] === b[1] && a[1] === b[0]);
const sorted = edges => edges.map(([u, v]) => [Math.min(u, v), Math.max(u, v)]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/** Add the edge between two vertices, or remove it. */
export function toggleEdge(drawing, u, v) {
  const without = drawing.edges.filter(edge => !same(edge, [u, v]));
  const edges = without.length < drawing.edges.length ? without : [...drawing.edges, [u, v]];
  return { ...drawing, edges: sorted(edges) };
}

/** Add a vertex at a point, with an edge to the selected vertex, if any. */
export function addVertex(drawing, point) {
  const grown = { ...drawing, points: [...drawing.points, point], selected: -1, cursor: point };
  return drawing.selected < 0 ? grown : toggleEdge(grown, drawing.selected, drawing.points.length);
}

/** Click a vertex: select it, deselect it, or toggle the edge between it and the selected vertex. */
export function clickVertex(drawing, vertex) {
  const here = { ...drawing, cursor: drawing.points[vertex] };
  if (drawing.selected < 0) return { ...here, selected: vertex };
  if (drawing.selected === vertex) return { ...here, selected: -1 };
  return { ...toggleEdge(here, drawing.selected, vertex), selected: -1 };
}

export function moveVertex(drawing, vertex, point) {
  return { ...drawing, points: drawing.points.map((old, index) => (index === vertex ? point : old)), cursor: point };
}

/** Remove a vertex with its edges; later vertices are renumbered. */
export function removeVertex(drawing, vertex) {
  const kept = index => index - (index > vertex);
  return {
    ...drawing,
    points: drawing.points.filter((_, index) => index !== vertex),
    edges: drawing.edges.filter(([u, v]) => u !== vertex && v !== vertex).map(([u, v]) => [kept(u), kept(v)]),
    selected: -1,
  };
}

/** Scale a drawing by an integer, so that there are grid points between its vertices. */
export function scaleUp(drawing, room = 200) {
  const flat = drawing.points.flat();
  if (!flat.length) return drawing;
  const xs = drawing.points.map(point => point[0]);
  const ys = drawing.points.map(point => point[1]);
  const span = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1);
  const factor = Math.floor(room / span);
  if (factor < 2 || flat.some(value => Math.abs(value * factor) > 2 ** 30)) return drawing;
  return { ...drawing, points: drawing.points.map(([x, y]) => [x * factor, y * factor]) };
}

/** The compact JSON that the service reads. */
export const toJson = ({ points, edges }) => JSON.stringify({ points, edges });

/** Parse a drawing from JSON; null if the text is not a drawing. */
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

/** The history of states, for undo and redo. */
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
