import { bestOf, bestStars, giveUp, Help, keep, readGrades, readResults, starsOf, start } from "/js/progress.js";
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

test("with targets, results up to each of them have stars, and a hint leaves the last star", () => {
  const level = { minimum: 0, proved: true, targets: [2, 5] };
  equal([0, 1, 2, 3, 5, 6].map(result => starsOf(result, level)), [3, 2, 2, 1, 1, 0]);
  const help = new Help(memory(), "a", onDay("2026-03-01"));
  help.takeHint();
  help.takeHint();
  equal([0, 1, 5, 6].map(result => help.starsOf(result, level)), [1, 1, 1, 0]);
});

const onDay = day => () => new Date(`${day}T12:00:00Z`);
const MINIMUM = { minimum: 4, proved: true };

test("each hint costs a star, but not the last", () => {
  const help = new Help(memory(), "a", onDay("2026-03-01"));
  const stars = () => [4, 5, 9].map(result => help.starsOf(result, MINIMUM));
  equal(stars(), [3, 2, 1]);
  help.takeHint();
  equal(stars(), [2, 1, 1]);
  help.takeHint();
  help.takeHint();
  equal([help.hints, ...stars()], [3, 1, 1, 1]);
});

test("a solution that was shown leaves no stars, in other tabs too, until the next day", () => {
  const storage = memory();
  new Help(storage, "a", onDay("2026-03-01")).showSolution();
  new Help(storage, "b", onDay("2026-03-01")).takeHint();
  const later = key => day => new Help(storage, key, onDay(day)).starsOf(4, MINIMUM);
  equal([later("a")("2026-03-01"), later("b")("2026-03-01"), later("c")("2026-03-01")], [0, 2, 3]);
  equal([later("a")("2026-03-02"), later("b")("2026-03-02")], [3, 3]);
});

test("mistakes last as long as hints", () => {
  const storage = memory();
  const help = () => new Help(storage, "a", onDay("2026-03-01"));
  help().takeHint();
  help().makeMistake();
  help().makeMistake();
  help().showSolution();
  equal([help().hints, help().mistakes, help().shown], [1, 2, true]);
  equal(new Help(storage, "a", onDay("2026-03-02")).mistakes, 0);
  const kept = { getItem: () => null, setItem: () => {} };
  const page = new Help(kept, "a");
  page.makeMistake();
  equal(page.mistakes, 1);
});

test("a page that stays open over midnight begins the next day without help", () => {
  let day = "2026-03-01";
  const help = new Help(memory(), "a", () => new Date(`${day}T23:59:00Z`));
  help.takeHint();
  help.showSolution();
  equal([help.hints, help.shown], [1, true]);
  day = "2026-03-02";
  equal([help.hints, help.shown, help.starsOf(4, MINIMUM)], [0, false, 3]);
  help.takeHint();
  equal([help.hints, help.shown], [1, false]);
});

test("help counts where the browser stores nothing, and damaged help is no fault", () => {
  const broken = { getItem: () => "[{", setItem: () => { throw new Error("full"); } };
  const help = new Help(broken, "a");
  help.takeHint();
  help.takeHint();
  equal([help.hints, help.shown], [2, false]);
  for (const damaged of ["null", "3", '{"day": "2026-03-01", "puzzles": {"a": null}}', '{"day": "2026-03-01", "puzzles": null}']) {
    equal(new Help({ getItem: () => damaged, setItem: () => {} }, "a", onDay("2026-03-01")).starsOf(4, MINIMUM), 3);
  }
});

test("the most stars of a puzzle are kept; older results have the stars of their moves", () => {
  const storage = memory();
  const help = new Help(storage, "a");
  equal(bestStars(storage, "a", 5, MINIMUM), 2);
  help.keepStars(1);
  equal(bestStars(storage, "a", 4, MINIMUM), 1);
  help.keepStars(3);
  help.keepStars(2);
  equal([bestStars(storage, "a", 4, MINIMUM), bestStars(storage, "b", 4, MINIMUM)], [3, 3]);
});

test("a result is announced with its stars and hints, and giving up as no result", () => {
  const seen = [];
  const listen = event => seen.push(event.detail);
  document.addEventListener("result", listen);
  keep(memory(), "easy", "a", 4, { stars: 2, hints: 1 });
  giveUp("easy", "b");
  document.removeEventListener("result", listen);
  equal(seen, [{ pack: "easy", label: "a", moves: 4, stars: 2, hints: 1 }, { pack: "easy", label: "b", moves: null, stars: 0, hints: 0 }]);
});

test("further steps of a hint for the same state are not further hints", () => {
  const help = new Help(memory(), "a");
  for (const state of ["x", "x", "y", "x"]) help.takeHint(state);
  help.takeHint();
  equal(help.hints, 4);
});

test("a solved puzzle leaves its result, stars and grade; practice and a solution that was shown leave none", () => {
  const storage = memory();
  const puzzle = { pack: "easy", name: "a", label: "a", grade: 5 };
  const help = new Help(storage, "a");
  help.record({ ...puzzle, practice: true }, 4, 3);
  help.record(puzzle, 4, 3, false);
  help.record(puzzle, 4, 0);
  equal([bestOf(storage, "easy", "a"), readGrades(storage)], [null, []]);
  help.record(puzzle, 4, 2);
  equal([bestOf(storage, "easy", "a"), bestStars(storage, "a", 4, MINIMUM), readGrades(storage)], [4, 2, [["a", 5]]]);
  help.showSolution();
  help.record(puzzle, 3, 0);
  equal(bestOf(storage, "easy", "a"), 4);
});
