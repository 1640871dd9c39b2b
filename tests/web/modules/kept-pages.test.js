import { keptPages, remove, start } from "/js/kept-pages.js";
import { isOff } from "/js/offline.js";
import { equal, test } from "/tests/js/testing.js";

function stores() {
  const all = new Map([["ludex-pages-/-1", new Map([["/a", "<title>A · Ludex</title>"], ["/b", "<title>x</title><h1>B <b>2</b></h1>"]])], ["ludex-files-/-1", new Map()], ["ludex-pages-/there/-1", new Map()]]);
  const store = pages => ({ keys: async () => [...pages.keys()].map(url => ({ url })), match: async ({ url }) => new Response(pages.get(url)) });
  return { keys: async () => [...all.keys()], open: async name => store(all.get(name)), delete: async name => all.delete(name) };
}

test("kept pages are listed by their headings, the newest first", async () => {
  equal(await keptPages(stores()), [{ address: "/b", title: "B 2" }, { address: "/a", title: "A" }]);
});

test("everything kept is removed, and nothing else", async () => {
  const kept = stores();
  let removed = 0;
  const told = [];
  const active = { postMessage: (message, [port]) => { told.push(message); port.postMessage("removed"); } };
  const registered = path => ({ active, scope: new URL(path, location.href).href, unregister: async () => { removed += 1; } });
  await remove(kept, { getRegistrations: async () => ["/", "/there/"].map(registered) });
  equal(told, [{ remove: true }]);
  equal(await kept.keys(), ["ludex-pages-/there/-1"]);
  equal(removed, 1);
});

test("the page removes them at the press of a button, until pages are kept again", async () => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = "<div id=kept hidden><p id=kept-message></p><ul id=kept-list></ul><button id=remove-kept></button><button id=resume-kept hidden></button></div>";
  const values = new Map();
  const storage = { getItem: name => values.get(name) ?? null, setItem: (name, value) => values.set(name, value), removeItem: name => values.delete(name) };
  const kept = stores();
  await start(page, kept, undefined, storage);
  equal([...page.querySelectorAll("li")].map(item => item.textContent), ["B 2", "A"]);
  page.getElementById("remove-kept").click();
  await new Promise(done => { setTimeout(done, 50); });
  equal([isOff(storage), page.querySelectorAll("li").length, page.getElementById("resume-kept").hidden], [true, 0, false]);
  page.getElementById("resume-kept").click();
  equal(isOff(storage), false);
});
