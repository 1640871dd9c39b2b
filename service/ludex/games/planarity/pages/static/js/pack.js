// The levels of a pack, ordered by dragging their pictures, and by their buttons without the page being loaded anew.

import { replacePart } from "../../../js/parts.js";

/** The row before which a row is put that is held at a height, null: at the end. `middles` are those of the others. */
export function rowAt(middles, y) {
  return middles.findIndex(middle => y < middle);
}

/** Send the order as it stands, or what a button asks for, and show the pack as it is then. */
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
    // The hand stays on the button that was pressed, or on the one beside it if that can do no more.
    const row = button && document.getElementById(button.value);
    (row?.querySelector(`button[name="${button.name}"]:enabled`) ?? row?.querySelector("button:enabled"))?.focus();
    const place = row ? [...row.parentElement.children].indexOf(row) + 1 : 0;
    document.querySelector("#said").textContent = fault?.textContent.trim() ?? (place ? `Now at place ${place}.` : "The order is stored.");
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
    row.classList.add("held");
  });
  handle.addEventListener("pointermove", event => {
    if (!row.classList.contains("held")) return;
    const others = [...row.parentElement.children].filter(one => one !== row);
    const boxes = others.map(one => one.getBoundingClientRect());
    const before = others[rowAt(boxes.map(box => box.top + box.height / 2), event.clientY)] ?? null;
    if (before !== row.nextElementSibling) row.parentElement.insertBefore(row, before);
    handle.setPointerCapture(event.pointerId);
  });
  const end = kept => () => {
    if (!row.classList.contains("held")) return;
    row.classList.remove("held");
    if (!kept) row.parentElement.insertBefore(row, from);
    else if (row.nextElementSibling !== from) send(window, form);
  };
  handle.addEventListener("pointerup", end(true));
  handle.addEventListener("pointercancel", end(false));
}

/** Let the order of a page be changed in place; one that cannot be changed has no buttons. */
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
