// Cards of SWISH and SET as texts: a list of codes that grows and shrinks by clicks.

/** The codes of a text that lists some; null if it is something else: a label, a deck, JSON. */
export function codesOf(text) {
  const codes = text.split(/[\s,]+/).filter(Boolean);
  const cards = codes.every(code => /^[*o./]+$/.test(code)) || codes.every(code => /^[0-9a-z]+$/.test(code));
  return cards ? codes : null;
}

/** The text with a card more; what is no list of cards gives way to it. */
export const withCard = (text, code) => [...(codesOf(text) ?? []), code].join(", ");

/** The text without a card: one of them, if there are several. */
export function withoutCard(text, code) {
  const codes = codesOf(text) ?? [];
  const at = codes.indexOf(code);
  return codes.filter((_, index) => index !== at).join(", ");
}

/** The code of the SWISH card of a board with its point and its circle at cells, given as [row, column] from 0. */
export function swishCard(height, width, point, circle) {
  const rows = Array.from({ length: height }, () => Array(width).fill("."));
  rows[point[0]][point[1]] = "*";
  rows[circle[0]][circle[1]] = "o";
  return rows.map(row => row.join("")).join("/");
}
