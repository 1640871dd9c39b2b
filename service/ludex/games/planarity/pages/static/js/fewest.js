// For modes that the service cannot solve: a lower bound on the number of moves to solve a drawing, and a promising
// next move.

// The limit on visited crossings, which take about 50 nanoseconds each, because the player waits for the result.
const MOST_SEEN = 500_000;

/**
 * The minimum number of moves that touch every crossing: two edges cross until one of their ends moves. A crossing is
 * given by its four vertices. For each vertex, `choices` has the sets of vertices that can move together with it. If
 * the search exceeds its limit, the result is the lower bound proved so far.
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

/** A lower bound on the moves of a game, based on its crossings. */
export function leastMoves({ mode, edges, points, crossings }) {
  const ends = crossings.map(([i, j]) => [...edges[i], ...edges[j]]);
  return fewestTouching(ends, points.map((_, vertex) => (mode.picks === "edge" ? edges.filter(edge => edge.includes(vertex)) : [[vertex]])));
}

/** The first move among those that leave the fewest crossings, as {move, left}; null if no move is possible. */
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

/** Drags of the vertices with the most crossings to places that are spread over a window of the plane. */
export function dragsToTry({ marks, points }, { left, right, bottom, top }, vertices = 6, [columns, rows] = [17, 13]) {
  const weight = vertex => marks.around[vertex].reduce((sum, edge) => sum + marks.of[edge].size, 0);
  const order = points.map((_, vertex) => vertex).sort((a, b) => weight(b) - weight(a)).slice(0, vertices);
  const near = (right - left) / columns / 2;
  const free = ([x, y], vertex) => points.every(([px, py], other) => other === vertex || Math.hypot(px - x, py - y) > near);
  return order.flatMap(vertex => Array.from({ length: columns * rows }, (_, at) => [
    // Displaced from a regular grid, so that fewer triples are on a line.
    Math.round(left + ((at % columns) + 0.5 + 0.3 * Math.sin(7 * at)) * ((right - left) / columns)),
    Math.round(bottom + (Math.floor(at / columns) + 0.5 + 0.3 * Math.sin(5 * at)) * ((top - bottom) / rows)),
  ]).filter(place => free(place, vertex)).map(place => [vertex, ...place]));
}
