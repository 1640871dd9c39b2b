// A board in a frame of another page: shows the stars of a result, and sends the result to that page.

import { starsOf } from "./progress.js";

export const messageOf = (level, swaps) => ({ type: "ludex", label: level.label, swaps, minimum: level.minimum, stars: starsOf(swaps, level) });

export function start(page, own = window) {
  const block = page.querySelector("[data-embed]");
  const level = JSON.parse(block.dataset.embed);
  const shown = block.querySelector("[data-embed-stars]");
  page.addEventListener("result", ({ detail: { pack, label, moves } }) => {
    if (label !== level.label || pack !== level.pack) return;
    const message = messageOf(level, moves);
    if (shown) {
      shown.textContent = "★".repeat(message.stars) + "☆".repeat(3 - message.stars);
      shown.setAttribute("aria-label", `${message.stars} of 3 stars`);
    }
    // Any page may contain this frame, and the message contains nothing secret.
    if (own.parent !== own) own.parent.postMessage(message, "*");
  });
}

if (typeof document !== "undefined" && document.querySelector("[data-embed]")) start(document);
