// The results of puzzles, the help that a visitor took with them, and their stars, stored in the browser.

const RESULTS = "ludex.solved";
const LOST = "ludex.lost";
const HELP = "ludex.help";
const GRADES = "ludex.grades";
const KEPT_GRADES = 60;

export const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
const isDay = name => /^\d{4}-\d{2}-\d{2}$/.test(name) && !Number.isNaN(Date.parse(name));
const isCount = value => Number.isFinite(value) && value >= 0;
const isResult = value => isObject(value) && (value.gaveUp === true || isCount(value.value));

/** The members of an object that `fits` accepts. */
function members(value, fits) {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name, member]) => fits(member, name))) : {};
}

/** The members of an object that are objects, each with the members that `fits` accepts. */
function objects(value, fits, isName = () => true) {
  const found = members(value, (member, name) => isObject(member) && isName(name));
  return Object.fromEntries(Object.entries(found).map(([name, member]) => [name, members(member, fits)]));
}

/** For each entry that the site makes, the part of a value that has the form of the entry. */
const FORMS = {
  [RESULTS]: value => objects(value, isCount),
  [LOST]: value => members(value, isCount),
  [HELP]: value => members(value, () => true),
  "ludex.daily": value => objects(value, isResult, isDay),
  [GRADES]: value => (Array.isArray(value) ? value.filter(pair => Array.isArray(pair) && typeof pair[0] === "string" && Number.isFinite(pair[1])) : []),
};

/** The part of a value that an entry of this name can have. Damaged parts, and what others stored, are left out. */
export const validPart = (name, value) => FORMS[name]?.(value) ?? value;

/** The valid part of an entry; empty if there is none, or if it is not JSON. */
export function readEntry(storage, name) {
  try {
    return validPart(name, JSON.parse(storage.getItem(name)));
  } catch {
    return validPart(name, null);
  }
}

/** Store an entry, if the browser stores anything. */
export function writeEntry(storage, name, value) {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser does not store anything; the game works without it.
  }
}

/** The best results of levels by pack. */
export const readResults = storage => readEntry(storage, RESULTS);

/**
 * Store a result if it is the best for its level, and announce it to the page with its stars and hints; returns the
 * best.
 */
export function keep(storage, pack, label, moves, { stars = null, hints = 0 } = {}) {
  const all = readResults(storage);
  const levels = all[pack] ?? {};
  const best = Math.min(moves, levels[label] ?? Infinity);
  writeEntry(storage, RESULTS, { ...all, [pack]: { ...levels, [label]: best } });
  document.dispatchEvent(new CustomEvent("result", { detail: { pack, label, moves, stars, hints } }));
  return best;
}

/** Announce to the page that the visitor has seen the solution of a level without solving it. */
export function giveUp(pack, label) {
  document.dispatchEvent(new CustomEvent("result", { detail: { pack, label, moves: null, stars: 0, hints: 0 } }));
}

export const bestOf = (storage, pack, label) => readResults(storage)[pack]?.[label] ?? null;

/**
 * The stars for a result without help: three for the proved minimum (or for reaching a lower bound), two for one more,
 * otherwise one. With `targets`, two stars and one star are for results up to these numbers, and others have none.
 */
export function starsOf(result, { minimum = null, proved = false, least = 0, targets = [] }) {
  const fewest = minimum !== null && proved ? minimum : least;
  if (result <= fewest) return 3;
  if (targets.length) return 2 - targets.filter(target => result > target).length;
  return minimum !== null && result <= minimum + (proved ? 1 : 0) ? 2 : 1;
}

/** The stars of the best result of a level. Results of earlier versions were stored without their stars. */
export function bestStars(storage, key, result, level) {
  const lost = readEntry(storage, LOST)[key];
  return Number.isInteger(lost) ? Math.max(0, 3 - lost) : starsOf(result, level);
}

/**
 * The help that a visitor took with a puzzle on a day (UTC), and the mistakes, which cost as much as hints. Starting the puzzle again, loading the page again or
 * opening it in another tab does not undo it.
 */
