// Explore the graph without reloading: links on a map replace the page in place, and arrow keys move between marks.
// Without this module, every mark is an ordinary link.
import { replacePart } from "./parts.js";

const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest mark in a direction, preferring marks straight ahead; null if there is none. */
export function next(marks, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const mark of marks) {
    const along = (mark.x - from.x) * dx + (mark.y - from.y) * dy;
    const aside = Math.abs((mark.x - from.x) * dy) + Math.abs((mark.y - from.y) * dx);
    if (along < 1 || along + 2 * aside >= least) continue;
    least = along + 2 * aside;
    best = mark;
  }
  return best;
}

const marksOf = map => [...map.querySelectorAll("a.walk")].map(link => ({ link, x: +link.dataset.x, y: +link.dataset.y }));

/** Move the focus on the map with an arrow key; returns whether it moved. */
export function move(event) {
  const towards = TOWARDS[event.key];
  const link = event.target.closest?.("a.walk");
  if (!towards || !link) return false;
  const marks = marksOf(link.ownerSVGElement);
  const found = next(marks, marks.find(mark => mark.link === link), towards);
  if (!found) return false;
  event.preventDefault();
  found.link.focus();
  return true;
}

/** Replace the page with another page of the graph; `keep` does not change the address. */
export async function walk(window, address, keep = false) {
  const { document } = window;
  const answer = await window.fetch(address, { headers: { Accept: "text/html" } });
  const text = await answer.text();
  if (!answer.ok || !replacePart(document, text, "main")) throw new Error("no such page");
  document.title = new DOMParser().parseFromString(text, "text/html").title;
  if (!keep) window.history.pushState({ walked: true }, "", address);
  const heading = document.querySelector("main h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  centre(document);
  window.scrollTo(0, 0);
}

/** Scroll wide maps to their centre. */
export function centre(document) {
  for (const map of document.querySelectorAll(".map")) map.scrollLeft = (map.scrollWidth - map.clientWidth) / 2;
}

const plain = event => !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export function start(window) {
  const { document } = window;
  let walked = false;
  centre(document);
  document.addEventListener("keydown", move);
  document.addEventListener("click", event => {
    const link = event.target.closest?.("a.walk, a.more, a[data-walk]");
    if (!link || !plain(event)) return;
    event.preventDefault();
    const address = link.getAttribute("href");
    walked = true;
    walk(window, address).catch(() => window.location.assign(address));
  });
  window.addEventListener("popstate", event => {
    // If only the fragment has changed, the page stays the same.
    if (event.state?.walked || walked) walk(window, window.location.href, true).catch(() => window.location.reload());
  });
}

start(window);
