// The puzzles of the day: results and the streak, stored in the browser, and a result to share without the moves.

import { counted, rootOf, shareWhole, showStars, storageOf } from "./game.js";
import { readEntry, writeEntry } from "./progress.js";

const NAME = "ludex.daily";
const DAY = 86_400_000;

/**
 * The results by day and game: `value` is the best result, `lost` and `hints` are the stars and hints that it took, and
 * `onTime` tells whether the puzzle was solved on the day itself. A puzzle whose solution was shown is `gaveUp`.
 */
export const readDays = storage => readEntry(storage, NAME);

/** The current day in UTC. A clock that is slow does not make it earlier than the day on which the page was made. */
function dayAt(time, made) {
  const day = time.toISOString().slice(0, 10);
  return day > made ? day : made;
}

/** The result of a game for a day that includes a new one, of which `moves` is null if the visitor gave up. */
function resultAfter(puzzle, before, { moves: value, stars, hints = 0 }, onTime) {
  if (before?.gaveUp) return before;
  if (value === null) return before ?? { gaveUp: true, onTime: false };
  const result = { value, lost: 3 - (stars ?? starsOf(puzzle, { value })), hints, onTime: onTime || Boolean(before?.onTime) };
  const lostBefore = before ? 3 - starsOf(puzzle, before) : 4;
  const better = result.lost < lostBefore || (result.lost === lostBefore && value < before.value);
  return better ? result : { ...before, onTime: result.onTime };
}

/**
 * Store a result of a puzzle for a day. A result on the day itself counts for the streak even if a later result is
 * better. Whoever gave up has no later result.
 */
export function keepDay(storage, day, puzzle, result, onTime) {
  const days = readDays(storage);
  const { game } = puzzle;
  const all = { ...days, [day]: { ...days[day], [game]: resultAfter(puzzle, days[day]?.[game], result, onTime) } };
  writeEntry(storage, NAME, all);
  return all;
}

/** The number of days in a row, up to today or yesterday, on which a puzzle was solved on the day itself. */
export function streakOf(days, today) {
  const solved = time => Object.values(days[new Date(time).toISOString().slice(0, 10)] ?? {}).some(result => result.onTime);
  let at = Date.parse(today);
  if (!solved(at)) at -= DAY;
  let length = 0;
  for (; solved(at); at -= DAY) length += 1;
  return length;
}

/** The stars of a result; results of earlier versions were stored without them. */
export function starsOf({ best }, { value, lost, gaveUp }) {
  if (gaveUp) return 0;
  return Number.isInteger(lost) ? Math.max(0, 3 - lost) : Math.max(1, 3 - Math.max(0, value - best));
}

export const starText = count => "★".repeat(count) + "☆".repeat(3 - count);

/** A result in numbers, such as 4/4: the player's result (or –) and the best possible result. */
export const scoreText = ({ best, goal, step }, { value, gaveUp }) => `${gaveUp ? "–" : goal + step * (value - best)}/${goal}`;

/** The help with a result in words; empty if there was none. */
export const helpText = ({ hints = 0, gaveUp }) => (gaveUp ? "gave up" : hints ? counted(hints, "hint") : "");

/** A result in words, such as `Solved 4/4, 1 hint`. */
const outcomeText = (puzzle, result) =>
  result.gaveUp ? "Gave up" : `Solved ${[scoreText(puzzle, result), helpText(result)].filter(Boolean).join(", ")}`;

/** The text of the link to a puzzle that has a result. */
export function againText(puzzle, result) {
  return `${outcomeText(puzzle, result)} · Play again`;
}

/** The text to share: the day, and a line for each solved puzzle, without its solution. */
export function shareText({ short, puzzles }, results, address) {
  const lines = puzzles
    .filter(({ game }) => results[game])
    .map(puzzle => [puzzle, results[puzzle.game]])
    .map(([puzzle, result]) => `${puzzle.symbol || puzzle.title} ${scoreText(puzzle, result)} ${starText(starsOf(puzzle, result))} ${helpText(result)}`.trim());
  return lines.length === 1 ? `Ludex ${short}  ${lines[0]}\n${address}` : [`Ludex ${short}`, ...lines, address].join("\n");
}

export function streakText(length, solvedToday) {
  if (!length) return "Solve one puzzle a day to build a streak.";
  return `Your streak: ${counted(length, "day")}${solvedToday ? "." : ". Solve a puzzle today to keep it."}`;
}

/** The puzzle of the day to play after another: the next one without a result, or null if all are solved. */
export function nextPuzzle({ puzzles }, results, game) {
  const at = puzzles.findIndex(puzzle => puzzle.game === game);
  return [...puzzles.slice(at + 1), ...puzzles.slice(0, at)].find(puzzle => !results[puzzle.game]) ?? null;
}

