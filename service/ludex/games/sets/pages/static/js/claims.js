// Checks of claims about SET from their certificates, as schema/certificates.md defines them.

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

function must(holds, text) {
  if (!holds) throw new Error(text);
}

/** Different cards of a deck, each a list of values. */
function readCards(codes, properties, values) {
  const cards = codes.map(code => [...code].map(digit => DIGITS.indexOf(digit)));
  const fits = cards.every(card => card.length === properties && card.every(digit => digit >= 0 && digit < values));
  must(fits && new Set(codes).size === codes.length, "the cards are not different cards of the deck");
  return cards;
}

/**
 * The first set among cards, as indices; null if there is none. At most one later card completes v - 1 cards to a set.
 */
export function findSet(cards, values) {
  const number = card => card.reduce((sum, digit) => sum * values + digit, 0);
  const ordered = cards.map((card, i) => [number(card), i]).sort(([a], [b]) => a - b);
  const there = new Map(ordered);
  const extend = (chosen, start) => {
    if (values === 1) return chosen.length ? chosen : ordered.length ? [ordered[0][1]] : null;
    if (chosen.length === values - 1) {
      const last = cards[0].map((_, property) => {
        const column = chosen.map(i => cards[i][property]);
        return new Set(column).size === 1 ? column[0] : (values * (values - 1)) / 2 - column.reduce((sum, digit) => sum + digit, 0);
      });
      if (values === 2) return start < ordered.length ? [...chosen, ordered[start][1]] : null;
      const found = there.get(number(last));
      return found !== undefined && !chosen.includes(found) ? [...chosen, found] : null;
    }
    for (let place = start; place < ordered.length; place += 1) {
      const more = [...chosen, ordered[place][1]];
      const fits = cards[0].every((_, property) => [1, more.length].includes(new Set(more.map(i => cards[i][property])).size));
      const found = fits ? extend(more, place + 1) : null;
      if (found) return found;
    }
    return null;
  };
  return cards.length ? extend([], 0) : null;
}

/**
 * The upper bound on the number of cards without a set that an argument in schema/certificates.md gives; null if none
 * applies.
 */
export function mostCards(properties, values) {
  if (values <= 2 || properties === 1) return values - 1;
  if (properties === 2) return (values - 1) ** 2;
  return values === 3 ? counting(properties, mostCards(properties - 1, 3)) : null;
}

function counting(properties, smaller) {
  const deck = 3 ** properties;
  const most = Math.floor((deck * (1 + 3 * smaller)) / (deck + 3 * smaller));
  if (deck * (1 + 3 * smaller) === most * (deck + 3 * smaller)) {
    const [squares, ofOne] = [deck * most - most * most, 2 * (3 * smaller - most) ** 2];
    if (ofOne && squares % ofOne) return most - 1;
  }
  return most;
}

function* maximum({ value, lower, upper, proved, certificate, properties, values }) {
  const cards = readCards(certificate.cards, properties, values);
  must(value === cards.length && lower === value, `the value is ${value}, but there are ${cards.length} cards`);
  yield `${cards.length} different cards of the deck of ${values ** properties}.`;
  const found = findSet(cards, values);
  must(!found, `cards ${(found ?? []).map(i => certificate.cards[i]).join(", ")} are a set`);
  yield "These cards contain no set: all choices were tried.";
  const { by, steps, most } = certificate.bound ?? {};
  if (by === "counting") {
    for (const step of steps) {
      must(step.smaller === mostCards(step.properties - 1, 3), `the bound for ${step.properties - 1} properties is not ${step.smaller}`);
      must(step.most === counting(step.properties, step.smaller), `the bound for ${step.properties} properties is ${counting(step.properties, step.smaller)}`);
      yield `${step.properties} properties: since a hyperplane has at most ${step.smaller} cards of a cap, a cap has at most ${step.most} cards.`;
    }
    must(steps.at(-1).properties === properties, "the last step is about another deck");
  } else if (by === "closed-form") {
    must(most === mostCards(properties, values), `the closed form gives ${mostCards(properties, values)}`);
    yield `The closed form allows ${most} cards.`;
  } else if (proved) {
    return { complete: false, text: `${value} cards without a set exist. A search proved that no cap is larger; \`ludex db verify\` repeats it.`.replaceAll("`", "") };
  }
  if (!proved) return { complete: false, text: `${value} cards without a set exist, but the upper bound is larger.` };
  const bound = by === "counting" ? steps.at(-1).most : most;
  must(upper === value && bound === value, `at most ${bound} cards are possible, not ${upper}`);
  return { complete: true, text: `${value} cards are possible, and no more.` };
}

