// Checks of claims about SWISH from their certificates, as schema/certificates.md defines them.
// A card is a list of placements, one for each configuration: the cells of its point and circle as bits.

/** Throw an error unless something holds. */
export function must(holds, text) {
  if (!holds) throw new Error(text);
}

const MAPS = {
  rectangle: (h, w) => [(r, c) => [r, c], (r, c) => [r, w - 1 - c], (r, c) => [h - 1 - r, c], (r, c) => [h - 1 - r, w - 1 - c]],
  square: (h, w) => [
    ...MAPS.rectangle(h, w),
    (r, c) => [w - 1 - c, r],
    (r, c) => [c, h - 1 - r],
    (r, c) => [c, r],
    (r, c) => [w - 1 - c, h - 1 - r],
  ],
};

/** The different placements of a card, as [points, circles] with a bit for each cell. */
export function placements(code, symmetry) {
  const rows = code.split("/");
  const [h, w] = [rows.length, rows[0].length];
  const found = MAPS[symmetry](h, w).map(image => {
    let [points, circles] = [0n, 0n];
    rows.forEach((row, r) =>
      [...row].forEach((symbol, c) => {
        const [y, x] = image(r, c);
        if (symbol === "*") points |= 1n << BigInt(y * w + x);
        if (symbol === "o") circles |= 1n << BigInt(y * w + x);
      }),
    );
    return [points, circles];
  });
  // With up to 30 cells, the bits fit into the integers of bitwise operators, which are faster.
  const plain = h * w <= 30 ? found.map(([points, circles]) => [Number(points), Number(circles)]) : found;
  return [...new Map(plain.map(pair => [pair.join(), pair])).values()];
}

/** Whether all the given cards can form one swish. Open cells are filled one after another. */
export function canBeLaid(cards, points, circles) {
  const gaps = points ^ circles;
  if (!cards.length) return !gaps;
  const cell = gaps & -gaps;
  return (cell ? cards : cards.slice(0, 1)).some((ways, place) =>
    ways.some(([p, c]) => {
      const fills = !cell || (points & cell ? c : p) & cell;
      return fills && !(p & points) && !(c & circles) && canBeLaid(cards.filter((_, i) => i !== place), points | p, circles | c);
    }),
  );
}

/** Whether a card forms a swish with some of the other cards: open cells are filled one after the other. */
function isInSwish(card, others) {
  const grow = (left, points, circles) => {
    const gaps = points ^ circles;
    if (!gaps) return true;
    const cell = gaps & -gaps;
    return left.some((ways, place) =>
      ways.some(([p, c]) => {
        const fits = (points & cell ? c : p) & cell && !(p & points) && !(c & circles);
        return fits && grow(left.filter((_, i) => i !== place), points | p, circles | c);
      }),
    );
  };
  return card.some(([p, c]) => grow(others, p, c));
}

/** Whether some of the cards form a swish: each card is tried as the first one. */
export const hasSwish = cards => cards.some((card, first) => isInSwish(card, cards.slice(first + 1)));

/**
 * Call a function with the indices and the placements of every swish of at most a number of cards, each once: the first
 * card is the least of those that are left, open cells are filled by later cards, and then a part may follow beside it.
 */
function eachSwish(cards, most, visit) {
  const grow = (indices, placed, first, points, circles) => {
    const gaps = points ^ circles;
    if (!gaps && indices.length > 1) visit(indices, placed);
    if (indices.length === most) return;
    const cell = gaps & -gaps;
    for (let i = first + 1; i < cards.length; i += 1) {
      if (indices.includes(i)) continue;
      for (const [p, c] of cards[i]) {
        const fits = (!cell || (points & cell ? c : p) & cell) && !(p & points) && !(c & circles);
        if (fits) grow([...indices, i], [...placed, [p, c]], cell ? first : i, points | p, circles | c);
      }
    }
  };
  grow([], [], -1, zero(cards), zero(cards));
}

const zero = cards => (typeof cards[0][0][0] === "bigint" ? 0n : 0);
const swishOf = (chosen, cards) => chosen.length > 1 && canBeLaid(chosen.map(i => cards[i]), zero(cards), zero(cards));

function indices(list, size) {
  const fits = list.every(i => Number.isInteger(i) && i >= 0 && i < size) && new Set(list).size === list.length;
  must(fits, `${JSON.stringify(list)} are not different cards`);
}