/** Show the results of the day, and store those that the board announces. `now` returns the current time. */
export function start(page, storage = storageOf(), now = () => new Date()) {
  const block = page.querySelector("[data-daily]");
  if (!block) return;
  const daily = JSON.parse(block.dataset.daily);
  // The page may stay open, or be kept offline, beyond its day.
  const today = () => dayAt(now(), daily.today);
  let shownDay = "";
  const [streak, button, shared] = ["streak", "share-day", "shared"].map(name => block.querySelector(`[data-${name}]`));

  const played = page.querySelector("[data-level], [data-table]")?.closest("[data-game]")?.dataset.game;
  const textOf = results => shareText(daily, results, new URL(daily.address, location.href).href);

  /** At the end of a puzzle, lead to the next one of the day: on this page if it has a tab for it. */
  function lead(results, onward = page.querySelector("[data-onward]")) {
    if (!onward || !results[played]) return;
    if (daily.date === daily.today && today() !== daily.today) {
      onward.href = `${rootOf()}daily`;
      onward.textContent = "Today's puzzles";
      return;
    }
    const next = nextPuzzle(daily, results, played);
    const tab = next && page.querySelector(`.tabs [data-game="${next.game}"] a`);
    onward.href = next ? tab?.href ?? next.address : daily.address;
    onward.textContent = next ? `Next: ${next.title}` : "All puzzles of the day";
  }

  /** Above the board of a puzzle that has a result already, show the result and a link to the next puzzle of the day. */
  function announce(results) {
    const task = page.querySelector("[data-task]");
    const puzzle = daily.puzzles.find(({ game }) => game === played);
    if (!task || !puzzle || !results[played]) return;
    const link = page.createElement("a");
    lead(results, link);
    const outcome = page.createElement("strong");
    outcome.textContent = `${outcomeText(puzzle, results[played])}.`;
    // The board below must not move.
    task.parentElement.style.minHeight = `${task.parentElement.offsetHeight}px`;
    task.replaceChildren(outcome, " You can play it again. ", link);
  }

  /** Add the streak to the result, once the game has shown it. */
  function addStreak(length) {
    const note = page.querySelector("[data-end-note]");
    if (!note || !length || note.textContent.includes("Streak")) return;
    note.textContent = `${note.textContent} Streak: ${counted(length, "day")}.`.trim();
    note.hidden = false;
  }

  function show() {
    const days = readDays(storage);
    const results = days[daily.date] ?? {};
    for (const puzzle of daily.puzzles.filter(({ game }) => results[game])) {
      const result = results[puzzle.game];
      for (const element of page.querySelectorAll(`[data-stars-of="${puzzle.game}"]`)) showStars(element, starsOf(puzzle, result));
      for (const link of page.querySelectorAll(`[data-play-of="${puzzle.game}"]`)) {
        link.classList.add("second");
        link.firstElementChild.textContent = againText(puzzle, result);
      }
    }
    shownDay = today();
    const solvedToday = Object.values(days[shownDay] ?? {}).some(result => result.onTime);
    streak.textContent = streakText(streakOf(days, shownDay), solvedToday);
    const newDay = block.querySelector("[data-new-day]");
    if (newDay) newDay.hidden = shownDay === daily.today;
    button.hidden = !daily.puzzles.some(({ game }) => results[game]);
    lead(results);
    for (const link of page.querySelectorAll("[data-day]")) {
      const solved = days[link.dataset.day] ?? {};
      const won = Object.keys(solved).filter(game => !solved[game].gaveUp);
      for (const pip of link.querySelectorAll("[data-game]")) pip.classList.toggle("won", won.includes(pip.dataset.game));
      const count = won.length;
      link.dataset.name ??= link.getAttribute("aria-label");
      link.setAttribute("aria-label", count ? `${link.dataset.name}, ${count} solved` : link.dataset.name);
    }
  }

  page.addEventListener("result", ({ detail }) => {
    const puzzle = daily.puzzles.find(other => other.pack === detail.pack && other.key === detail.label);
    if (!puzzle) return;
    const onTime = daily.date === today();
    const days = keepDay(storage, daily.date, puzzle, detail, onTime);
    show();
    if (onTime) queueMicrotask(() => addStreak(streakOf(days, daily.date)));
  });
  /** Share the result of the day, and say so on the button. */
  async function give(pressed) {
    const words = await shareWhole(textOf(readDays(storage)[daily.date] ?? {}));
    const copied = words === "Result copied.";
    // Without a clipboard, the text is shown where the visitor is: below the board, or beside the button of the day.
    const place = (pressed === button || copied ? null : page.querySelector("#message")) ?? shared;
    place.textContent = words;
    if (place === shared) shared.classList.toggle("hidden", copied || !words);
    else place.classList.remove("said");
    if (!copied) return;
    const name = pressed.textContent;
    pressed.textContent = "Copied";
    setTimeout(() => { pressed.textContent = name; }, 1600);
  }

  button.addEventListener("click", () => give(button));
  // On the page of a daily puzzle, the button of the game shares the result of the day as well.
  page.addEventListener("click", event => {
    const pressed = event.target.closest?.('[data-do="share"]');
    if (!pressed || !readDays(storage)[daily.date]?.[played]) return;
    event.stopImmediatePropagation();
    give(pressed);
  }, { capture: true });
  const showNewDay = () => { if (today() !== shownDay) show(); };
  page.addEventListener("visibilitychange", showNewDay);
  setInterval(showNewDay, 30_000);
  show();
  announce(readDays(storage)[daily.date] ?? {});
}

if (typeof document !== "undefined") start(document);