function* counts({ value, proved, certificate, properties, values }) {
  must(values === 3, "classes can only be listed for three values");
  const { classes } = certificate;
  must(classes.length === value.length, "a list of classes is missing");
  const deck = 3 ** properties;
  for (const [size, ofSize] of classes.entries()) {
    const caps = ofSize.reduce((sum, [, number]) => sum + BigInt(number), 0n);
    must(BigInt(value[size][0]) === caps && value[size][1] === ofSize.length, `the caps of ${size} cards add up to ${caps}`);
    let extended = 0n;
    for (const [text, number] of ofSize) {
      const cap = readCards(text ? text.split(" ") : [], properties, 3).map(card => card.reduce((sum, digit) => sum * 3 + digit, 0));
      must(cap.length === size, `a cap of ${size} cards has ${cap.length}`);
      const [there, forbidden] = [new Set(cap), new Set(cap)];
      for (let i = 0; i < cap.length; i += 1) {
        for (let j = 0; j < i; j += 1) {
          const third = thirdCard(cap[i], cap[j], properties);
          must(!there.has(third), `the cap ${text} has a set`);
          forbidden.add(third);
        }
      }
      extended += BigInt(number) * BigInt(deck - forbidden.size);
    }
    const last = size + 1 === value.length;
    const more = last ? 0n : BigInt(size + 1) * BigInt(value[size + 1][0]);
    if (last) must(proved === (extended === 0n), `caps of ${size} cards can be extended in ${extended} ways`);
    else must(extended === more, `caps of ${size} cards are extended in ${extended} ways, not ${more}`);
    yield `${size} cards: ${ofSize.length} ${ofSize.length === 1 ? "class" : "classes"}, ${caps} caps, extended by a card in ${extended} ways${last ? "" : ` = ${size + 1} × ${value[size + 1][0]}`}.`;
  }
  return { complete: true, text: proved ? "both ways of counting give the same numbers, and caps of the last size cannot be extended." : "both ways of counting give the same numbers." };
}

/** The third card of a set of three values, from the numbers of two cards. */
function thirdCard(a, b, properties) {
  let third = 0;
  for (let k = 0, place = 1; k < properties; k += 1, place *= 3) {
    third += ((6 - (a % 3) - (b % 3)) % 3) * place;
    [a, b] = [Math.floor(a / 3), Math.floor(b / 3)];
  }
  return third;
}

/** The number of ways to choose k of n things. */
function choices(n, k) {
  let found = 1n;
  for (let i = 0; i < k; i += 1) found = (found * BigInt(n - i)) / BigInt(i + 1);
  return found;
}

const MOST_DRAWS = 2_000_000n;

function* probability({ value, parameters: { n }, properties, values }) {
  const deck = values ** properties;
  const all = choices(deck, n);
  must(BigInt(value.denominator) === all, `there are ${all} draws`);
  yield `${n} of ${deck} cards can be drawn in ${all} ways.`;
  must(BigInt(value.numerator) <= all, "there are more draws without a set than draws");
  if (values !== 3 || all > MOST_DRAWS) return { complete: false, text: "the number of draws is right. Those without a set are counted by ludex-check-claims." };
  const forbidden = new Int32Array(deck);
  const count = (chosen, first) => {
    if (chosen.length === n) return 1;
    let found = 0;
    for (let card = first; card < deck; card += 1) {
      if (forbidden[card]) continue;
      const thirds = chosen.map(other => thirdCard(card, other, properties));
      for (const third of thirds) forbidden[third] += 1;
      found += count([...chosen, card], card + 1);
      for (const third of thirds) forbidden[third] -= 1;
    }
    return found;
  };
  const found = count([], 0);
  must(BigInt(value.numerator) === BigInt(found), `${found} draws have no set`);
  return { complete: true, text: `each of the ${all} draws was tried, and ${found} have no set.` };
}

function* noSet({ value, cards: codes, properties, values }) {
  const cards = readCards(codes, properties, values);
  yield `${cards.length} different cards of ${properties} properties with ${values} values.`;
  const found = findSet(cards, values);
  must(value === !found, found ? `cards ${found.map(i => codes[i]).join(", ")} are a set` : "there is no set");
  return { complete: true, text: found ? `cards ${found.map(i => codes[i]).join(", ")} are a set.` : "all choices were tried: there is no set." };
}

export const CHECKS = { "set.cap-maximum": maximum, "set.cap-counts": counts, "set.no-set-probability": probability, "set.no-set": noSet };
