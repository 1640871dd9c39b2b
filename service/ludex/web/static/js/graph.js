// Walking in the graph without leaving the page: what a map leads to is put in its place, and arrow keys move on it.
// Without this module every mark is a plain link.
import { replacePart } from "./parts.js";

const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The mark that is next in a direction: near, and not far aside. `marks` and `from` have x and y; null if none is. */
export function next(marks, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const one of marks) {
    const along = (one.x - from.x) * dx + (one.y - from.y) * dy;
    const aside = Math.abs((one.x - from.x) * dy) + Math.abs((one.y - from.y) * dx);
    if (along < 1 || along + 2 * aside >= least) continue;
    least = along + 2 * aside;
    best = one;
  }
  return best;
}

const marksOf = map => [...map.querySelectorAll("a.walk")].map(link => ({ link, x: +link.dataset.x, y: +link.dataset.y }));

/** Move the focus on the map by an arrow key; true if there was where to go. */
export function move(event) {
  const towards = TOWARDS[event.key];
  const link = event.target.closest?.("a.walk");
  if (!towards || !link) return false;
  const marks = marksOf(link.ownerSVGElement);
  const found = next(marks, marks.find(one => one.link === link), towards);
  if (!found) return false;
  event.preventDefault();
  found.link.focus();
  return true;
}

/** Show another page of the graph in place of this one; `keep` leaves the address as it is. */
export async function walk(window, address, keep = false) {
  const { document } = window;
  const answer = await window.fetch(address, { headers: { Accept: "text/html" } });
  const text = await answer.text();
  if (!answer.ok || !replacePart(document, text, "main")) throw new Error("not there");
  document.title = new DOMParser().parseFromString(text, "text/html").title;
  if (!keep) window.history.pushState({ walked: true }, "", address);
  const heading = document.querySelector("main h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  centre(document);
  window.scrollTo(0, 0);
}

/** Show the middle of a map that is wider than the window. */
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
    // What only the fragment of the address differs in is the same page.
    if (event.state?.walked || walked) walk(window, window.location.href, true).catch(() => window.location.reload());
  });
}

start(window);
