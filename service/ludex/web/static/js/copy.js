// Copy the text next to a button marked data-copy. Without this module, the buttons stay hidden.

/** Show the outcome on the button for a moment. */
export function showOutcome(button, text, wait = 1600) {
  const before = button.textContent;
  button.textContent = text;
  button.setAttribute("aria-live", "polite");
  setTimeout(() => { button.textContent = before; }, wait);
}

/** Copy the text of the element before the button. */
export async function copy(button, clipboard) {
  const text = button.parentElement.querySelector("pre, code, input").textContent;
  try {
    await clipboard.writeText(text);
    showOutcome(button, "Copied");
  } catch {
    showOutcome(button, "Copy failed");
  }
  return text;
}

export function start(document, clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button, clipboard));
  }
}

if (navigator.clipboard) {
  start(document, navigator.clipboard);
  document.addEventListener("part", event => start(event.detail, navigator.clipboard));
}
