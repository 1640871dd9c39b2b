// A link marked data-in-place="#part" changes that part of the page only: it is fetched, and the address follows.
// Without this module, or when anything fails, the link leads to the page as a whole.

import { replacePart } from "./parts.js";

/** Follow a link in place; `window` has fetch, history, location, document. */
export async function follow(window, link) {
  const selector = link.dataset.inPlace;
  const rel = link.getAttribute("rel");
  try {
    const answer = await window.fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error("not there");
    const text = await answer.text();
    // The address first: what is pressed as soon as the part is seen belongs to it.
    window.history.pushState(null, "", link.href);
    if (!replacePart(window.document, text, selector)) throw new Error("not there");
    // The hand stays where it was: on the same link of the new part, or on another of it.
    const part = window.document.querySelector(selector);
    (part.querySelector(`[data-in-place][rel="${rel}"]`) ?? part.querySelector("[data-in-place]"))?.focus();
  } catch {
    window.location.assign(link.href);
  }
}

const place = location => location.pathname + location.search;

export function start(window) {
  let shown = place(window.location);
  // Back and forward lead to the page as it was; anchors within it change nothing.
  window.addEventListener("popstate", () => {
    if (place(window.location) !== shown) window.location.reload();
  });
  window.document.addEventListener("click", event => {
    const link = event.target.closest?.("a[data-in-place]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow(window, link).then(() => { shown = place(window.location); });
  });
}

start(window);
