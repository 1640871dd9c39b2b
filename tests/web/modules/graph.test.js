import { centre, move, next, walk } from "/js/graph.js";
import { equal, ok, test } from "/tests/js/testing.js";

const page = text => `<!doctype html><title>${text}</title><main><h1>${text}</h1></main>`;

test("the next mark is the nearest in a direction, not one far aside", () => {
  const [here, near, far, aside] = [{ x: 0, y: 0 }, { x: 50, y: 5 }, { x: 90, y: 0 }, { x: 20, y: 60 }];
  equal(next([here, near, far, aside], here, [1, 0]), near);
  equal(next([here, near, far, aside], here, [0, 1]), aside);
  equal(next([here, near, far, aside], here, [-1, 0]), null);
});

test("arrow keys move the focus between the marks of a map", () => {
  document.body.innerHTML = `<svg><a class="walk" href="/a" data-x="0" data-y="0"><circle r="1"/></a><a class="walk" href="/b" data-x="9" data-y="0"><circle r="1"/></a></svg>`;
  const [first, second] = document.querySelectorAll("a");
  first.focus();
  const event = new KeyboardEvent("keydown", { key: "ArrowRight", cancelable: true });
  Object.defineProperty(event, "target", { value: first });
  ok(move(event));
  equal(document.activeElement === second, true);
  ok(event.defaultPrevented);
  const other = new KeyboardEvent("keydown", { key: "Tab", cancelable: true });
  Object.defineProperty(other, "target", { value: first });
  ok(!move(other));
});

test("walking puts the other page in place, with its title and its address", async () => {
  document.documentElement.innerHTML = "<head><title>one</title></head><body><main><h1>one</h1></main></body>";
  const said = [];
  await walk({
    document,
    fetch: async () => ({ ok: true, text: async () => page("two") }),
    history: { pushState: (_state, _title, address) => said.push(address) },
    scrollTo: () => {},
  }, "/graph?at=two");
  equal(said, ["/graph?at=two"]);
  equal([document.title, document.querySelector("h1").textContent], ["two", "two"]);
  equal(document.activeElement.textContent, "two");
});

test("a page that is not there is not walked to", async () => {
  document.body.innerHTML = "<main><h1>one</h1></main>";
  let failed = false;
  await walk({ document, fetch: async () => ({ ok: false, text: async () => "" }) }, "/x").catch(() => { failed = true; });
  ok(failed);
  equal(document.querySelector("h1").textContent, "one");
});

test("the middle of a map that is wider than the window is shown", () => {
  document.body.innerHTML = `<figure class="map" style="overflow-x: auto; width: 100px; margin: 0"><div style="width: 300px">wide</div></figure>`;
  centre(document);
  equal(document.querySelector("figure").scrollLeft, 100);
});
