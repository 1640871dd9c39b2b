// The service worker, which makes pages to play work offline. The service writes SETTINGS above this line.
//
// - Pages come from the network. The stored copy is shown only offline, with a note.
// - Requests to the API are passed through, so no response is out of date.
// - Only the last SETTINGS.maxPages pages to play are stored, and the static files of this version.

// The caches of other installations under the same origin have another root in their names.
const [ALL_FILES, ALL_PAGES] = ["files", "pages"].map(part => `ludex-${part}-${SETTINGS.root}-`);
const [FILES, PAGES] = [ALL_FILES, ALL_PAGES].map(own => own + SETTINGS.version);
// The query parameters that contain the state of a game. The scripts of the pages read them, so a page is stored
// without them.
const STATE = ["swaps", "moves", "flips", "chosen"];

// Whether the visitor has removed everything. Pages that are still loading are then not stored.
let removed = false;

const isOwn = name => name.startsWith(ALL_FILES) || name.startsWith(ALL_PAGES);

/** A path without the path of the site; empty if it is outside the site. */
const within = path => (path.startsWith(SETTINGS.root) ? path.slice(SETTINGS.root.length - 1) : "");

/** Whether pages at a path are stored. */
const isKept = path => within(path) === "/" || /^\/(play|daily)(\/|$)/.test(within(path));

/** The address under which a page is stored. */
function keyOf(address) {
  const url = new URL(address, location.origin);
  url.hash = "";
  for (const name of STATE) url.searchParams.delete(name);
  return url.href;
}

/** Store a page as the newest page, and remove the oldest pages beyond the limit. */
async function save(address, response) {
  if (!response.ok || !response.headers.get("Content-Type")?.startsWith("text/html")) return;
  if (response.headers.get("Cache-Control")?.includes("no-store")) return;
  const text = await response.text();
  if (text.length > SETTINGS.maxPageBytes) return;
  const headers = { "X-Kept": new Date().toISOString() };
  for (const name of ["Content-Type", "Content-Security-Policy"]) {
    if (response.headers.has(name)) headers[name] = response.headers.get(name);
  }
  if (removed) return;
  const pages = await caches.open(PAGES);
  const key = keyOf(address);
  await pages.delete(key);
  await pages.put(key, new Response(text, { headers }));
  const keys = await pages.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - SETTINGS.maxPages))) await pages.delete(oldest);
}

/** Load and store pages one after another, so that they do not slow down the pages that the visitor opens. */
async function keep(addresses, fresh = false) {
  const pages = await caches.open(PAGES);
  for (const address of addresses.slice(0, SETTINGS.maxPages)) {
    const url = new URL(address, location.origin);
    if (removed) return;
    if (url.origin !== location.origin || !isKept(url.pathname)) continue;
    if (!fresh && await pages.match(keyOf(url))) continue;
    try {
      await save(url, await fetch(url, { headers: { Accept: "text/html" } }));
    } catch {
      return;
    }
  }
}

/** A stored page with a note that it was stored. */
async function marked(kept) {
  const at = new Date(kept.headers.get("X-Kept"));
  const words = `You are offline. This page was saved on ${at.toISOString().slice(0, 16).replace("T", " at ")} UTC; features that need the service, such as hints, do not work.`;
  const text = (await kept.text()).replace(/<main[^>]*>/, main => `${main}\n<p class="notice warn offline-note" role="status">${words}</p>`);
  const headers = new Headers(kept.headers);
  headers.set("Cache-Control", "no-store");
  return new Response(text, { headers });
}

async function page(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (isKept(new URL(request.url).pathname)) event.waitUntil(save(request.url, response.clone()));
    return response;
  } catch {
    const kept = await caches.match(keyOf(request.url), { cacheName: PAGES });
    if (kept) return marked(kept);
    return await caches.match(SETTINGS.page, { cacheName: FILES }) ?? Response.error();
  }
}

const file = async request => await caches.match(request, { cacheName: FILES }) ?? fetch(request);

/**
 * Store the pages of older versions again for this version, because the old copies refer to old files; then remove the
 * old copies.
 */
async function replaceOlder() {
  const older = (await caches.keys()).filter(name => isOwn(name) && name !== FILES && name !== PAGES);
  for (const name of older.filter(other => other.startsWith(ALL_PAGES))) {
    await keep((await (await caches.open(name)).keys()).map(request => request.url), true);
  }
  for (const name of older) await caches.delete(name);
}

self.addEventListener("install", event => {
  event.waitUntil((async () => {
    const files = await caches.open(FILES);
    await files.addAll([...SETTINGS.files, SETTINGS.page]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", event => {
  event.waitUntil(self.clients.claim().then(replaceOlder));
});

/** Remove everything, and tell the page when this is done. */
async function remove(port) {
  removed = true;
  for (const name of await caches.keys()) if (isOwn(name)) await caches.delete(name);
  port?.postMessage("removed");
}

self.addEventListener("message", event => {
  if (event.data?.remove) event.waitUntil(remove(event.ports[0]));
  else if (event.data?.keep) event.waitUntil(keep(event.data.keep));
});

self.addEventListener("fetch", event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (within(pathname).startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && request.destination === "document" && !within(pathname).startsWith("/api/")) event.respondWith(page(event));
});
