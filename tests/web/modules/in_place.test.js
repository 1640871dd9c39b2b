import { follow, start } from "/js/in_place.js";
import { equal, ok, test } from "/tests/testing.js";

const page = text => `<!doctype html><title>t</title><main><div id="part">${text}<a rel="next" data-in-place="#part" href="/x">on</a></div></main>`;

function open(text) {
  document.body.innerHTML = page(text);
  return document.querySelector("a");
}

test("a link is followed in place, the address with it, and the focus stays on the same link", async () => {
  const link = open("one");
  const said = [];
  const window = {
    document,
    fetch: async address => { said.push(address); return { ok: true, text: async () => page("two") }; },
    history: { pushState: (_state, _title, address) => said.push(address) },
    location: { assign: address => said.push(`left for ${address}`) },
  };
  await follow(window, link);
  equal(said, [link.href, link.href]);
  equal(document.activeElement.getAttribute("rel"), "next");
});

test("if the page cannot be fetched the link leads there", async () => {
  const link = open("one");
  const said = [];
  await follow({ document, fetch: async () => ({ ok: false }), location: { assign: one => said.push(one) } }, link);
  equal(said, [link.href]);
});

test("back leads to the page as it was, an anchor does not", async () => {
  const link = open("one");
  const listeners = {};
  const said = [];
  const window = {
    document: { querySelector: one => document.querySelector(one), addEventListener: (name, heard) => { listeners[name] = heard; } },
    addEventListener: (name, heard) => { listeners[name] = heard; },
    fetch: async () => ({ ok: true, text: async () => page("two") }),
    history: { pushState: () => { window.location.search = "?step=1"; } },
    location: { pathname: "/x", search: "", reload: () => said.push("loaded again"), assign: one => said.push(one) },
  };
  start(window);
  listeners.popstate();
  equal(said, []);
  await listeners.click({ target: link, preventDefault: () => said.push("kept") });
  await new Promise(done => setTimeout(done, 20));
  window.location.search = "";
  listeners.popstate();
  equal(said, ["kept", "loaded again"]);
});
