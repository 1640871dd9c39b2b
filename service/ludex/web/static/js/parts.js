// Forms and links marked data-part load only the part #answer of the page that they lead to; the address follows.

const MOST_IN_ADDRESS = 6000;
let turn = 0;

/** The address that a form leads to if its fields stand in it; null if it stores, or is too long for one. */
export function addressOf(action, fields) {
  const query = new URLSearchParams(fields);
  if (query.get("do") || query.toString().length > MOST_IN_ADDRESS) return null;
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  return query.size ? `${action}?${query}` : action;
}

/** Put the part of a page that was loaded in the place of the one that is shown. */
export function exchanged(shown, text) {
  const loaded = new DOMParser().parseFromString(text, "text/html");
  const part = loaded.getElementById("answer") ?? loaded.querySelector("main > section");
  if (!part) return null;
  const old = shown.getElementById("answer");
  const fresh = shown.importNode(part, true);
  fresh.id = "answer";
  old.replaceWith(fresh);
  return fresh;
}

/** Load a part; a later load makes an earlier one void. Returns it, or null. */
export async function load(address, options = {}, fetching = fetch) {
  turn += 1;
  const own = turn;
  const shown = document.getElementById("answer");
  shown.setAttribute("aria-busy", "true");
  try {
    const response = await fetching(address, { headers: { Accept: "text/html" }, ...options });
    const text = await response.text();
    if (own !== turn) return null;
    const there = new URL(response.url || address, location.href);
    if (there.pathname !== location.pathname) {
      location.assign(there);
      return null;
    }
    const part = exchanged(document, text);
    if (!options.method && part) history.replaceState(null, "", there);
    if (options.method && response.redirected) history.replaceState(null, "", there);
    if (part) document.dispatchEvent(new CustomEvent("part", { detail: part }));
    return part;
  } catch {
    if (own === turn) shown.removeAttribute("aria-busy");
    return null;
  }
}

/** Load the part that a form leads to, by its address if it fits into one. */
export function submit(form, fetching = fetch) {
  const fields = new FormData(form);
  fields.delete("card");
  const address = addressOf(form.getAttribute("action"), fields);
  if (address) return load(address, {}, fetching);
  return load(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(fields) }, fetching);
}

export function start(page) {
  page.addEventListener("submit", event => {
    if (!event.target.matches("form[data-part]")) return;
    event.preventDefault();
    submit(event.target);
  });
  page.addEventListener("click", event => {
    const link = event.target.closest?.("a[data-part]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    load(link.href);
  });
}
