// A table of SET on a page: its cards, of which a visitor selects three.

import { counted } from "../../../js/game.js";
import { svgElement } from "../../../js/svg.js";
import { TablePage } from "../../card_games/js/table.js";

const VIEW_BOX = "-1 -1 152 99";

/** The picture of a card, which refers to a picture on the page. */
export const faceOf = card => svgElement("use", { href: `#card-${card}` });

/** A picture of its own for a card in a list. */
export const smallFace = card => {
  const face = svgElement("svg", { viewBox: VIEW_BOX, "aria-hidden": "true" });
  face.append(faceOf(card));
  return face;
};

/** The page of a table of SET: `chosen` and `hinted` are the selected cards and those that a hint marks. */
export class SetTable extends TablePage {
  constructor(page, pack, storage, now) {
    super(page, pack, storage, now);
    this.clear();
  }

  /** Forget the selection and the hint. */
  clear() {
    this.chosen = [];
    this.hinted = [];
  }

  /** The name of a card in words. */
  nameOf(card) { return this.page.querySelector(`#card-${card} title`).textContent.split(": ")[1]; }

  namesOf(cards) { return cards.map(card => this.nameOf(card)).join(", "); }

  /** Show cards on the table. Returns the buttons whose card is new. */
  lay(cards) {
    for (const place of this.table.querySelectorAll(".place")) place.remove();
    while (this.table.children.length > cards.length) this.table.lastElementChild.remove();
    while (this.table.children.length < cards.length) {
      const place = this.place(this.table.children.length, { viewBox: VIEW_BOX });
      const text = document.createElement("p");
      text.className = "face-text";
      text.setAttribute("aria-hidden", "true");
      place.append(text);
      this.table.append(place);
    }
    const changed = [];
    for (const [index, card] of cards.entries()) {
      const button = this.table.children[index].firstElementChild;
      if (button.dataset.card !== card) {
        button.dataset.card = card;
        button.firstElementChild.replaceChildren(faceOf(card));
        button.nextElementSibling.textContent = this.nameOf(card);
        changed.push(button);
      }
      this.mark(button, this.nameOf(card), this.chosen.includes(card), this.hinted.includes(card));
    }
    return changed;
  }

  /** Select a card, or deselect it. Returns three selected cards, or null while there are fewer. */
  select(card, show) {
    this.chosen = this.chosen.includes(card) ? this.chosen.filter(other => other !== card) : [...this.chosen, card];
    if (this.chosen.length === 3) return this.chosen;
    show();
    this.say(this.chosen.length ? `${counted(this.chosen.length, "card")} selected.` : "");
    return null;
  }

  /** Mark one more card of a set than before, and count a hint for a new state of the game. */
  hint(cards, state) {
    this.help.takeHint(state);
    this.hinted = cards.slice(0, this.hinted.length % 3 + 1);
  }

  /** The stars: a mistake costs as much as a hint. */
  get stars() { return this.help.starsOf(this.help.mistakes, { minimum: 0, proved: true }); }
}
