// The rules of SET and the game for one player: a set is replaced by three cards; without a set, three are added.

export const PROPERTIES = ["number", "colour", "shading", "shape"];

/** The values of each property, by digit, as in the names of the cards. */
export const VALUES = [["one", "two", "three"], ["red", "green", "purple"], ["solid", "striped", "open"], ["oval", "diamond", "squiggle"]];

/** The properties (by index) that are neither the same on all three cards nor all different. */
export function faults(cards) {
  return [...cards[0]].flatMap((_, place) => (new Set(cards.map(card => card[place])).size === 2 ? [place] : []));
}

/** The reason why three cards are not a set: the values of each property that fails. */
export function faultText(cards) {
  const reasons = faults(cards).map(place => `${PROPERTIES[place]} (${cards.map(card => VALUES[place][card[place]]).join(", ")})`);
  return `Not a set. Neither all the same nor all different: ${reasons.join(", ")}.`;
}

export const isSet = cards => cards.length === 3 && new Set(cards).size === 3 && !faults(cards).length;

/** The card that completes two cards to a set: the digits of a set add up to a multiple of three in each property. */
export const third = (a, b) => [...a].map((digit, place) => (6 - Number(digit) - Number(b[place])) % 3).join("");

/** All sets among cards, as ascending indices. */
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

/** A game with a shuffled deck. `moves` has the sets that were taken, and null where three cards were added. */
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

  /** Whether the deck is empty and the table has no set. */
  get over() {
    return !this.left && !this.sets.length;
  }

  draw(count) {
    const cards = this.order.slice(this.came, this.came + count);
    this.came += cards.length;
    return cards;
  }

  /** Take a set from the table. New cards replace it until the deck is empty. Returns false if it is not a set. */
  take(cards) {
    if (!isSet(cards) || !cards.every(card => this.table.includes(card))) return false;
    const come = this.table.length > this.first ? [] : this.draw(3);
    this.table = this.table.flatMap(card => (cards.includes(card) ? come.splice(0, 1) : [card]));
    this.moves.push([...cards]);
    return true;
  }

  /** Claim that there is no set: if that is true and the deck is not empty, add three cards. */
  more() {
    if (this.sets.length || !this.left) return false;
    this.table = [...this.table, ...this.draw(3)];
    this.moves.push(null);
    return true;
  }
}

/** Write moves for an address, two characters per card and a full stop for added cards, and parse them. */
export function writeMoves(moves) {
  const written = card => parseInt(card, 3).toString(36).padStart(2, "0");
  return moves.map(cards => (cards ? cards.map(written).join("") : ".")).join("");
}

export function readMoves(text) {
  const card = two => parseInt(two, 36).toString(3).padStart(4, "0");
  return (text ?? "").match(/[0-9a-z]{6}|\./g)?.map(move => (move === "." ? null : move.match(/../g).map(card))) ?? [];
}