// Exact fractions of integers.
const add = ([a, b], [c, d]) => [a * d + c * b, b * d];
const less = ([a, b], [c, d]) => a * d < c * b;
const ceiling = ([a, b]) => (a >= 0n ? (a + b - 1n) / b : -(-a / b));

/** The number of cards that must be left out in a case, computed from the weights. */
function leftOut(found, needs, copies, kindOf, ranges) {
  if (found.card !== undefined) {
    const kind = kindOf[found.card];
    const [least, most] = ranges.get(kind) ?? [0, copies.get(kind)];
    must(least < found.missing && found.missing <= most, "a case of the weights is empty");
    const within = (from, to) => new Map(ranges).set(kind, [from, to]);
    const fewer = leftOut(found.fewer, needs, copies, kindOf, within(least, found.missing - 1));
    const more = leftOut(found.more, needs, copies, kindOf, within(found.missing, most));
    return fewer < more ? fewer : more;
  }
  const denominator = BigInt(found.denominator);
  must(denominator > 0n, "the denominator is not positive");
  must(found.weights.length === needs.length && found.weights.every(w => w >= 0), "each swish has a weight that is not negative");
  const weights = found.weights.map(w => BigInt(w));
  let total = [weights.reduce((sum, w) => sum + w, 0n), denominator];
  for (const [kind, count] of copies) {
    const [least, most] = ranges.get(kind) ?? [0, count];
    let best = null;
    for (let missing = least; missing <= most; missing += 1) {
      const broken = weights.reduce((sum, w, i) => {
        const need = needs[i].get(kind) ?? 0;
        return need && count - need + 1 <= missing ? sum + w : sum;
      }, 0n);
      const rest = [BigInt(missing) * denominator - broken, denominator];
      if (best === null || less(rest, best)) best = rest;
    }
    total = add(total, best);
  }
  return ceiling(total);
}

const tally = list => list.reduce((found, one) => found.set(one, (found.get(one) ?? 0) + 1), new Map());

function* maximumOfCards({ value, lower, upper, proved, certificate, cards: codes, symmetry }) {
  const cards = codes.map(code => placements(code, symmetry));
  const { indices: kept, weights } = certificate;
  indices(kept, cards.length);
  must(value === kept.length && lower === value, `the value is ${value}, but the set has ${kept.length} cards`);
  yield `The set has ${kept.length} different cards.`;
  must(!hasSwish(kept.map(i => cards[i])), "the cards of the set contain a swish");
  yield "No choice of cards of the set, in any configurations, forms a swish.";
  if (!proved || !weights) return { complete: false, text: `${value} cards without a swish exist. There is no short proof that no set is larger, so ludex-check-claims cannot check that either.` };
  must(upper === value, "the claim is proved, but its bounds differ");
  for (const swish of weights.swishes) {
    indices(swish, cards.length);
    must(swishOf(swish, cards), `cards ${swish.join(", ")} do not form a swish`);
  }
  yield `Each of the ${weights.swishes.length} sets of cards with a weight is a swish.`;
  const needs = weights.swishes.map(swish => tally(swish.map(i => codes[i])));
  const out = leftOut(weights, needs, tally(codes), codes, new Map());
  yield `The weights add up: at least ${out} cards must be left out.`;
  must(BigInt(cards.length) - out === BigInt(upper), `the weights allow ${BigInt(cards.length) - out} cards, not ${upper}`);
  return { complete: true, text: `a set without a swish has at most ${cards.length} − ${out} = ${upper} cards, and ${value} cards are possible.` };
}

/** The orbits of the cells of a board, as lists of cells [row, column]. */
function orbitsOf(h, w, symmetry) {
  const maps = MAPS[symmetry](h, w);
  const found = new Map();
  for (let r = 0; r < h; r += 1) {
    for (let c = 0; c < w; c += 1) {
      const cells = new Map(maps.map(image => image(r, c)).map(([y, x]) => [y * w + x, [y, x]]));
      found.set(Math.min(...cells.keys()), [...cells.values()]);
    }
  }
  return [...found.values()];
}

/**
 * For an orbit: the number of cards within it, the maximum number of these without a swish, and the number of such
 * choices.
 */
