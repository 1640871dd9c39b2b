// The page on which visitors lay out cards: they pick cards, and the page shows what is known about them.

import { counted } from "../../../js/game.js";
import { Lookup } from "../../../js/lookup.js";

/** The codes in a text that lists cards; null if the text is anything else, such as a label, a deck or JSON. */
export function codesOf(text, pattern) {
  const codes = text.split(/[\s,]+/).filter(Boolean);
  return codes.every(code => new RegExp(`^${pattern}$`).test(code)) ? codes : null;
}

/** The codes without the first occurrence of a code. */
export const without = (codes, code) => codes.filter((_, index) => index !== codes.indexOf(code));

export class Deal extends Lookup {
  constructor(page) {
    super(page, text => this.change(text));
    this.pattern = this.form.dataset.cards;
    this.boxes = [...page.querySelectorAll("input[name=card]")];
    for (const box of this.boxes) {
      box.addEventListener("change", () => {
        const codes = box.checked ? [...this.codes, box.value] : without(this.codes, box.value);
        this.change(codes.join(", "), `Card ${box.checked ? "added" : "removed"}: ${counted(codes.length, "card")}.`);
      });
    }
    const clear = page.querySelector("[data-do=clear]");
    clear.hidden = false;
    clear.addEventListener("click", () => { this.change("", "Cleared."); this.text.focus(); });
    this.text.addEventListener("input", () => this.change(this.text.value));
    page.addEventListener("part", event => {
      const { entered } = event.detail.dataset;
      if (!event.detail.contains(page.activeElement) && !this.text.value && entered) this.text.value = entered;
      this.follow();
    });
    this.follow();
  }

  /** The codes in the text; an empty list if it does not list cards. */
  get codes() { return codesOf(this.text.value, this.pattern) ?? []; }

  /** Select the cards that the text lists. */
  follow() {
    const picked = new Set(this.codes);
    for (const box of this.boxes) box.checked = picked.has(box.value);
  }

  /** Replace the text. */
  change(text, words = "") {
    this.text.value = text;
    this.say(words);
    this.follow();
    this.later();
  }
}

const page = typeof document !== "undefined" && document.querySelector("#lookup[data-cards]") ? document : null;

/** The cards of the page, for modules that extend it; null on other pages. */
export const deal = page && new Deal(page);
