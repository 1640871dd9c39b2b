// A board in a frame of another page: shows the stars of a result, and sends the result to that page.

/** Three stars for the proved minimum, two within one of it, otherwise one for solving the level. */
export function starsOf(swaps, { minimum, proved }) {
  if (minimum === null) return 1;
  if (swaps <= minimum) return proved ? 3 : 2;
  return proved && swaps <= minimum + 1 ? 2 : 1;
}

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
    // Every page may frame this one, and the message has nothing that is secret.
    if (own.parent !== own) own.parent.postMessage(message, "*");
  });
}

if (typeof document !== "undefined" && document.querySelector("[data-embed]")) start(document);
