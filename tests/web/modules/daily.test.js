import { againText, helpText, keepDay, nextPuzzle, readDays, scoreText, shareText, start, starsOf, starText, streakOf, streakText } from "/js/daily.js";
import { giveUp, keep } from "/js/progress.js";
import { equal, test } from "/tests/js/testing.js";

function memory() {
  const held = new Map();
  return { getItem: name => held.get(name) ?? null, setItem: (name, value) => held.set(name, value) };
}

const planarity = { game: "planarity", title: "Swap Planarity", symbol: "⬡", pack: "", key: "a", best: 4, goal: 4, step: 1 };
const swish = { game: "swish", title: "SWISH", symbol: "◉", pack: "swish-tables", key: "b", best: 0, goal: 8, step: -1 };
const day = { date: "2026-03-01", today: "2026-03-01", short: "1 Mar", address: "/daily/2026-03-01", puzzles: [planarity, swish] };

const at = time => () => new Date(time);

test("the best result of a day is kept, and that it was on time", () => {
  const storage = memory();
  keepDay(storage, "2026-03-01", planarity, { moves: 6, stars: 1 }, true);
  keepDay(storage, "2026-03-01", planarity, { moves: 4, stars: 2, hints: 1 }, false);
  keepDay(storage, "2026-03-01", planarity, { moves: 9, stars: 1, hints: 1 }, false);
  equal(readDays(storage), { "2026-03-01": { planarity: { value: 4, lost: 1, hints: 1, onTime: true } } });
});

test("who gives up has no result of the day, whatever comes later, but keeps one that came before", () => {
  const storage = memory();
  keepDay(storage, "2026-03-01", planarity, { moves: null, stars: 0 }, true);
  keepDay(storage, "2026-03-01", planarity, { moves: 4, stars: 3 }, true);
  keepDay(storage, "2026-03-01", swish, { moves: 0, stars: 3 }, true);
  keepDay(storage, "2026-03-01", swish, { moves: null, stars: 0 }, true);
  const results = readDays(storage)["2026-03-01"];
  equal(results, { planarity: { gaveUp: true, onTime: false }, swish: { value: 0, lost: 0, hints: 0, onTime: true } });
  equal([starsOf(planarity, results.planarity), starsOf(swish, results.swish)], [0, 3]);
  equal(streakOf({ "2026-03-01": { planarity: results.planarity } }, "2026-03-01"), 0);
  equal(shareText(day, results, "x"), "Ludex 1 Mar\n⬡ –/4 ☆☆☆ gave up\n◉ 8/8 ★★★\nx");
});

test("what cannot be read or kept is no fault", () => {
  const broken = { getItem: () => "{", setItem: () => { throw new Error("full"); } };
  equal(readDays(broken), {});
  keepDay(broken, "2026-03-01", planarity, { moves: 6, stars: 1 }, true);
});

test("a streak goes over the ends of months, survives until the end of the next day, and needs results on time", () => {
  const solved = onTime => ({ planarity: { value: 4, onTime } });
  const days = { "2026-02-26": solved(true), "2026-02-27": solved(false), "2026-02-28": solved(true), "2026-03-01": solved(true) };
  equal(["2026-03-01", "2026-03-02", "2026-03-03"].map(today => streakOf(days, today)), [2, 2, 0]);
  equal([streakText(1, true), streakText(2, false)], ["Your streak: 1 day.", "Your streak: 2 days. Solve a puzzle today to keep it."]);
});

test("results of earlier versions have the stars of their values", () => {
  equal([4, 5, 6, 20].map(value => starsOf(planarity, { value })), [3, 2, 1, 1]);
  equal([0, 1, 2].map(value => starText(starsOf(swish, { value }))), ["★★★", "★★☆", "★☆☆"]);
  equal(starsOf(planarity, { value: 4, lost: 2 }), 1);
});

test("a shared result has numbers and stars, one line if one puzzle is solved", () => {
  equal([scoreText(planarity, { value: 5 }), scoreText(swish, { value: 1 }), scoreText({ best: 0, goal: 6, step: 0 }, { value: 3 })], ["5/4", "7/8", "6/6"]);
  equal(shareText(day, { planarity: { value: 4 } }, "https://l.example/d"), "Ludex 1 Mar  ⬡ 4/4 ★★★\nhttps://l.example/d");
  equal([helpText({}), helpText({ hints: 1 }), helpText({ hints: 2 })], ["", "1 hint", "2 hints"]);
  equal(shareText(day, { planarity: { value: 4, lost: 1, hints: 1 } }, "x"), "Ludex 1 Mar  ⬡ 4/4 ★★☆ 1 hint\nx");
  equal(shareText(day, { planarity: { value: 5 }, swish: { value: 0 } }, "x"), "Ludex 1 Mar\n⬡ 5/4 ★★☆\n◉ 8/8 ★★★\nx");
});

