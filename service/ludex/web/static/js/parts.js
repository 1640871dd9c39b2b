// Parts of a page: a link or a form marked data-part="#part" loads only that part of the page that it leads to, and the
// address follows. Without this module, or if a link's page has no such part, the whole page is loaded.

const MOST_IN_ADDRESS = 6000;
let turn = 0;
let shown = "";

const whereOf = location => location.pathname + location.search;
const parsed = text => new DOMParser().parseFromString(text, "text/html");

/** Put the part of a fetched page in the place of the one that is there; false if one of the pages has none. */
export function replacePart(document, text, selector) {
  const [part, here] = [parsed(text).querySelector(selector), document.querySelector(selector)];
  if (!part || !here) return false;
  here.replaceWith(part);
  return true;
}

/** The address that a form leads to if its fields stand in it; null if it stores, or is too long for one. */
export function addressOf(action, fields) {
  const query = new URLSearchParams(fields);
  if (query.get("do") || query.toString().length > MOST_IN_ADDRESS) return null;
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  return query.size ? `${action}?${query}` : action;
}

/**
 * Load a page and show its part, by `follow(address)` that makes the address its own; a later load makes an earlier one
 * void. Returns the part; null if another page is loaded instead, or another part. Raises if the page cannot be had.
 */
async function load(window, address, selector, follow, options = {}) {
  const { document, location } = window;
  turn += 1;
  const own = turn;
  document.querySelector(selector).setAttribute("aria-busy", "true");
  const response = await window.fetch(address, { headers: { Accept: "text/html" }, ...options });
  const text = await response.text();
  if (own !== turn) return null;
  const there = new URL(response.redirected ? response.url : address, location.href);
  if (there.pathname !== location.pathname) {
    location.assign(there.href);
    return null;
  }
  const page = parsed(text);
  // The page of a problem has one section, which says what is wrong.
  const part = page.querySelector(selector) ?? (follow.link ? null : page.querySelector("main > section"));
  if (!part || (follow.link && !response.ok)) throw new Error("not there");
  part.id = selector.slice(1);
  // The address first: what is pressed as soon as the part is seen belongs to it.
  if (!options.method || response.redirected) follow.to(there.href);
  shown = whereOf(location);
  document.querySelector(selector).replaceWith(part);
  document.dispatchEvent(new CustomEvent("part", { detail: part }));
  return part;
}

/** Follow a link in place. The hand stays where it was: on the same link of the new part, or on another of it. */
export async function follow(window, link) {
  const rel = link.getAttribute("rel");
  const to = address => window.history.pushState(null, "", address);
  try {
    const part = await load(window, link.href, link.dataset.part, { link: true, to });
    (part?.querySelector(`a[data-part][rel="${rel}"]`) ?? part?.querySelector("a[data-part]"))?.focus();
  } catch {
    window.location.assign(link.href);
  }
}

/** Show the part that a form leads to, by its address if its fields fit into one. Returns the part, or null. */
export async function submit(form, window = globalThis) {
  const fields = new FormData(form);
  fields.delete("card");
  const action = form.getAttribute("action");
  const address = addressOf(action, fields);
  const options = address ? {} : { method: "POST", body: new URLSearchParams(fields) };
  const to = one => window.history.replaceState(null, "", one);
  try {
    return await load(window, address ?? action, form.dataset.part, { link: false, to }, options);
  } catch {
    window.document.querySelector(form.dataset.part).removeAttribute("aria-busy");
    return null;
  }
}

export function start(window) {
  shown = whereOf(window.location);
  // Back and forward lead to the page as it was; anchors within it change nothing.
  window.addEventListener("popstate", () => {
    if (whereOf(window.location) !== shown) window.location.reload();
  });
  window.document.addEventListener("submit", event => {
    if (!event.target.matches("form[data-part]")) return;
    event.preventDefault();
    submit(event.target, window);
  });
  window.document.addEventListener("click", event => {
    const link = event.target.closest?.("a[data-part]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow(window, link);
  });
}

if (document.querySelector("[data-part]")) start(window);
