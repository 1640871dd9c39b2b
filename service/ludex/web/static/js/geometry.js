// Points with whole coordinates up to 2^30, exactly: orientation, crossings, hull, general position.
// What is computed here is what ludex.planarity.points and ludex.planarity.crossings compute.

export const MOST = 2 ** 30;
export const MOST_POINTS = 64;

// Products of differences of such numbers, and their difference, are whole numbers that a double holds.
const SMALL = 2 ** 24;
const small = ([x, y]) => x <= SMALL && x >= -SMALL && y <= SMALL && y >= -SMALL;

/** 1 if p, q, r make a left turn (y goes upward), -1 if a right turn, 0 if they are on a line. */
export function side(p, q, r) {
  if (small(p) && small(q) && small(r)) {
    return Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  }
  const area = BigInt(q[0] - p[0]) * BigInt(r[1] - p[1]) - BigInt(q[1] - p[1]) * BigInt(r[0] - p[0]);
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}

/** Whether the open segments pq and rs cross; the four points are different and in general position. */
export function cross(p, q, r, s) {
  return side(p, q, r) > 0 !== side(p, q, s) > 0 && side(r, s, p) > 0 !== side(r, s, q) > 0;
}

/** The pairs of edges that cross, by their indices; edges that share an end never do. */
export function crossings(points, edges) {
  const found = [];
  for (let i = 0; i < edges.length; i += 1) {
    const [a, b] = edges[i];
    for (let j = i + 1; j < edges.length; j += 1) {
      const [c, d] = edges[j];
      if (a !== c && a !== d && b !== c && b !== d && cross(points[a], points[b], points[c], points[d])) found.push([i, j]);
    }
  }
  return found;
}

/** The indices of the points on the hull, counter-clockwise, from the least point on. */
export function hull(points) {
  const order = points.map((_, index) => index).sort((a, b) => points[a][0] - points[b][0] || points[a][1] - points[b][1]);
  if (order.length < 3) return order;
  const chain = indices => {
    const made = [];
    for (const index of indices) {
      while (made.length > 1 && side(points[made.at(-2)], points[made.at(-1)], points[index]) < 0) made.pop();
      made.push(index);
    }
    return made.slice(0, -1);
  };
  return [...chain(order), ...chain([...order].reverse())];
}

/** Why points are not in general position, as {text, points: indices}; null if they are. */
export function fault(points) {
  if (points.length > MOST_POINTS) return { text: `${points.length} points, 1 to ${MOST_POINTS} are allowed`, points: [] };
  for (const [index, [x, y]] of points.entries()) {
    if (!Number.isInteger(x) || !Number.isInteger(y) || Math.abs(x) > MOST || Math.abs(y) > MOST) {
      return { text: `point ${index} is not on the grid of whole numbers up to 2^30`, points: [index] };
    }
  }
  for (let j = 1; j < points.length; j += 1) {
    for (let i = 0; i < j; i += 1) {
      if (points[i][0] === points[j][0] && points[i][1] === points[j][1]) {
        return { text: `vertices ${i} and ${j} are at the same place: move one`, points: [i, j] };
      }
    }
  }
  for (let k = 2; k < points.length; k += 1) {
    for (let j = 1; j < k; j += 1) {
      for (let i = 0; i < j; i += 1) {
        if (side(points[i], points[j], points[k]) === 0) {
          return { text: `vertices ${i}, ${j} and ${k} are on a line: move one`, points: [i, j, k] };
        }
      }
    }
  }
  return null;
}

/** Where two crossing segments meet, as a pair of doubles: for the eye only. */
export function meeting(p, q, r, s) {
  const [before, after] = [p, q].map(([x, y]) => (s[0] - r[0]) * (y - r[1]) - (s[1] - r[1]) * (x - r[0]));
  const part = before / (before - after);
  return [p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])];
}