test("a result that the board stores is shown, in the calendar too", () => {
  const storage = memory();
  document.body.innerHTML = `<div data-daily='${JSON.stringify(day)}'><span data-streak></span><button data-share-day hidden></button><i data-shared></i></div>
    <b data-stars-of="planarity" data-stars="0"></b><a data-play-of="planarity"><i>Play</i></a><a data-play-of="swish"><i>Play</i></a><a data-day="2026-03-01" aria-label="1 March"><i data-game="planarity"></i></a>`;
  start(document, storage, at("2026-03-01T12:00:00Z"));
  keep(storage, "other", "a", 4);
  equal(document.querySelector("[data-share-day]").hidden, true);
  keep(storage, "", "a", 5);
  const stars = document.querySelector("[data-stars]");
  equal([stars.dataset.stars, stars.getAttribute("aria-label")], ["2", "2 of 3 stars"]);
  equal(document.querySelector("[data-streak]").textContent, "Your streak: 1 day.");
  equal(document.querySelector("[data-day]").getAttribute("aria-label"), "1 March, 1 solved");
  equal([document.querySelector("[data-share-day]").hidden, document.querySelector(".won[data-game]") !== null], [false, true]);
  giveUp("", "a");
  equal(stars.dataset.stars, "2");
  equal([...document.querySelectorAll("[data-play-of]")].map(link => link.textContent), ["Solved 5/4 · Play again", "Play"]);
  equal(againText(swish, { value: 0, hints: 2 }), "Solved 8/8, 2 hints · Play again");
  equal(againText(swish, { gaveUp: true }), "Gave up · Play again");
});

test("after a puzzle comes the next one of the day that has no result, and the streak stands in the result", async () => {
  const result = { value: 4, onTime: true };
  equal([{}, { swish: result }].map(results => nextPuzzle(day, results, "planarity")?.game), ["swish", undefined]);
  equal(nextPuzzle(day, { swish: result }, "swish").game, "planarity");
  const storage = memory();
  document.body.innerHTML = `<div data-daily='${JSON.stringify(day)}'><span data-streak></span><button data-share-day hidden></button><i data-shared></i></div>
    <ul class="tabs"><li data-game="swish"><a href="/?puzzle=swish">SWISH</a></li></ul>
    <div data-game="planarity"><b data-level></b><i data-end-note hidden></i><a data-onward href="/play">Next level</a><button data-do="share">Share</button></div>`;
  start(document, storage, at("2026-03-01T12:00:00Z"));
  keep(storage, "", "a", 4);
  await Promise.resolve();
  const onward = document.querySelector("[data-onward]");
  equal([onward.textContent, onward.getAttribute("href")], ["Next: SWISH", new URL("/?puzzle=swish", location.href).href]);
  equal([document.querySelector("[data-end-note]").textContent, document.querySelector("[data-end-note]").hidden], ["Streak: 1 day.", false]);
  let other = 0;
  document.body.addEventListener("click", () => { other += 1; }, { once: true });
  document.querySelector('[data-do="share"]').click();
  await new Promise(resolve => { setTimeout(resolve, 50); });
  equal([other, /Result copied|Ludex 1 Mar {2}⬡ 4\/4/.test(document.querySelector("[data-shared]").textContent)], [0, true]);
  document.body.innerHTML = "";
});

test("a page that stays open past midnight counts for no streak, and offers the new day", async () => {
  const storage = memory();
  let time = "2026-03-01T23:59:59Z";
  document.body.innerHTML = `<div data-daily='${JSON.stringify(day)}'><span data-streak></span><a data-new-day hidden></a><button data-share-day hidden></button><i data-shared></i></div>
    <div data-game="planarity"><b data-level></b><a data-onward href="/play">Next level</a></div>`;
  start(document, storage, () => new Date(time));
  equal(document.querySelector("[data-new-day]").hidden, true);
  time = "2026-03-02T00:00:01Z";
  document.dispatchEvent(new Event("visibilitychange"));
  equal(document.querySelector("[data-new-day]").hidden, false);
  keep(storage, "", "a", 4);
  await Promise.resolve();
  equal(readDays(storage)["2026-03-01"].planarity.onTime, false);
  equal(streakOf(readDays(storage), "2026-03-02"), 0);
  equal(document.querySelector("[data-streak]").textContent, "Solve one puzzle a day to build a streak.");
  equal(document.querySelector("[data-onward]").textContent, "Today's puzzles");
  document.body.innerHTML = "";
});

test("a clock that is slow does not bring a day back", () => {
  const storage = memory();
  document.body.innerHTML = `<div data-daily='${JSON.stringify({ ...day, today: "2026-03-02" })}'><span data-streak></span><button data-share-day hidden></button><i data-shared></i></div>`;
  start(document, storage, at("2026-03-01T12:00:00Z"));
  keep(storage, "", "a", 4);
  equal(readDays(storage)["2026-03-01"].planarity.onTime, false);
  document.body.innerHTML = "";
});

test("damaged days, and what others stored, are left out", () => {
  const good = { value: 4, lost: 0, hints: 0, onTime: true };
  const days = { "2026-11-27": { planarity: null, swish: good }, "2026-11-28": 7, today: { swish: good }, "2026-02-31x": {}, "2026-11-29": { sets: { value: "4" }, swish: { gaveUp: true, onTime: false } } };
  const storage = { getItem: () => JSON.stringify(days), setItem: () => {} };
  equal(readDays(storage), { "2026-11-27": { swish: good }, "2026-11-29": { swish: { gaveUp: true, onTime: false } } });
  equal(streakOf(readDays(storage), "2026-11-27"), 1);
  for (const text of ["[1]", "7", "null", '"x"']) equal(readDays({ getItem: () => text }), {});
});
