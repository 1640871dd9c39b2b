// The rules of SWISH on cards of one board: flips, the check of a stack, the search for a swish.

export const CONFIGURATIONS = ["identity", "flip-left", "flip-up", "flip-both"];
const LETTERS = ["", "l", "u", "b"];

/** Parse the code of a card: the size of its board, and the cells of its points and circles, counted from 0. */
export function readCard(code) {
  const rows = code.split("/");
  const [height, width] = [rows.length, rows[0].length];
  const cellsOf = symbol => [...rows.join("")].flatMap((found, cell) => (found === symbol ? [cell] : []));
  return { height, width, points: cellsOf("*"), circles: cellsOf("o") };
}

/** The card in a configuration from 0 to 3: bit 1 flips it left, bit 2 flips it up. */
export function flip(card, flips) {
  const { height, width } = card;
  const moved = cell => {
    const [row, column] = [Math.floor(cell / width), cell % width];
    return (flips & 2 ? height - 1 - row : row) * width + (flips & 1 ? width - 1 - column : column);
  };
  const laid = cells => cells.map(moved).sort((a, b) => a - b);
  return { height, width, points: laid(card.points), circles: laid(card.circles) };
}

export function codeOf({ height, width, points, circles }) {
  const cells = Array(height * width).fill(".");
  for (const cell of points) cells[cell] = "*";
  for (const cell of circles) cells[cell] = "o";
  return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join("")).join("/");
}

/** Check a stack: whether it is a swish, the cells of unmatched points and circles, and cells with a symbol twice. */
export function checkStack(stack) {
  const count = cells => cells.reduce((found, cell) => found.set(cell, (found.get(cell) ?? 0) + 1), new Map());
  const points = count(stack.flatMap(card => card.points));
  const circles = count(stack.flatMap(card => card.circles));
  const alone = (some, others) => [...some.keys()].filter(cell => !others.has(cell)).sort((a, b) => a - b);
  const doubled = [...new Set([points, circles].flatMap(some => [...some].filter(([, n]) => n > 1).map(([cell]) => cell)))];
  const found = { points: alone(points, circles), circles: alone(circles, points), doubled: doubled.sort((a, b) => a - b) };
  return { swish: stack.length > 1 && !Object.values(found).some(cells => cells.length), ...found };
}

/** Find a swish among cards, as pairs of an index and a configuration; null if there is none. Exhaustive. */
export function findSwish(cards) {
  const laid = cards.map(card => CONFIGURATIONS.map((_, flips) => flip(card, flips)));
  const [points, circles] = [new Set(), new Set()];
  const fits = card => !card.points.some(cell => points.has(cell)) && !card.circles.some(cell => circles.has(cell));
  const put = card => {
    for (const cell of card.points) points.add(cell);
    for (const cell of card.circles) circles.add(cell);
  };
  const lift = card => {
    for (const cell of card.points) points.delete(cell);
    for (const cell of card.circles) circles.delete(cell);
  };
  const used = [];
  const grow = first => {
    const wanted = { points: [...circles].find(cell => !points.has(cell)), circles: [...points].find(cell => !circles.has(cell)) };
    const kind = wanted.points === undefined ? "circles" : "points";
    if (wanted[kind] === undefined) return used.length > 1;
    for (let index = first + 1; index < cards.length; index += 1) {
      if (used.some(([other]) => other === index)) continue;
      for (const [flips, card] of laid[index].entries()) {
        if (!card[kind].includes(wanted[kind]) || !fits(card)) continue;
        put(card);
        used.push([index, flips]);
        if (grow(first)) return true;
        used.pop();
        lift(card);
      }
    }
    return false;
  };
  for (const [first, [card]] of laid.entries()) {
    // Flipping a whole swish gives a swish, so the first card can keep its configuration.
    put(card);
    used.push([first, 0]);
    if (grow(first)) return used;
    used.pop();
    lift(card);
  }
  return null;
}

/**
 * The next step from a stack to a swish: `lay` (place) a card, `turn` a card, or `take` a card back; null if the stack
 * is the swish. Stack and swish are lists of pairs of an index and a configuration; the swish may be flipped as a
 * whole.
 */
export function nextStep(cards, lying, swish) {
  const as = ([index, flips]) => codeOf(flip(cards[index], flips));
  const met = wanted => lying.filter(card => wanted.some(other => other[0] === card[0] && as(other) === as(card))).length;
  const ways = CONFIGURATIONS.map((_, whole) => swish.map(([index, flips]) => [index, flips ^ whole]));
  const best = ways.reduce((a, b) => (met(b) > met(a) ? b : a));
  const missing = best.find(([index]) => !lying.some(([other]) => other === index));
  const askew = best.find(card => !lying.some(other => other[0] === card[0] && as(other) === as(card)));
  const strange = lying.find(([index]) => !best.some(([other]) => other === index));
  if (strange) return { act: "take", card: strange };
  if (missing) return { act: "lay", card: missing };
  return askew ? { act: "turn", card: askew } : null;
}

/** Write a stack for an address, and parse it; invalid cards are ignored. */
export const writeStack = lying => lying.map(([index, flips]) => `${index}${LETTERS[flips]}`).join(".");

export function readStack(text, count) {
  const lying = new Map();
  for (const [, index, letter] of (text ?? "").matchAll(/(\d+)([lub]?)/g)) {
    if (Number(index) < count) lying.set(Number(index), LETTERS.indexOf(letter));
  }
  return [...lying];
}
