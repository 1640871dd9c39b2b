// Reorder the levels of a pack by dragging their pictures or with the buttons, without reloading the page.

import { replacePart } from "./parts.js";

/**
 * The index of the row before which a row that is dragged to a height is inserted, or -1. `middles` has the middle
 * heights of the other rows.
 */
export function rowAt(middles, y) {
  return middles.findIndex(middle => y < middle);
}

/** Send the current order or the action of a button, and show the resulting pack. */
export async function send(window, form, button = null) {
  const { document } = window;
  const fields = new URLSearchParams(new FormData(form));
  if (button) fields.append(button.name, button.value);
  try {
    const answer = await window.fetch(form.getAttribute("action"), { method: "POST", body: fields });
    if (!answer.ok) throw new Error("not changed");
    const text = await answer.text();
    const fault = new DOMParser().parseFromString(text, "text/html").querySelector("#fault");
    if (!replacePart(document, text, "#levels")) throw new Error("no pack");
    wire(window);
    // Keep the focus on the pressed button, or, if the button is now disabled, on another button in its row.
    const row = button && document.getElementById(button.value);
    (row?.querySelector(`button[name="${button.name}"]:enabled`) ?? row?.querySelector("button:enabled"))?.focus();
    const place = row ? [...row.parentElement.children].indexOf(row) + 1 : 0;
    document.querySelector("#message").textContent = fault?.textContent.trim() ?? (place ? `Moved to position ${place}.` : "Order saved.");
  } catch {
    window.location.reload();
  }
}

function draggable(window, form, row) {
  const handle = row.querySelector("img");
  handle.draggable = false;
  let from = null;
  handle.addEventListener("pointerdown", event => {
    if (event.button) return;
    from = row.nextElementSibling;
    handle.setPointerCapture(event.pointerId);
    row.classList.add("dragged");
  });
  handle.addEventListener("pointermove", event => {
    if (!row.classList.contains("dragged")) return;
    const others = [...row.parentElement.children].filter(other => other !== row);
    const boxes = others.map(other => other.getBoundingClientRect());
    const before = others[rowAt(boxes.map(box => box.top + box.height / 2), event.clientY)] ?? null;
    if (before !== row.nextElementSibling) row.parentElement.insertBefore(row, before);
    handle.setPointerCapture(event.pointerId);
  });
  const end = kept => () => {
    if (!row.classList.contains("dragged")) return;
    row.classList.remove("dragged");
    if (!kept) row.parentElement.insertBefore(row, from);
    else if (row.nextElementSibling !== from) send(window, form);
  };
  handle.addEventListener("pointerup", end(true));
  handle.addEventListener("pointercancel", end(false));
}

/** Handle changes of the order in place. A pack that cannot be changed has no buttons. */
export function wire(window) {
  const form = window.document.querySelector("#order");
  if (!form?.querySelector("button")) return;
  form.classList.add("wired");
  for (const row of form.querySelectorAll(".places > li")) draggable(window, form, row);
  form.addEventListener("submit", event => {
    event.preventDefault();
    send(window, form, event.submitter);
  });
}

wire(window);
