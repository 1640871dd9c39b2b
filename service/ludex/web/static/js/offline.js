// Store pages for playing offline: register the service worker and tell it which pages to store.

import { rootOf, storageOf } from "./game.js";

const OFF = "ludex.offline.off";
const WAIT = 1500;

/** Whether the page at a path is a page to play. Opening such a page starts storing pages. */
export const isPlayed = (path, root = rootOf()) => path === root || /^(play|daily)(\/|$)/.test(path.startsWith(root) ? path.slice(root.length) : "");

/**
 * The addresses of the lists of pages to store for a page: the puzzles of the day, and the following levels in the
 * page's pack.
 */
export function listsFor({ pathname, search }, root = rootOf()) {
  const pack = new URLSearchParams(search).get("pack");
  const [place, game, ...rest] = pathname.slice(root.length).split("/");
  // A level is the last part of a path, below the name of a game or of its tables.
  const label = rest.at(-1);
  const lists = [`${root}offline/pages.json`];
  if (pack && place === "play" && label) lists.unshift(`${root}offline/${game}/pages.json?${new URLSearchParams({ pack, label: decodeURIComponent(label) })}`);
  return lists;
}

/** The pages in some lists; lists that cannot be loaded are skipped. */
export async function pagesOf(lists, fetching = fetch) {
  const found = await Promise.all(lists.map(async address => {
    try {
      const answer = await fetching(address);
      return answer.ok ? (await answer.json()).pages : [];
    } catch {
      return [];
    }
  }));
  return [...new Set(found.flat())];
}

export const isOff = storage => storage.getItem(OFF) !== null;

export function switchOff(storage, off) {
  try {
    if (off) storage.setItem(OFF, "1");
    else storage.removeItem(OFF);
  } catch {
    // This browser does not store anything, so it stores no pages either.
  }
}

/** Show a note while the browser is offline, unless the page already has one. */
export function watchNetwork(page, own = window) {
  own.addEventListener("offline", () => {
    if (page.querySelector(".offline-note")) return;
    const note = page.createElement("p");
    note.className = "notice warn offline-note";
    note.setAttribute("role", "status");
    note.textContent = "You are offline. Features that need the service, such as hints, do not work.";
    page.querySelector("main").prepend(note);
  });
  own.addEventListener("online", () => page.querySelector(".offline-note")?.remove());
}

export async function start(page, workers, place = location, storage = storageOf(), fetching = fetch) {
  if (!workers || !isPlayed(place.pathname) || isOff(storage) || navigator.connection?.saveData) return;
  try {
    await workers.register(`${rootOf()}service-worker.js`, { scope: rootOf(), updateViaCache: "none" });
    const { active } = await workers.ready;
    // The list includes this page, because it was loaded before the worker was registered.
    const pages = [place.pathname + place.search, ...await pagesOf(listsFor(place), fetching)];
    active.postMessage({ keep: pages });
  } catch {
    // Without the worker, the pages only work online.
  }
}

if (typeof document !== "undefined" && document.querySelector("link[rel=manifest]")) {
  watchNetwork(document);
  const begin = () => setTimeout(() => start(document, navigator.serviceWorker), WAIT);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
