import { addressOf, follow, replacePart, start, submit } from "/js/parts.js";
import { equal, ok, test } from "/tests/js/testing.js";

const page = text => `<!doctype html><title>t</title><main><div id="part">${text}<a rel="next" data-part="#part" href="/x">on</a></div></main>`;

/** A page with a part, and a window on it whose service answers with another; `said` is what happened. */
function open(answer = { ok: true, text: async () => page("two") }) {
  document.body.innerHTML = `${page("one")}<form data-part="#part" action="/x"><input name="text" value="a"></form>`;
  const said = [];
  const note = what => (...all) => said.push(`${what} ${all.at(-1)}`);
  const window = {
    document,
    fetch: async address => { said.push(`asked ${new URL(address, location.href).pathname}`); return answer; },
    history: { pushState: note("pushed"), replaceState: note("replaced") },
    location: { href: new URL("/x", location.href).href, pathname: "/x", search: "", assign: note("left for"), reload: note("loaded") },
  };
  return { link: document.querySelector("a"), form: document.querySelector("form"), said, window };
}

const there = new URL("/x", location.href).href;

test("only the part that is meant is replaced", () => {
  open();
  ok(replacePart(document, page("two"), "#part"));
  ok(document.querySelector("#part").textContent.startsWith("two"));
  ok(!replacePart(document, "<p>nothing</p>", "#part"));
});

test("what is asked stands in the address, unless it stores or is too long", () => {
  equal(addressOf("/draw", [["text", "4:0-1"], ["solve", ""]]), "/draw?text=4%3A0-1");
  equal(addressOf("/draw", [["text", ""]]), "/draw");
  equal(addressOf("/draw", [["text", "x"], ["do", "store"]]), null);
  equal(addressOf("/draw", [["text", "x".repeat(9000)]]), null);
});

test("a link is followed in place, the address with it, and the focus stays on the same link", async () => {
  const { link, said, window } = open();
  await follow(window, link);
  equal(said, ["asked /x", `pushed ${there}`]);
  equal(document.activeElement.getAttribute("rel"), "next");
});

test("if the page of a link cannot be fetched, or has no such part, the link leads there", async () => {
  for (const answer of [{ ok: false, text: async () => page("two") }, { ok: true, text: async () => "nothing" }]) {
    const { link, said, window } = open(answer);
    await follow(window, link);
    equal(said, ["asked /x", `left for ${there}`]);
  }
});

test("what a form leads to is shown in place; of a problem what it says", async () => {
  let { form, said, window } = open();
  const part = await submit(form, window);
  ok(part.textContent.startsWith("two"));
  equal(said, ["asked /x", `replaced ${there}?text=a`]);
  ({ form, said, window } = open({ ok: false, text: async () => "<main><section>the service is busy</section></main>" }));
  await submit(form, window);
  equal(document.querySelector("#part").textContent, "the service is busy");
  ({ form, said, window } = open());
  window.fetch = async () => { throw new Error("offline"); };
  equal(await submit(form, window), null);
  ok(document.querySelector("#part").textContent.startsWith("one"));
});

test("a later load makes an earlier one void", async () => {
  const { form, window } = open();
  let first;
  window.fetch = () => new Promise(done => { first = done; });
  const early = submit(form, window);
  window.fetch = async () => ({ ok: true, text: async () => page("later") });
  await submit(form, window);
  first({ ok: true, text: async () => page("earlier") });
  equal(await early, null);
  ok(document.querySelector("#part").textContent.startsWith("later"));
});

test("back leads to the page as it was, an anchor does not", async () => {
  const { link, said, window } = open();
  const listeners = {};
  const heard = (name, listener) => { listeners[name] = listener; };
  window.document = { querySelector: one => document.querySelector(one), dispatchEvent: () => {}, addEventListener: heard };
  window.addEventListener = heard;
  window.history.pushState = () => { window.location.search = "?step=1"; };
  start(window);
  listeners.popstate();
  equal(said, []);
  listeners.click({ target: link, preventDefault: () => said.push("kept") });
  await new Promise(done => setTimeout(done, 20));
  listeners.popstate();
  window.location.search = "";
  listeners.popstate();
  equal(said, ["kept", "asked /x", "loaded undefined"]);
});
