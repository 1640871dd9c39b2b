// Show the buttons that print the page, which need scripts.

export function start(page, print) {
  for (const button of page.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

if (typeof document !== "undefined") start(document, () => window.print());
