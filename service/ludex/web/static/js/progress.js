// The best results of levels by pack, stored in the browser.

const NAME = "ludex.solved";

export function readResults(storage) {
  try {
    return JSON.parse(storage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

/** Store a result if it is the best for its level, and announce it to the page; returns the best. */
export function keep(storage, pack, label, moves) {
  const all = readResults(storage);
  const levels = all[pack] ?? {};
  const best = Math.min(moves, levels[label] ?? Infinity);
  try {
    storage.setItem(NAME, JSON.stringify({ ...all, [pack]: { ...levels, [label]: best } }));
  } catch {
    // The browser does not store anything; the game works without it.
  }
  document.dispatchEvent(new CustomEvent("result", { detail: { pack, label, moves } }));
  return best;
}

export const bestOf = (storage, pack, label) => readResults(storage)[pack]?.[label] ?? null;

/**
 * The stars for a result: three for the proved minimum (or for reaching a lower bound), two for one more, otherwise
 * one.
 */
export function starsOf(result, { minimum = null, proved = false, least = 0 }) {
  const fewest = minimum !== null && proved ? minimum : least;
  if (result <= fewest) return 3;
  return minimum !== null && result <= minimum + (proved ? 1 : 0) ? 2 : 1;
}

/** Show the number of solved levels on the card of each pack. */
export function start(page, storage) {
  const all = readResults(storage);
  for (const card of page.querySelectorAll("[data-pack]")) {
    const done = Object.keys(all[card.dataset.pack] ?? {}).length;
    if (done) card.querySelector("[data-progress]").textContent = `${done} of ${card.dataset.size} solved`;
  }
}

if (typeof document !== "undefined" && document.querySelector("[data-pack]")) {
  try {
    start(document, localStorage);
  } catch {
    // Without storage, there is no progress to show.
  }
}
