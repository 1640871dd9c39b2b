import { bestOf, follow, keep, readResults, start } from "/js/progress.js";
import { equal, test } from "/tests/js/testing.js";

function memory() {
  const held = new Map();
  return { getItem: name => held.get(name) ?? null, setItem: (name, value) => held.set(name, value) };
}

test("the fewest swaps of each level are kept", () => {
  const storage = memory();
  equal([keep(storage, "easy", "a", 4), keep(storage, "easy", "a", 6), keep(storage, "easy", "a", 3)], [4, 4, 3]);
  equal([bestOf(storage, "easy", "a"), bestOf(storage, "easy", "b"), bestOf(storage, "hard", "a")], [3, null, null]);
});

test("what cannot be kept or read is no fault", () => {
  const broken = { getItem: () => "{", setItem: () => { throw new Error("full"); } };
  equal([readResults(broken), keep(broken, "easy", "a", 2)], [{}, 2]);
});

test("packs show how many are solved, and go on where one was", () => {
  const storage = memory();
  keep(storage, "easy", "a", 4);
  follow(storage, "easy", "/play/planarity/b?pack=easy");
  follow(storage, "hard", "https://elsewhere.example/");
  const page = document.createElement("div");
  page.innerHTML = '<a href="/play/planarity/a" data-pack="easy" data-size="9"><i data-progress></i></a>'
    + '<a href="/play/planarity/c" data-pack="hard" data-size="9"><i data-progress></i></a>';
  start(page, storage);
  const [easy, hard] = page.querySelectorAll("a");
  equal([easy.textContent, easy.getAttribute("href")], ["1 of 9 solved", "/play/planarity/b?pack=easy"]);
  equal([hard.textContent, hard.getAttribute("href")], ["", "/play/planarity/c"]);
});
