import { isOff, isPlayed, listsFor, pagesOf, start, switchOff, watchNetwork } from "/js/offline.js";
import { equal, test } from "/tests/js/testing.js";

function storage() {
  const values = new Map();
  return { getItem: name => values.get(name) ?? null, setItem: (name, value) => values.set(name, value), removeItem: name => values.delete(name) };
}

test("pages are kept from the pages to play on", () => {
  equal(["/", "/play", "/play/a/b", "/daily", "/daily/2026-01-01"].map(path => isPlayed(path)), [true, true, true, true, true]);
  equal(["/players", "/objects/a", "/api/v1/daily", "/embed/play"].map(path => isPlayed(path)), [false, false, false, false]);
  equal(["/a/", "/a/play", "/play", "/"].map(path => isPlayed(path, "/a/")), [true, true, false, false]);
});

test("the levels that follow are those of the pack in the address", () => {
  equal(listsFor({ pathname: "/play/a/b", search: "?pack=easy" }), ["/offline/a/pages.json?pack=easy&label=b", "/offline/pages.json"]);
  equal(listsFor({ pathname: "/play/a/positions/b", search: "?pack=easy" }), ["/offline/a/pages.json?pack=easy&label=b", "/offline/pages.json"]);
  equal(listsFor({ pathname: "/play/a/b", search: "" }), ["/offline/pages.json"]);
  equal(listsFor({ pathname: "/", search: "" }), ["/offline/pages.json"]);
  equal(listsFor({ pathname: "/p/play/a/b", search: "?pack=easy" }, "/p/"), ["/p/offline/a/pages.json?pack=easy&label=b", "/p/offline/pages.json"]);
});

test("lists that fail are left out", async () => {
  const answers = { one: { ok: true, json: async () => ({ pages: ["/a", "/b"] }) }, two: { ok: false }, three: { ok: true, json: async () => ({ pages: ["/b"] }) } };
  const fetching = async address => answers[address] ?? Promise.reject(new Error("offline"));
  equal(await pagesOf(["one", "two", "three", "four"], fetching), ["/a", "/b"]);
});

test("a visitor who switched it off keeps nothing", async () => {
  const kept = storage();
  switchOff(kept, true);
  equal(isOff(kept), true);
  const workers = { register: () => { throw new Error("registered"); } };
  await start(document.implementation.createHTMLDocument(), workers, { pathname: "/play", search: "" }, kept);
  switchOff(kept, false);
  equal(isOff(kept), false);
});

test("the worker is told of this page", async () => {
  const sent = [];
  const workers = { register: async () => {}, ready: Promise.resolve({ active: { postMessage: message => sent.push(message) } }) };
  await start(document.implementation.createHTMLDocument(), workers, { pathname: "/play", search: "?pack=a" }, storage(), async () => ({ ok: true, json: async () => ({ pages: ["/b"] }) }));
  equal(sent, [{ keep: ["/play?pack=a", "/b"] }]);
});

test("a note is shown while there is no network", () => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = "<main></main>";
  const own = new EventTarget();
  watchNetwork(page, own);
  own.dispatchEvent(new Event("offline"));
  own.dispatchEvent(new Event("offline"));
  equal(page.querySelectorAll(".offline-note[role=status]").length, 1);
  own.dispatchEvent(new Event("online"));
  equal(page.querySelectorAll(".offline-note").length, 0);
});
