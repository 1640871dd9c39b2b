// The puzzles of the day: results and the streak, stored in the browser, and a result to share without the moves.

import { counted, showStars, storageOf } from "./game.js";

const NAME = "ludex.daily";
const DAY = 86_400_000;

/**
 * The results by day and game: `value` is the best result, and `onTime` tells whether the puzzle was solved on the day
 * itself.
 */
export function readDays(storage) {
  try {
    const days = JSON.parse(storage.getItem(NAME));
    return days && typeof days === "object" ? days : {};
  } catch {
    return {};
  }
}

/**
 * Store a result of a game for a day. A result on the day itself counts for the streak even if a later result is
 * better.
 */
export function keepDay(storage, day, game, value, onTime) {
  const days = readDays(storage);
  const before = days[day]?.[game];
  const result = { value: Math.min(value, before?.value ?? Infinity), onTime: onTime || Boolean(before?.onTime) };
  const all = { ...days, [day]: { ...days[day], [game]: result } };
  try {
    storage.setItem(NAME, JSON.stringify(all));
  } catch {
    // The browser does not store anything; the puzzles work without it.
  }
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

/** Three stars for the best possible result, two for a result that is worse by one, and one for any other result. */
export const starsOf = ({ best }, value) => Math.max(1, 3 - Math.max(0, value - best));

export const starText = count => "★".repeat(count) + "☆".repeat(3 - count);

/** A result in numbers, such as 4/4: the player's result and the best possible result. */
export const scoreText = ({ best, goal, step }, value) => `${goal + step * (value - best)}/${goal}`;

/** The text to share: the day, and a line for each solved puzzle, without its solution. */
export function shareText({ short, puzzles }, results, address) {
  const lines = puzzles
    .filter(({ game }) => results[game])
    .map(puzzle => `${puzzle.symbol || puzzle.title} ${scoreText(puzzle, results[puzzle.game].value)} ${starText(starsOf(puzzle, results[puzzle.game].value))}`);
  return lines.length === 1 ? `Ludex ${short}  ${lines[0]}\n${address}` : [`Ludex ${short}`, ...lines, address].join("\n");
}

export function streakText(length, solvedToday) {
  if (!length) return "Solve one puzzle a day to build a streak.";
  return `Your streak: ${counted(length, "day")}${solvedToday ? "." : ". Solve a puzzle today to keep it."}`;
}

export function start(page, storage = storageOf(), clipboard = navigator.clipboard) {
  const block = page.querySelector("[data-daily]");
  if (!block) return;
  const daily = JSON.parse(block.dataset.daily);
  const [streak, button, shared] = ["streak", "share-day", "shared"].map(name => block.querySelector(`[data-${name}]`));

  function show() {
    const days = readDays(storage);
    const results = days[daily.date] ?? {};
    for (const puzzle of daily.puzzles) {
      for (const element of page.querySelectorAll(`[data-stars-of="${puzzle.game}"]`)) {
        const result = results[puzzle.game];
        if (result) showStars(element, starsOf(puzzle, result.value));
      }
    }
    const solvedToday = Object.values(days[daily.today] ?? {}).some(result => result.onTime);
    streak.textContent = streakText(streakOf(days, daily.today), solvedToday);
    button.hidden = !daily.puzzles.some(({ game }) => results[game]);
    for (const link of page.querySelectorAll("[data-day]")) {
      const solved = days[link.dataset.day] ?? {};
      for (const pip of link.querySelectorAll("[data-game]")) pip.classList.toggle("won", pip.dataset.game in solved);
      const count = Object.keys(solved).length;
      link.dataset.name ??= link.getAttribute("aria-label");
      link.setAttribute("aria-label", count ? `${link.dataset.name}, ${count} solved` : link.dataset.name);
    }
  }

  page.addEventListener("result", ({ detail: { pack, label, moves } }) => {
    const puzzle = daily.puzzles.find(other => other.pack === pack && other.key === label);
    if (!puzzle) return;
    keepDay(storage, daily.date, puzzle.game, moves, daily.date === daily.today);
    show();
  });
  button.addEventListener("click", async () => {
    const text = shareText(daily, readDays(storage)[daily.date] ?? {}, new URL(daily.address, location.href).href);
    try {
      await clipboard.writeText(text);
      shared.textContent = "Result copied.";
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Share the result"; }, 1600);
    } catch {
      shared.classList.remove("hidden");
      shared.textContent = text;
    }
  });
  show();
}

if (typeof document !== "undefined") start(document);
