// A board in a frame of another page: shows the stars of a result, and sends the result to that page.

export const messageOf = (level, { moves, stars }) => ({ type: "ludex", label: level.label, [level.result ?? "swaps"]: moves, minimum: level.minimum, stars });

export function start(page, own = window) {
  const block = page.querySelector("[data-embed]");
  const level = JSON.parse(block.dataset.embed);
  const shown = block.querySelector("[data-embed-stars]");
  page.addEventListener("result", ({ detail }) => {
    if (detail.label !== level.label || detail.pack !== level.pack || detail.moves === null) return;
    const message = messageOf(level, detail);
    if (shown) {
      shown.textContent = "★".repeat(message.stars) + "☆".repeat(3 - message.stars);
      shown.setAttribute("aria-label", `${message.stars} of 3 stars`);
    }
    // Any page may contain this frame, and the message contains nothing secret.
    if (own.parent !== own) own.parent.postMessage(message, "*");
  });
}

if (typeof document !== "undefined" && document.querySelector("[data-embed]")) start(document);
