// "A puzzle for me": an unsolved level whose grade is close to those of the last three levels that the visitor solved.

import { rootOf, storageOf } from "./game.js";
import { readGrades, readResults } from "./progress.js";

const LAST = 3;
const MOST_LEVELS = 60;

/**
 * The grade of the next puzzle of a kind: a little above the mean of its last three grades, or the `first` grade.
 */
export function wantedGrade(grades, { kind, first }) {
  const last = grades.filter(([label]) => label.startsWith(`${kind}-`)).slice(-LAST).map(([, grade]) => grade);
  return last.length ? Math.round(last.reduce((sum, grade) => sum + grade, 0) / last.length + 0.5) : first;
}

/** The labels of all levels that were solved by swaps, in any pack. */
export function solvedLabels(storage) {
  const packs = Object.entries(readResults(storage)).filter(([pack]) => !pack.includes(" "));
  return new Set(packs.flatMap(([, levels]) => Object.keys(levels)));
}

/** The level to play: the first unsolved level with the nearest grade; null if there is none. */
export function choosePuzzle(levels, wanted, solved) {
  const open = levels.filter(({ label }) => !solved.has(label));
  return open.reduce((best, level) => (!best || Math.abs(level.grade - wanted) < Math.abs(best.grade - wanted) ? level : best), null);
}

/**
 * Find a puzzle for the visitor; null if all levels are solved. The source is that of the button: the kind and the list
 * of the levels, their filters, the address at which a level is played, and the grade of the first puzzle.
 */
export async function findPuzzle(storage, source, current = "", fetching = fetch) {
  const wanted = wantedGrade(readGrades(storage), source);
  const solved = solvedLabels(storage).add(current);
  for (const reach of [1, 4, 12, 1000]) {
    const query = new URLSearchParams({ ...source.filters, min_grade: Math.max(0, wanted - reach), max_grade: wanted + reach, sort: "grade", limit: Math.min(1000, MOST_LEVELS + solved.size) });
    const { items } = await (await fetching(`${rootOf()}api/v1/${source.levels}?${query}`)).json();
    const found = choosePuzzle(items.map(({ label, difficulty }) => ({ label, grade: difficulty.grade })), wanted, solved);
    if (found) return found;
  }
  return null;
}

/** Open a puzzle for the visitor. Returns a message if there is none. */
export async function goToPuzzle(storage, source, current = "", fetching = fetch, open = address => location.assign(address)) {
  try {
    const found = await findPuzzle(storage, source, current, fetching);
    if (!found) return "You have solved all of them.";
    open(source.play.replace("LABEL", encodeURIComponent(found.label)));
    return "";
  } catch {
    return "No puzzle is available, because the service did not answer.";
  }
}

/** The source of puzzles of a button. */
export const sourceOf = button => JSON.parse(button.dataset.puzzle);

/** The action of the button of a game: open a puzzle for the visitor, other than the puzzle with the label. */
export const puzzleForMe = (view, storage, label, fetching = fetch) => async () => {
  view.say("Looking for a puzzle …");
  const missing = await goToPuzzle(storage, sourceOf(view.tool("for-me")), label, fetching);
  if (missing) view.say(missing);
};

/** Connect the buttons on the page of games. */
export function start(page, storage = storageOf(), pick = goToPuzzle) {
  for (const button of page.querySelectorAll(".play-section [data-do=for-me]")) {
    button.addEventListener("click", async () => {
      button.closest(".play-section").querySelector("[data-for-me-message]").textContent = await pick(storage, sourceOf(button));
    });
  }
}

if (typeof document !== "undefined" && document.querySelector("[data-for-me-message]")) start(document);