function withinOrbit(orbit, h, w, symmetry) {
  const distinct = new Map();
  for (const [pr, pc] of orbit) {
    for (const [cr, cc] of orbit) {
      if (pr === cr && pc === cc) continue;
      const rows = Array.from({ length: h }, () => Array(w).fill("."));
      rows[pr][pc] = "*";
      rows[cr][cc] = "o";
      const ways = placements(rows.map(row => row.join("")).join("/"), symmetry);
      distinct.set(ways.map(String).sort()[0], ways);
    }
  }
  const cards = [...distinct.values()];
  let [most, number] = [0, 1];
  for (let chosen = 1; chosen < 1 << cards.length; chosen += 1) {
    const some = cards.filter((_, i) => chosen >> i & 1);
    if (some.length < most || hasSwish(some)) continue;
    [most, number] = some.length > most ? [some.length, 1] : [most, number + 1];
  }
  return { cards: cards.length, most, number };
}

function* board({ height: h, width: w, symmetry, certificate }) {
  const orbits = orbitsOf(h, w, symmetry);
  const sizes = tally(orbits.map(orbit => orbit.length));
  const stated = Object.entries(certificate.orbits).map(([size, count]) => `${size}:${count}`).sort().join();
  must([...sizes].map(([size, count]) => `${size}:${count}`).sort().join() === stated, "the orbits of the cells differ from those in the certificate");
  yield `The ${h * w} cells form ${orbits.length} orbits: ${[...sizes].map(([size, count]) => `${count} of size ${size}`).join(", ")}.`;
  const within = new Map();
  for (const size of sizes.keys()) within.set(size, withinOrbit(orbits.find(orbit => orbit.length === size), h, w, symmetry));
  for (const [size, { cards, most, number }] of within) {
    yield `Within an orbit of size ${size}: ${cards} cards, at most ${most} without a swish, which can be chosen in ${number} ${number === 1 ? "way" : "ways"} (all choices tried).`;
  }
  return { orbits, sizes, within };
}

/** The number of different cards with one point and one circle: classes of pairs of cells, by Burnside's lemma. */
function cardsOf(h, w, symmetry) {
  const maps = MAPS[symmetry](h, w);
  const pairs = maps.map(image => {
    let fixed = 0;
    for (let r = 0; r < h; r += 1) for (let c = 0; c < w; c += 1) if (String(image(r, c)) === String([r, c])) fixed += 1;
    return fixed * (fixed - 1);
  });
  return pairs.reduce((sum, n) => sum + n, 0) / maps.length;
}

function* maximumOfBoard(data) {
  const { certificate, value, lower, upper, height, width, symmetry } = data;
  const { sizes, within } = yield* board(data);
  const total = name => [...sizes].reduce((sum, [size, count]) => sum + count * within.get(size)[name], 0);
  const [all, inside, kept] = [cardsOf(height, width, symmetry), total("cards"), total("most")];
  must(certificate.cards === all, `the board has ${all} cards, not ${certificate.cards}`);
  must(certificate.within === inside, `${inside} cards have both cells in the same orbit, not ${certificate.within}`);
  for (const [size, { most }] of within) must(certificate.most_within[size] === most, `${most} cards can be chosen within an orbit of size ${size}`);
  yield `The board has ${all} cards, and ${inside} of them have both cells in the same orbit.`;
  const sum = (all - inside) / 2 + kept;
  must(value === sum && lower === sum && upper === sum, `the numbers add up to ${sum}, not ${value}`);
  return { complete: true, text: `(${all} − ${inside}) / 2 + ${kept} = ${sum}.` };
}

function* maximumSets(data) {
  const { orbits, sizes, within } = yield* board(data);
  let product = 1n;
  for (let k = 2; k <= orbits.length; k += 1) product *= BigInt(k);
  for (const [size, count] of sizes) {
    must(data.certificate.ways_within[size] === within.get(size).number, `there are ${within.get(size).number} ways within an orbit of size ${size}`);
    product *= BigInt(within.get(size).number) ** BigInt(count);
  }
  must(String(product) === String(data.value), `the product is ${product}`);
  return { complete: true, text: `${orbits.length}! orders, times the numbers of ways within the orbits, gives ${product}.` };
}

/**
 * Whether there is a swish of a given size, for cards with one point each: each cell remains empty or gets the point of
 * a card.
 */
function hasSwishOf(size, cards, codes) {
  const at = new Map();
  const kinds = new Map(codes.map((code, i) => [code, cards[i]]));
  for (const [code, ways] of kinds) for (const [p, c] of ways) at.set(p, [...(at.get(p) ?? []), [c, code]]);
  const cells = [...at.keys()].sort((a, b) => at.get(a).length - at.get(b).length);
  if (cells.length < size) return false;
  const [left, every] = [tally(codes), cells.reduce((sum, cell) => sum | cell)];
  const fill = (place, taken, empty, skips) => {
    if (place === cells.length) return !(taken & empty);
    const cell = cells[place];
    for (const [c, code] of at.get(cell)) {
      if (!left.get(code) || !(c & every) || c & (taken | empty)) continue;
      left.set(code, left.get(code) - 1);
      if (fill(place + 1, taken | c, empty, skips)) return true;
      left.set(code, left.get(code) + 1);
    }
    return skips > 0 && !(cell & taken) && fill(place + 1, taken, empty | cell, skips - 1);
  };
  return fill(0, zero(cards), zero(cards), cells.length - size);
}