export class Help {
  #storage;
  #key;
  #own = { day: "", hints: 0, mistakes: 0, shown: false };
  #now;
  #hinted = null;

  constructor(storage, key, now = () => new Date()) {
    this.#storage = storage;
    this.#key = key;
    this.#now = now;
  }

  get #day() { return this.#now().toISOString().slice(0, 10); }

  /** The help of this day, from this page and from the storage. */
  get #today() {
    const own = this.#own.day === this.#day ? this.#own : { hints: 0, mistakes: 0, shown: false };
    const stored = this.#stored[this.#key];
    const most = name => Math.max(own[name], Number(stored?.[name]) || 0);
    return { hints: most("hints"), mistakes: most("mistakes"), shown: own.shown || stored?.shown === true };
  }

  get #stored() {
    const { day, puzzles } = readEntry(this.#storage, HELP);
    return day === this.#day && puzzles && typeof puzzles === "object" ? puzzles : {};
  }

  #change(part) {
    const help = { ...this.#today, ...part };
    this.#own = { day: this.#day, ...help };
    writeEntry(this.#storage, HELP, { day: this.#day, puzzles: { ...this.#stored, [this.#key]: help } });
  }

  /** The number of hints. */
  get hints() { return this.#today.hints; }

  /** The number of mistakes, in games that count them. */
  get mistakes() { return this.#today.mistakes; }

  /** Whether a solution was shown. */
  get shown() { return this.#today.shown; }

  /** Count a hint for a state of the game. Further steps of the hint for the same state are not further hints. */
  takeHint(state = null) {
    if (state !== null && state === this.#hinted) return;
    this.#hinted = state;
    this.#change({ hints: this.hints + 1 });
  }

  /** Count a mistake. */
  makeMistake() { this.#change({ mistakes: this.mistakes + 1 }); }

  /** Record that a solution was shown. */
  showSolution() { this.#change({ shown: true }); }

  /** The stars for a result: a hint costs one of the stars, but not the last; a solution that was shown costs all. */
  starsOf(result, level) {
    const stars = starsOf(result, level);
    return this.shown ? 0 : Math.max(Math.min(1, stars), stars - this.hints);
  }

  /** Store the stars of a result if they are the most for the puzzle. */
  keepStars(stars) {
    const all = readEntry(this.#storage, LOST);
    const lost = Math.min(3 - stars, Number.isInteger(all[this.#key]) ? all[this.#key] : 3);
    writeEntry(this.#storage, LOST, { ...all, [this.#key]: lost });
  }

  /**
   * Store the result and the stars of a puzzle that the visitor has `solved`, or announce that the solution was shown.
   * Practice leaves no trace. A puzzle has the `name` under which its `pack` stores results; stored ones have a label.
   */
  record({ pack, name, label, grade, practice = false }, result, stars, solved = true) {
    if (practice) return;
    if (this.shown) giveUp(pack, name);
    else if (solved && stars) {
      this.keepStars(stars);
      keep(this.#storage, pack, name, result, { stars, hints: this.hints });
      followGrade(this.#storage, label, grade);
    }
  }
}

/** The levels that the visitor solved last, as pairs of a label and a grade; the newest is last. */
export const readGrades = storage => readEntry(storage, GRADES);

/** Store the grade of a level that was solved. */
export function followGrade(storage, label, grade) {
  if (!label || !Number.isFinite(grade)) return;
  const others = readGrades(storage).filter(([other]) => other !== label);
  writeEntry(storage, GRADES, [...others, [label, grade]].slice(-KEPT_GRADES));
}

/** Show the number of solved levels on the card of each pack. */
export function start(page, storage) {
  const all = readResults(storage);
  for (const card of page.querySelectorAll("[data-pack]")) {
    const done = Object.keys(all[card.dataset.pack] ?? {}).length;
    if (done) card.querySelector("[data-progress]").textContent = `${done} of ${card.dataset.size} solved`;
  }
}

if (typeof document !== "undefined" && document.querySelector("[data-pack]")) {
  try {
    start(document, localStorage);
  } catch {
    // Without storage, there is no progress to show.
  }
}
