// Keeps pages to play for times without network: registers the service worker and tells it which pages to keep.

import { storageOf } from "./game.js";

const OFF = "ludex.offline.off";
const WAIT = 1500;

/** Whether a page at a path is one to play, from which on pages are kept. */
export const isPlayed = path => path === "/" || /^\/(play|daily)(\/|$)/.test(path);

/** The addresses of the lists of pages to keep for a page: those of the day, and those that follow in its pack. */
export function listsFor({ pathname, search }) {
  const pack = new URLSearchParams(search).get("pack");
  const [, place, game, label] = pathname.split("/");
  const lists = ["/offline/pages.json"];
  if (pack && place === "play" && label) lists.unshift(`/offline/${game}/pages.json?${new URLSearchParams({ pack, label: decodeURIComponent(label) })}`);
  return lists;
}

/** The pages in some lists, without those that fail. */
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
    // The browser stores nothing, so it keeps no pages either.
  }
}

/** Show a note while there is no network, unless the page has one already. */
export function watchNetwork(page, own = window) {
  own.addEventListener("offline", () => {
    if (page.querySelector(".offline-note")) return;
    const note = page.createElement("p");
    note.className = "notice warn offline-note";
    note.setAttribute("role", "status");
    note.textContent = "You are offline. What needs the service, such as hints, does not work.";
    page.querySelector("main").prepend(note);
  });
  own.addEventListener("online", () => page.querySelector(".offline-note")?.remove());
}

export async function start(page, workers, place = location, storage = storageOf(), fetching = fetch) {
  if (!workers || !isPlayed(place.pathname) || isOff(storage) || navigator.connection?.saveData) return;
  try {
    await workers.register("/service-worker.js", { scope: "/", updateViaCache: "none" });
    const { active } = await workers.ready;
    // The address of this page comes along: it was loaded before the worker was there.
    const pages = [place.pathname + place.search, ...await pagesOf(listsFor(place), fetching)];
    active.postMessage({ keep: pages });
  } catch {
    // Without the worker, the pages work with network only.
  }
}

if (typeof document !== "undefined" && document.querySelector("link[rel=manifest]")) {
  watchNetwork(document);
  const begin = () => setTimeout(() => start(document, navigator.serviceWorker), WAIT);
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
