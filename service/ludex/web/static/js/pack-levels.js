// The page of a pack: the stars of each level, the next unsolved level, and the choice of levels to show.

import { counted, showStars, storageOf } from "./game.js";
import { bestStars, readResults } from "./progress.js";
import { goToPuzzle, sourceOf } from "./picking.js";

/** The best result by swaps for each level, in whichever pack it was played. */
export function bestResults(storage) {
  const best = new Map();
  for (const [pack, levels] of Object.entries(readResults(storage))) {
    if (pack.includes(" ")) continue;
    for (const [label, moves] of Object.entries(levels)) best.set(label, Math.min(moves, best.get(label) ?? Infinity));
  }
  return best;
}

export function start(page, storage = storageOf()) {
  const root = page.querySelector("[data-levels-of]");
  const best = bestResults(storage);
  const noun = root.dataset.noun ?? "level";
  const name = noun[0].toUpperCase() + noun.slice(1);
  const cards = [...root.querySelectorAll("[data-label]")].map(card => {
    const result = best.get(card.dataset.label);
    const minimum = card.dataset.minimum === undefined ? null : Number(card.dataset.minimum);
    const targets = (card.dataset.targets ?? "").split(" ").filter(Boolean).map(Number);
    const earned = result === undefined ? 0 : bestStars(storage, card.dataset.label, result, { minimum, proved: true, targets });
    showStars(card.querySelector("[data-stars]"), earned);
    return { card, earned };
  });
  const total = cards.reduce((sum, { earned }) => sum + earned, 0);
  root.querySelector("[data-stars-total]").textContent = ` · ${total} of ${counted(3 * cards.length, "star")}`;

  const next = cards.find(({ earned }) => !earned);
  if (next) {
    const { card } = next;
    card.classList.add("next");
    for (const link of root.querySelectorAll("[data-continue]")) link.href = card.href;
    root.querySelector("[data-continue-picture]").src = card.querySelector("img").src;
    root.querySelector("[data-continue-name]").textContent = `${name} ${card.querySelector("b").textContent}`;
    root.querySelector("[data-continue-about]").textContent = card.querySelector(".quiet").textContent;
  } else root.querySelector("[data-continue-name]").textContent = `All ${noun}s solved. Play again?`;

  const shown = { all: () => true, unsolved: ({ earned }) => !earned, imperfect: ({ earned }) => earned < 3 };
  const message = page.getElementById("message");
  page.addEventListener("click", async event => {
    const button = event.target.closest?.("[data-show], [data-do=for-me]");
    if (!button) return;
    if (button.dataset.do) {
      message.textContent = await goToPuzzle(storage, sourceOf(button));
      return;
    }
    for (const other of root.querySelectorAll("[data-show]")) other.setAttribute("aria-pressed", String(other === button));
    for (const item of cards) item.card.parentElement.hidden = !shown[button.dataset.show](item);
    message.textContent = `${counted(cards.filter(({ card }) => !card.parentElement.hidden).length, noun)} shown.`;
  });
}

if (typeof document !== "undefined" && document.querySelector("[data-levels-of]")) start(document);
