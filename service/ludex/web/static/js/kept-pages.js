// The page about playing offline: it lists the pages that this browser has stored, and can remove them.

import { rootOf, storageOf } from "./game.js";
import { isOff, switchOff } from "./offline.js";

/** The stored pages with their titles, the newest first. */
export async function keptPages(stores) {
  const found = [];
  for (const name of (await stores.keys()).filter(other => other.startsWith(`ludex-pages-${rootOf()}-`))) {
    const store = await stores.open(name);
    for (const request of await store.keys()) {
      const text = await (await store.match(request)).text();
      const title = /<title>([^<]*)<\/title>/.exec(text)?.[1].replace(" · Ludex", "") ?? "Page";
      const heading = new DOMParser().parseFromString(text, "text/html").querySelector("h1")?.textContent;
      found.push({ address: request.url, title: heading?.trim() || title });
    }
  }
  return found.reverse();
}

const WAIT = 2000;

/** Tell a worker to store no more pages, and wait until it has removed all of them. */
const stop = worker => new Promise(done => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  setTimeout(done, WAIT);
  worker.postMessage({ remove: true }, [port2]);
});

/** Remove all stored pages and files, and the service worker, but not those of other installations under the origin. */
export async function remove(stores, workers) {
  for (const registration of await workers?.getRegistrations() ?? []) {
    if (registration.scope && new URL(registration.scope).pathname !== rootOf()) continue;
    if (registration.active) await stop(registration.active);
    await registration.unregister();
  }
  for (const name of await stores.keys()) if (["files", "pages"].some(part => name.startsWith(`ludex-${part}-${rootOf()}-`))) await stores.delete(name);
}

export async function start(page, stores, workers, storage = storageOf()) {
  const [block, list, removing, resuming, message] = ["kept", "kept-list", "remove-kept", "resume-kept", "kept-message"].map(id => page.getElementById(id));
  if (!stores) return;

  async function show() {
    const kept = await keptPages(stores);
    list.replaceChildren(...kept.map(({ address, title }) => {
      const link = page.createElement("a");
      Object.assign(link, { href: address, textContent: title });
      const item = page.createElement("li");
      item.append(link);
      return item;
    }));
    const off = isOff(storage);
    message.textContent = off ? "This browser keeps no pages." : kept.length ? "" : "No pages are kept yet. Play a level while you are online first.";
    removing.hidden = off;
    resuming.hidden = !off;
    block.hidden = false;
  }

  removing.addEventListener("click", async () => {
    switchOff(storage, true);
    await remove(stores, workers);
    await show();
  });
  resuming.addEventListener("click", async () => {
    switchOff(storage, false);
    await show();
  });
  await show();
}

if (typeof document !== "undefined" && document.getElementById("kept")) start(document, globalThis.caches, navigator.serviceWorker);
