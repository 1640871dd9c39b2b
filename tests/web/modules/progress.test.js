import { bestOf, keep, readResults, starsOf, start } from "/js/progress.js";
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

test("packs show how many are solved", () => {
  const storage = memory();
  keep(storage, "easy", "a", 4);
  const page = document.createElement("div");
  page.innerHTML = '<a href="/a" data-pack="easy" data-size="9"><i data-progress></i></a>'
    + '<a href="/c" data-pack="hard" data-size="9"><i data-progress></i></a>';
  start(page, storage);
  equal([...page.querySelectorAll("a")].map(card => card.textContent), ["1 of 9 solved", ""]);
});

test("three stars are for the proved minimum, two for one more, one for the rest", () => {
  const proved = { minimum: 4, proved: true };
  equal([3, 4, 5, 6].map(result => starsOf(result, proved)), [3, 3, 2, 1]);
  equal([4, 5].map(result => starsOf(result, { minimum: 4, proved: false, least: 3 })), [2, 1]);
  equal([3, 4].map(result => starsOf(result, { least: 3 })), [3, 1]);
});
