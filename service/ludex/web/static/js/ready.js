// Buttons work once the modules of the page have run, after which browsers announce that the content is loaded. Until
// then, the style sheet lets no click through.

export function start(page) {
  page.addEventListener("DOMContentLoaded", () => { page.documentElement.dataset.ready = ""; });
}

if (typeof document !== "undefined") start(document);
