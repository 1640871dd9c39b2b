// What was solved, kept in this browser only: the fewest swaps of each level, by pack.

const NAME = "ludex.solved";

export function solved(storage) {
  try {
    return JSON.parse(storage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

/** Keep a result if it is the best of its level; returns the best. */
export function keep(storage, pack, label, moves) {
  const all = solved(storage);
  const levels = all[pack] ?? {};
  const best = Math.min(moves, levels[label] ?? Infinity);
  try {
    storage.setItem(NAME, JSON.stringify({ ...all, [pack]: { ...levels, [label]: best } }));
  } catch {
    // A browser that keeps nothing: the game goes on.
  }
  return best;
}

export const bestOf = (storage, pack, label) => solved(storage)[pack]?.[label] ?? null;

/** Keep where a pack goes on. */
export function follow(storage, pack, address) {
  try {
    if (pack && address) storage.setItem(`ludex.next.${pack}`, address);
  } catch {
    // As above.
  }
}

export function start(page, storage) {
  const all = solved(storage);
  for (const card of page.querySelectorAll("[data-pack]")) {
    const done = Object.keys(all[card.dataset.pack] ?? {}).length;
    if (!done) continue;
    card.querySelector("[data-progress]").textContent = `${done} of ${card.dataset.size} solved`;
    const next = storage.getItem(`ludex.next.${card.dataset.pack}`);
    if (next?.startsWith("/play/")) card.href = next;
  }
}

if (typeof document !== "undefined" && document.querySelector("[data-pack]")) {
  try {
    start(document, localStorage);
  } catch {
    // Without storage there is no progress to show.
  }
}
