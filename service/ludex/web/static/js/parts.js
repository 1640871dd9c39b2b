// Partial page loads: a link or form marked data-part="#part" replaces only that part of the page and updates the
// address. Without this module, or if the target page lacks the part, the whole page loads.

const MOST_IN_ADDRESS = 6000;
let turn = 0;
let shown = "";

const whereOf = location => location.pathname + location.search;
const parsed = text => new DOMParser().parseFromString(text, "text/html");

/** Replace a part of the page with the same part of a fetched page; false if either page lacks it. */
export function replacePart(document, text, selector) {
  const [part, here] = [parsed(text).querySelector(selector), document.querySelector(selector)];
  if (!part || !here) return false;
  here.replaceWith(part);
  return true;
}

/** The address of a form with its fields in the query; null if the form stores something or is too long. */
export function addressOf(action, fields) {
  const query = new URLSearchParams(fields);
  if (query.get("do") || query.toString().length > MOST_IN_ADDRESS) return null;
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  return query.size ? `${action}?${query}` : action;
}

/**
 * Load a page and show a part of it; `follow.to(address)` updates the address. A later load cancels an earlier one.
 * Returns the part, or null if another page or part was loaded instead. Throws an error if the page is unavailable.
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
  // An error page has a single section.
  const part = page.querySelector(selector) ?? (follow.link ? null : page.querySelector("main > section"));
  if (!part || (follow.link && !response.ok)) throw new Error("no such part");
  part.id = selector.slice(1);
  // Update the address first, so that clicks on the new part use it.
  if (!options.method || response.redirected) follow.to(there.href);
  shown = whereOf(location);
  document.querySelector(selector).replaceWith(part);
  document.dispatchEvent(new CustomEvent("part", { detail: part }));
  return part;
}

/** Follow a link in place. The focus moves to the same link in the new part, or to another link in that part. */
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

/** Submit a form in place, with its fields in the address if they fit. Returns the part, or null. */
export async function submit(form, window = globalThis) {
  const fields = new FormData(form);
  fields.delete("card");
  const action = form.getAttribute("action");
  const address = addressOf(action, fields);
  const options = address ? {} : { method: "POST", body: new URLSearchParams(fields) };
  const to = target => window.history.replaceState(null, "", target);
  try {
    return await load(window, address ?? action, form.dataset.part, { link: false, to }, options);
  } catch {
    window.document.querySelector(form.dataset.part).removeAttribute("aria-busy");
    return null;
  }
}

export function start(window) {
  shown = whereOf(window.location);
  // Going back or forward reloads the page, except between anchors on the same page.
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
