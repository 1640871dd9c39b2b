// The page "Is it in the catalogue?" for cards: they are picked by clicks, and looked up at once.

import { counted } from "./game.js";
import { Lookup } from "./lookup.js";

/** The codes of a text that lists cards of a pattern; null if it is something else: a label, a deck, JSON. */
export function codesOf(text, pattern) {
  const codes = text.split(/[\s,]+/).filter(Boolean);
  return codes.every(code => new RegExp(`^${pattern}$`).test(code)) ? codes : null;
}

/** The codes without one of them: the first, if it is there several times. */
export const without = (codes, code) => codes.filter((_, index) => index !== codes.indexOf(code));

export class Deal extends Lookup {
  constructor(page) {
    super(page, text => this.change(text));
    this.pattern = this.form.dataset.cards;
    this.boxes = [...page.querySelectorAll("input[name=card]")];
    for (const box of this.boxes) {
      box.addEventListener("change", () => {
        const codes = box.checked ? [...this.codes, box.value] : without(this.codes, box.value);
        this.change(codes.join(", "), `${box.checked ? "Added" : "Taken away"}: ${counted(codes.length, "card")}.`);
      });
    }
    const clear = page.querySelector("[data-do=clear]");
    clear.hidden = false;
    clear.addEventListener("click", () => { this.change("", "Cleared."); this.text.focus(); });
    this.text.addEventListener("input", () => this.change(this.text.value));
    page.addEventListener("part", event => {
      const { given } = event.detail.dataset;
      if (!event.detail.contains(page.activeElement) && !this.text.value && given) this.text.value = given;
      this.follow();
    });
    this.follow();
  }

  /** The codes of the text; none if it lists no cards. */
  get codes() { return codesOf(this.text.value, this.pattern) ?? []; }

  /** Tick the cards that the text lists. */
  follow() {
    const picked = new Set(this.codes);
    for (const box of this.boxes) box.checked = picked.has(box.value);
  }

  /** Take another text. */
  change(text, words = "") {
    this.text.value = text;
    this.say(words);
    this.follow();
    this.later();
  }
}

const page = typeof document !== "undefined" && document.querySelector("#given[data-cards]") ? document : null;

/** The deal of the page, for modules that add to it; null on other pages. */
export const deal = page && new Deal(page);
