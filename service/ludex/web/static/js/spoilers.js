// A solution that a page shows counts as help with its puzzle, in blocks marked data-spoiler, which names one
// puzzle or several, with | between them.

import { storageOf } from "./game.js";
import { Help } from "./progress.js";

/** Record that the solution in a block was shown. */
function show(storage, block) {
  for (const puzzle of block.dataset.spoiler.split("|")) new Help(storage, puzzle).showSolution();
}

export function start(page, storage = storageOf()) {
  page.addEventListener("toggle", ({ target }) => {
    if (target.open && target.dataset?.spoiler) show(storage, target);
  }, { capture: true });
  const look = root => {
    for (const block of [root, ...root.querySelectorAll("[data-spoiler]")]) {
      if (block.dataset?.spoiler && block.open !== false) show(storage, block);
    }
  };
  page.addEventListener("part", event => look(event.detail));
  look(page.documentElement);
}

if (typeof document !== "undefined") start(document);
