// Checks of claims about drawings from their certificates, as schema/certificates.md defines them.

import { cross, side } from "./geometry.js";

function must(holds, text) {
  if (!holds) throw new Error(text);
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

const suffices = swaps => `${counted(swaps, "swap")} suffice${swaps === 1 ? "s" : ""}`;

/** A drawing whose vertices move: an arrangement lists the point of each vertex. */
class Drawing {
  constructor({ points, edges }) {
    this.points = points;
    this.edges = edges.map(([u, v]) => (u < v ? [u, v] : [v, u]));
    this.start = points.map((_, vertex) => vertex);
  }

  /** The pairs of edges, by index, that cross in an arrangement. */
  crossings(at) {
    const found = [];
    this.edges.forEach(([a, b], i) =>
      this.edges.slice(i + 1).forEach(([c, d], k) => {
        if (a === c || a === d || b === c || b === d) return;
        const [p, q, r, s] = [a, b, c, d].map(vertex => this.points[at[vertex]]);
        if (cross(p, q, r, s)) found.push([i, i + 1 + k]);
      }),
    );
    return found;
  }

  has([u, v]) {
    return this.edges.some(([a, b]) => (a === u && b === v) || (a === v && b === u));
  }

  ends(pair) {
    return pair.reduce((mask, edge) => mask | (1n << BigInt(this.edges[edge][0])) | (1n << BigInt(this.edges[edge][1])), 0n);
  }

  masks() {
    return this.edges.map(([u, v]) => (1n << BigInt(u)) | (1n << BigInt(v)));
  }
}

const swapped = (at, [u, v]) => at.map((point, vertex) => (vertex === u ? at[v] : vertex === v ? at[u] : point));

/** Whether the ends of a number of edges can touch all crossing pairs; each pair is given by its four vertices. */
function touched(masks, crossings, number) {
  if (!crossings.length) return true;
  if (!number) return false;
  return masks.some(ends => ends & crossings[0] && touched(masks, crossings.filter(four => !(four & ends)), number - 1));
}

/** The plane arrangements that a number of swaps might reach, according to distances and parity. */
function near(drawing, swaps) {
  const n = drawing.points.length;
  const around = drawing.start.map(v => drawing.edges.filter(edge => edge.includes(v)).map(([a, b]) => (a === v ? b : a)));
  const distance = drawing.start.map(source => {
    const found = Array(n).fill(n * n);
    const queue = [source];
    found[source] = 0;
    for (const u of queue) {
      for (const v of around[u]) {
        if (found[v] <= found[u] + 1) continue;
        found[v] = found[u] + 1;
        queue.push(v);
      }
    }
    return found;
  });
  const order = [];
  while (order.length < n) {
    const rank = v => around[v].filter(u => order.includes(u)).length * n + around[v].length;
    order.push(drawing.start.filter(v => !order.includes(v)).reduce((best, v) => (rank(v) > rank(best) ? v : best)));
  }
  const [arrangements, at, taken] = [[], Array(n).fill(-1), Array(n).fill(false)];
  const place = (number, segments, total) => {
    if (number === n) {
      const least = Math.ceil(total / 2);
      const odd = at.reduce((sum, a, i) => sum + at.slice(i + 1).filter(b => a > b).length, 0) % 2;
      if (least + (least % 2 === odd ? 0 : 1) <= swaps) arrangements.push([...at]);
      return;
    }
    const v = order[number];
    const moving = order.slice(number + 1).filter(u => taken[u]).length;
    for (let point = 0; point < n; point += 1) {
      const far = distance[v][point];
      if (taken[point] || total + far + moving > 2 * swaps) continue;
      const added = around[v].filter(u => at[u] >= 0).map(u => [point, at[u]]);
      const crosses = added.some(([a, b]) =>
        segments.some(([c, d]) => a !== c && a !== d && b !== c && b !== d && cross(...[a, b, c, d].map(i => drawing.points[i]))),
      );
      if (crosses) continue;
      [at[v], taken[point]] = [point, true];
      place(number + 1, [...segments, ...added], total + far);
      [at[v], taken[point]] = [-1, false];
    }
  };
  place(0, [], 0);
  return { arrangements, distance };
}

/** Whether distances allow a number of swaps to lead from an arrangement back to the start. */
function leadsBack(drawing, distance, at, swaps) {
  const total = at.reduce((sum, point, vertex) => sum + distance[vertex][point], 0);
  if (total > 2 * swaps) return false;
  return !total || drawing.edges.some(edge => leadsBack(drawing, distance, swapped(at, edge), swaps - 1));
}

/**
 * Whether at most a number of swaps lead to a plane drawing. Searches layer by layer and visits each arrangement once.
 */
function solvable(drawing, most) {
  const masks = drawing.masks();
  let layer = [drawing.start];
  const seen = new Set([String(drawing.start)]);
  for (let left = most; left >= 0; left -= 1) {
    const following = [];
    for (const at of layer) {
      const crossings = drawing.crossings(at).map(pair => drawing.ends(pair));
      if (!crossings.length) return true;
      if (!left) continue;
      drawing.edges.forEach((edge, i) => {
        const rest = crossings.filter(four => !(four & masks[i]));
        if (rest.length > left - 1 && !touched(masks, rest, left - 1)) return;
        const moved = swapped(at, edge);
        if (seen.has(String(moved))) return;
        seen.add(String(moved));
        following.push(moved);
      });
    }
    layer = following;
  }
  return false;
}

function* fewerExcluded(drawing, swaps, fewer) {
  if (fewer.crossings) {
    const crossing = new Set(drawing.crossings(drawing.start).map(pair => pair.map(i => String(drawing.edges[i])).sort().join(" ")));
    const key = pair => pair.map(([u, v]) => String(u < v ? [u, v] : [v, u])).sort().join(" ");
    for (const pair of fewer.crossings) must(crossing.has(key(pair)), `edges ${JSON.stringify(pair)} do not cross`);
    yield `Each of the ${counted(fewer.crossings.length, "pair")} of edges crosses.`;
    const ends = fewer.crossings.map(pair => pair.flat().reduce((mask, vertex) => mask | (1n << BigInt(vertex)), 0n));
    must(!touched(drawing.masks(), ends, swaps), `the ends of ${counted(swaps, "edge")} touch all these crossings`);
    yield `The ends of ${counted(swaps, "edge")} never touch all these crossings (all choices tried), so after ${counted(swaps, "swap")} a crossing remains.`;
    return;
  }
  const { arrangements, distance } = near(drawing, swaps);
  const sorted = list => list.map(String).sort().join(";");
  must(sorted(arrangements) === sorted(fewer.near), `the certificate does not list the ${counted(arrangements.length, "plane arrangement")} that distances and parity allow`);
  yield `Distances and parity allow ${swaps} swaps to reach ${arrangements.length ? counted(arrangements.length, "plane arrangement") : "no plane arrangement"} (all placements tried).`;
  for (const at of arrangements) must(!leadsBack(drawing, distance, at, swaps), `a plane arrangement is reached with ${counted(swaps, "swap")}`);
  if (arrangements.length) yield `From none of these arrangements can ${counted(swaps, "swap")} lead back to the start.`;
}

function* minimum({ value, lower, upper, proved, certificate, drawing: given }) {
  const drawing = new Drawing(given);
  const before = drawing.crossings(drawing.start).length;
  yield `The drawing has ${counted(before, "crossing")}.`;
  if (value === null) return { complete: false, text: "a separate claim states the reason why no plane drawing can be reached." };
  const { swaps, fewer } = certificate ?? {};
  if (swaps) {
    must(swaps.length === value && upper === value, `the sequence has ${counted(swaps.length, "swap")}, not ${value}`);
    let at = drawing.start;
    for (const [number, swap] of swaps.entries()) {
      must(drawing.has(swap), `there is no edge ${swap.join("–")} to swap`);
      at = swapped(at, swap);
      yield `Swap ${number + 1}, edge ${swap.join("–")}: ${counted(drawing.crossings(at).length, "crossing")}.`;
    }
    must(!drawing.crossings(at).length, "crossings are left after the last swap");
  } else {
    must(solvable(drawing, value), `no plane drawing is reached with ${counted(value, "swap")}`);
    yield `${suffices(value)}: a search found a sequence.`;
  }
  if (!proved || lower !== value) return { complete: false, text: `${suffices(value)}. The claim does not state a proof that fewer swaps do not suffice.` };
  if (fewer) yield* fewerExcluded(drawing, value - 1, fewer);
  else if (value) {
    must(!solvable(drawing, value - 1), suffices(value - 1));
    yield value === 1 ? "Without a swap, the drawing has crossings." : `${counted(value - 1, "swap")} cannot suffice: a search tried all sequences that might.`;
  }
  return { complete: true, text: value ? `${suffices(value)}, and fewer swaps do not.` : "no swap is needed." };
}

const SUBDIVIDED = {
  K5: [5, pairs => pairs],
  K4: [4, pairs => pairs],
  "K3,3": [6, pairs => pairs.filter(([a, b]) => a < 3 && b >= 3)],
  "K2,3": [5, pairs => pairs.filter(([a, b]) => a < 2 && b >= 2)],
};

function* subdivision({ graph, branch, paths, reason }, drawing) {
  const allowed = reason === "subdivision" ? ["K5", "K3,3"] : ["K4", "K2,3"];
  must(allowed.includes(graph), `a subdivision of ${graph} proves nothing for this reason`);
  const [size, choose] = SUBDIVIDED[graph];
  must(branch.length === size && new Set(branch).size === size, `${graph} has ${size} vertices`);
  const every = branch.flatMap((_, a) => branch.slice(a + 1).map((__, k) => [a, a + 1 + k]));
  const joined = paths.map(path => [branch.indexOf(path[0]), branch.indexOf(path.at(-1))].sort((a, b) => a - b));
  must(joined.map(String).sort().join(" ") === choose(every).map(String).sort().join(" "), `the paths do not join the vertices of ${graph}`);
  yield `${counted(paths.length, "path")} join the ${size} vertices as the edges of ${graph} do.`;
  const inner = paths.flatMap(path => path.slice(1, -1));
  must(new Set([...inner, ...branch]).size === inner.length + size, "two paths share an inner vertex");
  yield "No two paths share an inner vertex.";
  for (const path of paths) for (let i = 1; i < path.length; i += 1) must(drawing.has([path[i - 1], path[i]]), `there is no edge ${path[i - 1]}–${path[i]}`);
  yield "Each step of a path is an edge of the drawing.";
}

/**
 * Whether a point is on the convex hull: all other points are on one side of a line through this point and another one.
 */
function onHull(point, others) {
  return others.some(other => new Set(others.filter(third => third !== other).map(third => side(point, other, third))).size <= 1);
}

function* unreachable({ value, proved, certificate, drawing: given }) {
  const drawing = new Drawing(given);
  must(value === true && proved, "the claim does not state that no plane drawing can be reached");
  const vertices = certificate.vertices?.length ? certificate.vertices : drawing.start;
  for (const [u, v] of drawing.edges) must(vertices.includes(u) === vertices.includes(v), `edge ${u}–${v} leads out of the vertices of the certificate`);
  if (certificate.hull?.length) {
    const points = vertices.map(vertex => drawing.points[vertex]);
    const hull = vertices.filter(vertex => onHull(drawing.points[vertex], points.filter(point => point !== drawing.points[vertex])));
    must(hull.sort((a, b) => a - b).join() === [...certificate.hull].sort((a, b) => a - b).join(), `the convex hull has the points of vertices ${hull.join(", ")}`);
    yield `${certificate.hull.length} of the ${vertices.length} points are on the convex hull.`;
  }
  if (certificate.reason === "edges") {
    must(vertices.length >= 3, "the maximum number of edges holds for three vertices or more");
    const [edges, most] = [drawing.edges.filter(([u]) => vertices.includes(u)).length, 3 * vertices.length - 3 - certificate.hull.length];
    must(edges > most, `${edges} edges are not more than ${most}`);
    return { complete: true, text: `a plane drawing has at most 3 × ${vertices.length} − 3 − ${certificate.hull.length} = ${most} edges, but the graph has ${edges}.` };
  }
  if (certificate.reason === "recompute") {
    const seen = new Set([String(drawing.start)]);
    const queue = [drawing.start];
    for (const at of queue) {
      must(drawing.crossings(at).length, `the arrangement ${at.join(", ")} is plane`);
      for (const edge of drawing.edges) {
        const moved = swapped(at, edge);
        if (seen.has(String(moved))) continue;
        seen.add(String(moved));
        queue.push(moved);
      }
    }
    return { complete: true, text: `swaps reach ${seen.size} arrangements, and each of them has a crossing.` };
  }
  if (certificate.reason === "outerplanar-subdivision") must(certificate.hull.length === vertices.length, "not all points are on the convex hull");
  yield* subdivision(certificate, drawing);
  return { complete: true, text: `the graph contains a subdivision of ${certificate.graph}, which cannot be drawn on these points without crossings.` };
}

function* census({ value, certificate }) {
  const { graphs, point_sets: sets, classes } = certificate;
  const n = sets[0][0].length;
  let factorial = 1;
  for (let k = 2; k <= n; k += 1) factorial *= k;
  const sums = new Map();
  for (const [graph, set, , stabiliser, number] of classes) {
    const arrangements = (graphs[graph][1] * sets[set][1]) / stabiliser;
    must(Number.isInteger(arrangements), `a class of graph ${graph} and point set ${set} has no whole number of arrangements`);
    sums.set(`${graph},${set}`, (sums.get(`${graph},${set}`) ?? 0) + arrangements * number);
  }
  for (const [pair, sum] of sums) must(sum === factorial, `the classes of graph and point set ${pair} have ${sum} arrangements, not ${factorial}`);
  must(sums.size === graphs.length * sets.length, "a graph has no classes on a point set");
  yield `For each of ${graphs.length} graphs on each of ${sets.length} point sets, the arrangements add up to ${n}! = ${factorial}.`;
  const labelled = graphs.reduce((sum, [, symmetries]) => sum + factorial / symmetries, 0);
  yield `In total, there are ${labelled} graphs with numbered vertices.`;
  const total = classes.reduce((sum, row) => sum + row[4], 0);
  must(total === value.classes, `there are ${total} classes, not ${value.classes}`);
  for (const [minimum, number] of value.by_minimum) {
    const found = classes.reduce((sum, row) => (row[2] === minimum ? sum + row[4] : sum), 0);
    must(found === number, `there are ${found} classes of the minimum ${minimum}, not ${number}`);
  }
  yield `The classes add up, by minimum: ${value.by_minimum.map(([minimum, number]) => `${number} ${minimum === null ? "that cannot be made plane" : `with ${minimum}`}`).join(", ")}.`;
  return { complete: false, text: "the numbers add up. ludex-check-claims also recomputes the symmetries and the minima." };
}

/** The partitions of a number into parts, the largest first. */
function* partitions(n, most = n) {
  if (!n) yield [];
  for (let part = Math.min(n, most); part > 0; part -= 1) for (const rest of partitions(n - part, part)) yield [part, ...rest];
}

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/** The number of graphs on n vertices by edges, by Burnside's lemma over the cycle types of the permutations. */
function graphsByEdges(n) {
  const pairs = (n * (n - 1)) / 2;
  const sums = Array(pairs + 1).fill(0n);
  let permutations = 1n;
  for (let k = 2n; k <= n; k += 1n) permutations *= k;
  for (const cycles of partitions(n)) {
    const orbits = cycles.flatMap((a, i) => [
      ...Array(Math.floor((a - 1) / 2)).fill(a),
      ...(a % 2 ? [] : [a / 2]),
      ...cycles.slice(i + 1).flatMap(b => Array(gcd(a, b)).fill((a * b) / gcd(a, b))),
    ]);
    const repeated = new Map();
    for (const a of cycles) repeated.set(a, (repeated.get(a) ?? 0) + 1);
    let centraliser = cycles.reduce((product, a) => product * BigInt(a), 1n);
    for (const count of repeated.values()) for (let k = 2; k <= count; k += 1) centraliser *= BigInt(k);
    const fixed = Array(pairs + 1).fill(0n);
    fixed[0] = permutations / centraliser;
    for (const size of orbits) for (let edges = pairs; edges >= size; edges -= 1) fixed[edges] += fixed[edges - size];
    fixed.forEach((count, edges) => { sums[edges] += count; });
  }
  return sums.map(sum => sum / permutations);
}

function* collection({ value, collection: name, points: n }) {
  const [[key, table]] = Object.entries(value).filter(([key]) => key.startsWith("by_"));
  const total = table.reduce((sum, [, members]) => sum + members, 0);
  must(total === value.members, `the members add up to ${total}, not ${value.members}`);
  yield `The members by ${key.slice(3)} add up to ${total}.`;
  if (!name.startsWith("graphs-")) return { complete: false, text: "the numbers add up. The members themselves are listed again by ludex-check-claims." };
  const [all, smaller] = [graphsByEdges(n), graphsByEdges(n - 1)];
  const without = all.map((count, edges) => count - (smaller[edges] ?? 0n));
  const stated = new Map(table);
  without.forEach((count, edges) => must(BigInt(stated.get(edges) ?? 0) === count, `there are ${count} graphs with ${edges} edges`));
  yield `There are ${all.reduce((sum, count) => sum + count)} graphs on ${n} vertices, ${smaller.reduce((sum, count) => sum + count)} of them with an isolated vertex.`;
  return { complete: true, text: `Burnside's lemma gives ${total} graphs without isolated vertices, with the same numbers by edges.` };
}

export const CHECKS = {
  "planarity.collection-size": collection,
  "planarity.minimum-swaps": minimum,
  "planarity.unreachable": unreachable,
  "planarity.census": census,
};
