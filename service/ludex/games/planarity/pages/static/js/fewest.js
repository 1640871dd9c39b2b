// How many moves a drawing takes at least, and which one looks best next, where no search of the service tells it.

// The crossings that are looked at, some 50 nanoseconds each: hands wait for it.
const MOST_SEEN = 500_000;

/**
 * How many vertices, or edges, touch all crossings with their ends at least: two edges that cross do so until an end
 * moves. Each crossing is four vertices. `choices` gives what may touch a vertex: sets of vertices that move at once.
 * If the search is too long, it is what was proved till then.
 */
export function fewestTouching(crossings, choices) {
  let seen = 0;
  const touched = (left, moves) => {
    if (!left.length) return true;
    if (!moves || seen > MOST_SEEN) return false;
    const sets = new Set([...left[0]].flatMap(vertex => choices[vertex]));
    seen += sets.size * left.length;
    return [...sets].some(set => touched(left.filter(ends => !ends.some(end => set.includes(end))), moves - 1));
  };
  let moves = 0;
  while (!touched(crossings, moves) && seen <= MOST_SEEN) moves += 1;
  return moves;
}

/** The fewest moves of a game at least, as far as crossings tell, if a move takes an edge or a vertex elsewhere. */
export function leastMoves({ mode, edges, points, crossings }) {
  const ends = crossings.map(([i, j]) => [...edges[i], ...edges[j]]);
  return fewestTouching(ends, points.map((_, vertex) => (mode.picks === "edge" ? edges.filter(edge => edge.includes(vertex)) : [[vertex]])));
}

/** Of some moves, the one that leaves the fewest crossings, the first of several, as {move, left}; null if none can be made. */
export function bestNext(game, moves) {
  let best = null;
  for (const move of moves) {
    const after = game.mode.after(game.state, move);
    if (after.fault) continue;
    const left = game.marks.countAfter(after.points, game.mode.moved(move));
    if (!best || left < best.left) best = { move, left };
  }
  return best;
}

/** Drags of the vertices whose edges are crossed most, to places all over a window of the plane. */
export function dragsToTry({ marks, points }, { left, right, bottom, top }, vertices = 6, [columns, rows] = [17, 13]) {
  const weight = vertex => marks.around[vertex].reduce((sum, edge) => sum + marks.of[edge].size, 0);
  const order = points.map((_, vertex) => vertex).sort((a, b) => weight(b) - weight(a)).slice(0, vertices);
  const near = (right - left) / columns / 2;
  const free = ([x, y], vertex) => points.every(([px, py], other) => other === vertex || Math.hypot(px - x, py - y) > near);
  return order.flatMap(vertex => Array.from({ length: columns * rows }, (_, at) => [
    // Places that are not in rows: no three of them are on a line as often.
    Math.round(left + ((at % columns) + 0.5 + 0.3 * Math.sin(7 * at)) * ((right - left) / columns)),
    Math.round(bottom + (Math.floor(at / columns) + 0.5 + 0.3 * Math.sin(5 * at)) * ((top - bottom) / rows)),
  ]).filter(place => free(place, vertex)).map(place => [vertex, ...place]));
}