function* largest({ value, lower, upper, proved, certificate, cards: codes, symmetry }) {
  const cards = codes.map(code => placements(code, symmetry));
  const name = code => placements(code, symmetry).map(String).sort()[0];
  if (value) {
    const stack = certificate.stack;
    const [owned, used] = [tally(codes.map(name)), tally(stack.map(name))];
    for (const [card, n] of used) must((owned.get(card) ?? 0) >= n, "the stack has a card that the position does not have");
    yield `The ${stack.length} cards of the stack are cards of the position.`;
    const [points, circles] = ["*", "o"].map(symbol =>
      stack.flatMap(code => [...code.replaceAll("/", "")].flatMap((found, cell) => (found === symbol ? [cell] : []))).sort((a, b) => a - b),
    );
    const meet = stack.length > 1 && new Set(points).size === points.length && String(points) === String(circles);
    must(meet, "the points and circles of the stack do not meet");
    must(stack.length === value && lower === value, `the stack has ${stack.length} cards, not ${value}`);
    yield `In the stack, each of the ${points.length} points meets one circle: a swish of ${value} cards.`;
  }
  if (!proved || upper !== value) return { complete: false, text: `a swish of ${value} cards exists. The claim does not state a proof that no swish is larger.` };
  const single = cards.every(ways => [...ways[0][0].toString(2)].filter(bit => bit === "1").length === 1 && [...ways[0][1].toString(2)].filter(bit => bit === "1").length === 1);
  if (!single) return { complete: false, text: `a swish of ${value} cards exists. This page does not repeat the search for larger swishes.` };
  for (let size = Math.max(value + 1, 2); size <= cards.length; size += 1) {
    must(!hasSwishOf(size, cards, codes), `there is a swish of ${size} cards`);
  }
  yield `Every way to fill the cells with ${Math.max(value + 1, 2)} or more cards was tried: no swish was found.`;
  return { complete: true, text: value ? `the largest swish has ${value} cards.` : "there is no swish." };
}

function* swishCounts({ value, parameters, cards: codes, symmetry }) {
  const cards = codes.map(code => placements(code, symmetry));
  const [sets, laid] = [new Map(), new Map()];
  eachSwish(cards, parameters.max_size ?? cards.length, indices => {
    const size = indices.length;
    laid.set(size, (laid.get(size) ?? 0) + 1);
    sets.set(size, (sets.get(size) ?? new Set()).add([...indices].sort((a, b) => a - b).join()));
  });
  yield `All swishes${parameters.max_size ? ` of at most ${parameters.max_size} cards` : ""} were laid.`;
  for (const size of new Set([...Object.keys(value).map(Number), ...sets.keys()])) {
    const [found, ways] = [sets.get(size)?.size ?? 0, laid.get(size) ?? 0];
    const stated = value[size] ?? { card_sets: 0, placements: 0 };
    must(stated.card_sets === found && stated.placements === ways, `${size} cards: ${found} sets of cards in ${ways} placements`);
    yield `${size} cards: ${found} sets of cards, ${ways} placements.`;
  }
  return { complete: true, text: "the counts are the same." };
}

function* swishClasses({ value, parameters: { size }, cards: codes, symmetry }) {
  const cards = codes.map(code => placements(code, symmetry));
  const rows = codes[0].split("/");
  const [h, w] = [rows.length, rows[0].length];
  const one = typeof cards[0][0][0] === "bigint" ? 1n : 1;
  const bit = cell => one << (one === 1 ? cell : BigInt(cell));
  const images = MAPS[symmetry](h, w).map(image => bits => {
    let found = zero(cards);
    for (let cell = 0; cell < h * w; cell += 1) {
      const [y, x] = image(Math.floor(cell / w), cell % w);
      if (bits & bit(cell)) found |= bit(y * w + x);
    }
    return found;
  });
  const [stacks, classes] = [new Set(), new Set()];
  eachSwish(cards, size, (indices, placed) => {
    if (indices.length !== size) return;
    const turned = images.map(image => placed.map(([p, c]) => `${image(p)}:${image(c)}`).sort().join(" "));
    stacks.add(turned[0]);
    classes.add(turned.sort()[0]);
  });
  yield `${stacks.size} stacks of ${size} cards are swishes.`;
  must(classes.size === value, `they form ${classes.size} classes, not ${value}`);
  return { complete: true, text: `the stacks form ${classes.size} classes.` };
}

