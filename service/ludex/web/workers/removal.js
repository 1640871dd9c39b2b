// The replacement for the service worker after the service has switched it off: it removes all stored pages and itself.
// The service writes SETTINGS above this line.

const isOwn = name => ["files", "pages"].some(part => name.startsWith(`ludex-${part}-${SETTINGS.root}-`));

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (isOwn(name)) await caches.delete(name);
    await self.registration.unregister();
  })());
});
