// Copies the text beside a button marked data-copy. Without this module the buttons stay hidden.

/** Say on the button how it went, and after a while what it is for again. */
export function said(button, text, wait = 1600) {
  const before = button.textContent;
  button.textContent = text;
  button.setAttribute("aria-live", "polite");
  setTimeout(() => { button.textContent = before; }, wait);
}

/** Copy what stands in the element before the button; `clipboard` has writeText. */
export async function copy(button, clipboard) {
  const text = button.parentElement.querySelector("pre, code, input").textContent;
  try {
    await clipboard.writeText(text);
    said(button, "Copied");
  } catch {
    said(button, "Not copied");
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
