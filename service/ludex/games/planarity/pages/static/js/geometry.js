// Exact geometry of points with integer coordinates up to 2^30: orientation, crossings, general position.
// The results are the same as those of ludex.games.planarity.points and ludex.games.planarity.crossings.

export const MOST = 2 ** 30;
export const MOST_POINTS = 128;

// A double represents products of differences of such numbers, and differences of these products, exactly.
const SMALL = 2 ** 24;
const small = ([x, y]) => x <= SMALL && x >= -SMALL && y <= SMALL && y >= -SMALL;
// If a difference of products exceeds this share of the products, its sign is correct despite rounding.
const ROUNDED = 2 ** -50;

/** 1 if p, q, r make a left turn (with y upward), -1 if a right turn, 0 if they are on a line. */
export function side(p, q, r) {
  const [left, right] = [(q[0] - p[0]) * (r[1] - p[1]), (q[1] - p[1]) * (r[0] - p[0])];
  const area = left - right;
  if (Math.abs(area) > ROUNDED * (Math.abs(left) + Math.abs(right)) || (small(p) && small(q) && small(r))) return Math.sign(area);
  const exact = BigInt(q[0] - p[0]) * BigInt(r[1] - p[1]) - BigInt(q[1] - p[1]) * BigInt(r[0] - p[0]);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** Whether the segments pq and rs cross; the four points are distinct and in general position. */
export function cross(p, q, r, s) {
  return side(p, q, r) > 0 !== side(p, q, s) > 0 && side(r, s, p) > 0 !== side(r, s, q) > 0;
}

/** The pairs of crossing edges, by index. Edges with a common end never cross. */
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

/** The crossings of a drawing, updated incrementally when vertices move. */
export class Crossings {
  constructor(points, edges) {
    this.points = points;
    this.edges = edges;
    this.around = points.map((_, vertex) => edges.flatMap((ends, index) => (ends.includes(vertex) ? [index] : [])));
    this.of = edges.map(() => new Set());
    for (const [i, j] of crossings(points, edges)) this.cross(i, j);
  }

  /** An independent copy. */
  copy() {
    return Object.assign(Object.create(Crossings.prototype), this, { of: this.of.map(others => new Set(others)) });
  }

  cross(i, j) {
    this.of[i].add(j);
    this.of[j].add(i);
  }

  /** The edges incident to some vertices. */
  at(vertices) {
    return new Set([...vertices].flatMap(vertex => this.around[vertex]));
  }

  /** The pairs of crossing edges after vertices have moved, among those with an edge at a moved vertex. */
  * crossingsAt(points, vertices) {
    const touched = this.at(vertices);
    for (const i of touched) {
      const [a, b] = this.edges[i];
      for (const [j, [c, d]] of this.edges.entries()) {
        if (a === c || a === d || b === c || b === d || (j < i && touched.has(j))) continue;
        if (cross(points[a], points[b], points[c], points[d])) yield [i, j];
      }
    }
  }

  /** Replace the points; only the given vertices have moved. */
  move(points, vertices) {
    const touched = this.at(vertices);
    for (const i of touched) {
      for (const j of this.of[i]) this.of[j].delete(i);
      this.of[i].clear();
    }
    for (const [i, j] of this.crossingsAt(points, vertices)) this.cross(i, j);
    this.points = points;
  }

  /** The number of crossings that such a move would lead to; the drawing does not change. */
  countAfter(points, vertices) {
    const touched = this.at(vertices);
    let count = this.count;
    for (const i of touched) for (const j of this.of[i]) if (!touched.has(j) || i < j) count -= 1;
    for (const _ of this.crossingsAt(points, vertices)) count += 1;
    return count;
  }

  get count() {
    return this.of.reduce((sum, others) => sum + others.size, 0) / 2;
  }

  /** The pairs of crossing edges in ascending order. */
  get pairs() {
    return this.of.flatMap((others, i) => [...others].filter(j => j > i).sort((a, b) => a - b).map(j => [i, j]));
  }
}

/** The error if points are not in general position, as {text, points: indices}, or null. */
export function fault(points) {
  if (points.length > MOST_POINTS) return { text: `${points.length} points; the limit is ${MOST_POINTS}`, points: [] };
  for (const [index, [x, y]] of points.entries()) {
    if (!Number.isInteger(x) || !Number.isInteger(y) || Math.abs(x) > MOST || Math.abs(y) > MOST) {
      return { text: `point ${index} is not on the grid of integers up to 2^30`, points: [index] };
    }
  }
  for (let j = 1; j < points.length; j += 1) {
    for (let i = 0; i < j; i += 1) {
      if (points[i][0] === points[j][0] && points[i][1] === points[j][1]) {
        return { text: `vertices ${i} and ${j} have the same position; move one of them`, points: [i, j] };
      }
    }
  }
  for (let k = 2; k < points.length; k += 1) {
    for (let j = 1; j < k; j += 1) {
      for (let i = 0; i < j; i += 1) {
        if (side(points[i], points[j], points[k]) === 0) {
          return { text: `vertices ${i}, ${j} and ${k} are on a line; move one of them`, points: [i, j, k] };
        }
      }
    }
  }
  return null;
}

/**
 * The error if moved points are not in general position with all other points, or null. The other points are in general
 * position.
 */
export function faultOfMoved(points, moved) {
  for (const k of moved) {
    for (let j = 0; j < points.length; j += 1) {
      if (j === k) continue;
      if (points[j][0] === points[k][0] && points[j][1] === points[k][1]) return `vertices ${j} and ${k} would have the same position`;
      for (let i = 0; i < j; i += 1) {
        if (i !== k && side(points[i], points[j], points[k]) === 0) return `vertices ${[i, j, k].sort((a, b) => a - b).join(", ")} would be on a line`;
      }
    }
  }
  return null;
}

/** The intersection of two crossing segments in floating point, for display only. */
export function meeting(p, q, r, s) {
  const [before, after] = [p, q].map(([x, y]) => (s[0] - r[0]) * (y - r[1]) - (s[1] - r[1]) * (x - r[0]));
  const part = before / (before - after);
  return [p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])];
}