/** The number of ways to choose k of n things. */
function choices(n, k) {
  let found = 1n;
  for (let i = 0; i < k; i += 1) found = (found * BigInt(n - i)) / BigInt(i + 1);
  return found;
}

const MOST_DEALS = 60_000n;

function* probability({ value, parameters: { n }, cards: codes, symmetry }) {
  const cards = codes.map(code => placements(code, symmetry));
  const all = choices(cards.length, n);
  must(BigInt(value.denominator) === all, `there are ${all} deals`);
  yield `${n} of ${cards.length} cards can be chosen in ${all} ways.`;
  must(BigInt(value.numerator) <= all, "there are more deals without a swish than deals");
  if (all > MOST_DEALS) return { complete: false, text: "the number of deals is right. Those without a swish are counted by ludex-check-claims." };
  const count = (chosen, first) => {
    if (chosen.length === n) return 1;
    let found = 0;
    for (let i = first; i < cards.length; i += 1) {
      if (!isInSwish(cards[i], chosen)) found += count([...chosen, cards[i]], i + 1);
    }
    return found;
  };
  const found = count([], 0);
  must(BigInt(value.numerator) === BigInt(found), `${found} deals have no swish`);
  return { complete: true, text: `each of the ${all} deals was tried, and ${found} have no swish.` };
}

/** The most clauses of a formula that can be satisfied: all assignments are tried. */
function mostClauses(cnf) {
  const lines = cnf.split("\n").filter(line => line && !line.startsWith("c"));
  const variables = Number(lines.find(line => line.startsWith("p")).split(/\s+/)[2]);
  if (variables > 20) return null;
  const numbers = lines.filter(line => !line.startsWith("p")).join(" ").split(/\s+/).filter(Boolean).map(Number);
  const clauses = [[]];
  for (const number of numbers) number ? clauses.at(-1).push(number) : clauses.push([]);
  clauses.pop();
  let most = 0;
  for (let values = 0; values < 1 << variables; values += 1) {
    const holds = literal => Boolean(values >> (Math.abs(literal) - 1) & 1) === literal > 0;
    most = Math.max(most, clauses.filter(clause => clause.some(holds)).length);
  }
  return most;
}

/** The most vertices that disjoint cycles of even length can cover: the cycles through the least vertex are tried. */
function mostCovered(vertices, arcs) {
  if (vertices > 12) return null;
  const after = Array.from({ length: vertices }, (_, u) => arcs.filter(([from]) => from === u).map(([, to]) => to));
  const cover = free => {
    if (!free) return 0;
    const start = Math.log2(free & -free);
    let most = cover(free & (free - 1));
    const walk = (u, left, length) => {
      for (const v of after[u]) {
        if (v === start && length % 2 === 0) most = Math.max(most, length + cover(left));
        else if (left >> v & 1) walk(v, left & ~(1 << v), length + 1);
      }
    };
    walk(start, free & (free - 1), 1);
    return most;
  };
  return cover((1 << vertices) - 1);
}

function* reduced({ value }) {
  const { problem, cnf, vertices, arcs, optimum } = value;
  const found = problem === "max-sat" ? mostClauses(cnf) : mostCovered(vertices, arcs);
  if (found === null) return { complete: false, text: "nothing: the problem is too large to be solved on this page. ludex-check-claims solves it." };
  must(found === optimum, `the optimum of the problem is ${found}, not ${optimum}`);
  yield problem === "max-sat" ? `Of all assignments, the best satisfies ${found} clauses.` : `Disjoint even cycles cover at most ${found} vertices.`;
  return { complete: false, text: "the optimum of the problem is right. That these cards encode the problem is checked by ludex-check-claims." };
}

export const CHECKS = {
  "swish.swish-counts": swishCounts,
  "swish.swish-classes": swishClasses,
  "swish.no-swish-probability": probability,
  "swish.reduced-from": reduced,
  "swish.no-swish-maximum": data => (data.certificate.orbits ? maximumOfBoard(data) : maximumOfCards(data)),
  "swish.no-swish-maximum-sets": maximumSets,
  "swish.largest-swish": largest,
};
