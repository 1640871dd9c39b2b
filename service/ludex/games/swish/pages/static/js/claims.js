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

/** Whether some of the cards form a swish. Each card is tried as the first card, and open cells are filled. */
export function hasSwish(cards) {
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
  return cards.some((ways, first) => ways.some(([p, c]) => grow(cards.slice(first + 1), p, c)));
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

export const CHECKS = {
  "swish.no-swish-maximum": data => (data.certificate.orbits ? maximumOfBoard(data) : maximumOfCards(data)),
  "swish.no-swish-maximum-sets": maximumSets,
  "swish.largest-swish": largest,
};
