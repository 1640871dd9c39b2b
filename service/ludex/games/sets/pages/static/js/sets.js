// The rules of SET, and the game of one player: a set leaves the table, three cards come; three more if there is none.

export const PROPERTIES = ["number", "colour", "shading", "shape"];

/** The places at which three cards, written as digits, are neither the same nor all different. */
export function faults(cards) {
  return [...cards[0]].flatMap((_, place) => (new Set(cards.map(card => card[place])).size === 2 ? [place] : []));
}

export const isSet = cards => cards.length === 3 && new Set(cards).size === 3 && !faults(cards).length;

/** The card that makes a set of two: three times a digit, or all three, add up to a multiple of three. */
export const third = (a, b) => [...a].map((digit, place) => (6 - Number(digit) - Number(b[place])) % 3).join("");

/** Every set among cards, by ascending indices. */
export function setsOf(cards) {
  const places = new Map(cards.map((card, index) => [card, index]));
  const found = [];
  for (let i = 0; i < cards.length; i += 1) {
    for (let j = i + 1; j < cards.length; j += 1) {
      const k = places.get(third(cards[i], cards[j])) ?? -1;
      if (k > j) found.push([i, j, k]);
    }
  }
  return found;
}

/** A game with a deck in the order in which it is dealt. `moves` has sets that left, and null for three cards more. */
export class SetGame {
  constructor(order, first = 12) {
    Object.assign(this, { order, first, table: order.slice(0, first), came: Math.min(first, order.length), moves: [] });
  }

  get left() {
    return this.order.length - this.came;
  }

  get taken() {
    return this.moves.filter(Boolean);
  }

  get sets() {
    return setsOf(this.table);
  }

  /** Whether no card is left to come and no set on the table. */
  get over() {
    return !this.left && !this.sets.length;
  }

  draw(count) {
    const cards = this.order.slice(this.came, this.came + count);
    this.came += cards.length;
    return cards;
  }

  /** Take cards of the table, if they are a set. Others take their places as long as there are some. */
  take(cards) {
    if (!isSet(cards) || !cards.every(card => this.table.includes(card))) return false;
    const come = this.table.length > this.first ? [] : this.draw(3);
    this.table = this.table.flatMap(card => (cards.includes(card) ? come.splice(0, 1) : [card]));
    this.moves.push([...cards]);
    return true;
  }

  /** Claim that there is no set: if that is true, three cards more come, as long as there are some. */
  more() {
    if (this.sets.length || !this.left) return false;
    this.table = [...this.table, ...this.draw(3)];
    this.moves.push(null);
    return true;
  }
}

/** Moves as they stand in an address: two characters a card, a full stop for three cards more; and back. */
export function writeMoves(moves) {
  const written = card => parseInt(card, 3).toString(36).padStart(2, "0");
  return moves.map(cards => (cards ? cards.map(written).join("") : ".")).join("");
}

export function readMoves(text) {
  const card = two => parseInt(two, 36).toString(3).padStart(4, "0");
  return (text ?? "").match(/[0-9a-z]{6}|\./g)?.map(one => (one === "." ? null : one.match(/../g).map(card))) ?? [];
}
