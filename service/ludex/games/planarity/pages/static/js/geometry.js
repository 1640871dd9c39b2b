// Points with whole coordinates up to 2^30, exactly: orientation, crossings, hull, general position.
// What is computed here is what ludex.games.planarity.points and ludex.games.planarity.crossings compute.

export const MOST = 2 ** 30;
export const MOST_POINTS = 64;

// Products of differences of such numbers, and their difference, are whole numbers that a double holds.
const SMALL = 2 ** 24;
const small = ([x, y]) => x <= SMALL && x >= -SMALL && y <= SMALL && y >= -SMALL;
// A difference of products that is larger than this share of them has the right sign, though they are rounded.
const ROUNDED = 2 ** -50;

/** 1 if p, q, r make a left turn (y goes upward), -1 if a right turn, 0 if they are on a line. */
export function side(p, q, r) {
  const [left, right] = [(q[0] - p[0]) * (r[1] - p[1]), (q[1] - p[1]) * (r[0] - p[0])];
  const area = left - right;
  if (Math.abs(area) > ROUNDED * (Math.abs(left) + Math.abs(right)) || (small(p) && small(q) && small(r))) return Math.sign(area);
  const exact = BigInt(q[0] - p[0]) * BigInt(r[1] - p[1]) - BigInt(q[1] - p[1]) * BigInt(r[0] - p[0]);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
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

/** The crossings of a drawing whose vertices move: only edges at those that moved are looked at again. */
export class Crossings {
  constructor(points, edges) {
    this.points = points;
    this.edges = edges;
    this.around = points.map((_, vertex) => edges.flatMap((ends, index) => (ends.includes(vertex) ? [index] : [])));
    this.of = edges.map(() => new Set());
    for (const [i, j] of crossings(points, edges)) this.cross(i, j);
  }

  /** The same crossings, to go on with apart from these. */
  copy() {
    return Object.assign(Object.create(Crossings.prototype), this, { of: this.of.map(others => new Set(others)) });
  }

  cross(i, j) {
    this.of[i].add(j);
    this.of[j].add(i);
  }

  /** The edges at some vertices. */
  at(vertices) {
    return new Set([...vertices].flatMap(vertex => this.around[vertex]));
  }

  /** The pairs of edges that cross after vertices have moved, of those that have an edge at one of them. */
  * made(points, vertices) {
    const touched = this.at(vertices);
    for (const i of touched) {
      const [a, b] = this.edges[i];
      for (const [j, [c, d]] of this.edges.entries()) {
        if (a === c || a === d || b === c || b === d || (j < i && touched.has(j))) continue;
        if (cross(points[a], points[b], points[c], points[d])) yield [i, j];
      }
    }
  }

  /** Take new points, in which only these vertices have moved. */
  move(points, vertices) {
    const touched = this.at(vertices);
    for (const i of touched) {
      for (const j of this.of[i]) this.of[j].delete(i);
      this.of[i].clear();
    }
    for (const [i, j] of this.made(points, vertices)) this.cross(i, j);
    this.points = points;
  }

  /** How many there would be. */
  countAfter(points, vertices) {
    const touched = this.at(vertices);
    let count = this.count;
    for (const i of touched) for (const j of this.of[i]) if (!touched.has(j) || i < j) count -= 1;
    for (const _ of this.made(points, vertices)) count += 1;
    return count;
  }

  get count() {
    return this.of.reduce((sum, others) => sum + others.size, 0) / 2;
  }

  /** All of them, ascending. */
  get pairs() {
    return this.of.flatMap((others, i) => [...others].filter(j => j > i).sort((a, b) => a - b).map(j => [i, j]));
  }
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

/** Why points are not in general position, if some of them moved and the others are; null if they are. */
export function faultOfMoved(points, moved) {
  for (const k of moved) {
    for (let j = 0; j < points.length; j += 1) {
      if (j === k) continue;
      if (points[j][0] === points[k][0] && points[j][1] === points[k][1]) return `vertices ${j} and ${k} would be at one place`;
      for (let i = 0; i < j; i += 1) {
        if (i !== k && side(points[i], points[j], points[k]) === 0) return `vertices ${[i, j, k].sort((a, b) => a - b).join(", ")} would be on a line`;
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
