// The rules of SWISH on cards of one board: how they are flipped, whether a stack is a swish, whether there is one.

export const CONFIGURATIONS = ["identity", "flip-left", "flip-up", "flip-both"];
const LETTERS = ["", "l", "u", "b"];

/** A card read from its code: the size of its board, and the cells of its points and circles, counted from 0. */
export function readCard(code) {
  const rows = code.split("/");
  const [height, width] = [rows.length, rows[0].length];
  const cellsOf = symbol => [...rows.join("")].flatMap((one, cell) => (one === symbol ? [cell] : []));
  return { height, width, points: cellsOf("*"), circles: cellsOf("o") };
}

/** The card in a configuration, 0 to 3: bit 1 exchanges left and right, bit 2 top and bottom. */
export function flipped(card, flips) {
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

/** Whether cards of one board, as they lie, are a swish; and the cells of points, or circles, alone or doubled. */
export function judged(stack) {
  const count = cells => cells.reduce((found, cell) => found.set(cell, (found.get(cell) ?? 0) + 1), new Map());
  const points = count(stack.flatMap(card => card.points));
  const circles = count(stack.flatMap(card => card.circles));
  const alone = (some, others) => [...some.keys()].filter(cell => !others.has(cell)).sort((a, b) => a - b);
  const doubled = [...new Set([points, circles].flatMap(some => [...some].filter(([, n]) => n > 1).map(([cell]) => cell)))];
  const found = { points: alone(points, circles), circles: alone(circles, points), doubled: doubled.sort((a, b) => a - b) };
  return { swish: stack.length > 1 && !Object.values(found).some(cells => cells.length), ...found };
}

/** A swish among cards, as pairs of an index and a configuration; null if there is none. Every one is looked for. */
export function findSwish(cards) {
  const laid = cards.map(card => CONFIGURATIONS.map((_, flips) => flipped(card, flips)));
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
    // A swish that is flipped as a whole is one: so its first card may lie as it is written.
    put(card);
    used.push([first, 0]);
    if (grow(first)) return used;
    used.pop();
    lift(card);
  }
  return null;
}

/**
 * The next thing to do on the way from what lies to a swish: `lay` a card, `turn` one, or `take` one away; null if
 * nothing is left to do. Both are pairs of an index and a configuration; the swish may be flipped as a whole.
 */
export function nextStep(cards, lying, swish) {
  const as = ([index, flips]) => codeOf(flipped(cards[index], flips));
  const met = wanted => lying.filter(one => wanted.some(other => other[0] === one[0] && as(other) === as(one))).length;
  const ways = CONFIGURATIONS.map((_, whole) => swish.map(([index, flips]) => [index, flips ^ whole]));
  const best = ways.reduce((a, b) => (met(b) > met(a) ? b : a));
  const missing = best.find(([index]) => !lying.some(([other]) => other === index));
  const askew = best.find(one => !lying.some(other => other[0] === one[0] && as(other) === as(one)));
  const strange = lying.find(([index]) => !best.some(([other]) => other === index));
  if (strange) return { act: "take", card: strange };
  if (missing) return { act: "lay", card: missing };
  return askew ? { act: "turn", card: askew } : null;
}

/** What lies, as it stands in an address, and back; what is no card of the table is left out. */
export const writeStack = lying => lying.map(([index, flips]) => `${index}${LETTERS[flips]}`).join(".");

export function readStack(text, count) {
  const lying = new Map();
  for (const [, index, letter] of (text ?? "").matchAll(/(\d+)([lub]?)/g)) {
    if (Number(index) < count) lying.set(Number(index), LETTERS.indexOf(letter));
  }
  return [...lying];
}
