// The replacement for the service worker after the service has switched it off: it removes all stored pages and itself.

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("ludex-")) await caches.delete(name);
    await self.registration.unregister();
  })());
});
