// The page of a card table: arrow keys move between cards, a stopwatch runs, and the tab stores the state.

import { showTime, Watch } from "../../../js/clock.js";
import { GamePage, readState, writeState } from "../../../js/game.js";
import { bestOf, Help } from "../../../js/progress.js";
import { svgElement } from "../../../js/svg.js";

/** The index of the card that an arrow key leads to, in a table of rows; the same index at the border. */
export function nextIndex(index, key, count, columns) {
  const to = index + ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0);
  return to >= 0 && to < count ? to : index;
}

/** Make arrow keys move the focus between the buttons marked data-card. */
function enableArrowKeys(table) {
  table.addEventListener("keydown", event => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...table.querySelectorAll("[data-card]")];
    const at = buttons.indexOf(event.target.closest("[data-card]"));
    if (at < 0) return;
    const top = buttons[0].parentElement.offsetTop;
    const columns = buttons.filter(button => button.parentElement.offsetTop === top).length;
    buttons[nextIndex(at, event.key, buttons.length, columns)].focus();
    event.preventDefault();
  });
}

/** Parse an integer from 0 to a million; invalid text is 0. */
export const parseCount = text => Math.max(0, Math.min(1_000_000, Math.trunc(Number(text)) || 0));

/**
 * A small rotation for the card at a place of a table, in degrees, so that cards look dealt by hand. It depends on the
 * seed.
 */
export function turnOf(seed, place) {
  let hash = 2166136261;
  for (const character of `${seed} ${place}`) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  return ((hash >>> 8) % 1000) / 1000 * 4 - 2;
}

/**
 * The page of a table: `dealt` is the deal from the service, `kept` is the state stored for the tab, `watch` is the
 * stopwatch, `help` is the help that the visitor took with the puzzle, which has the `key`. Results of tables without a
 * pack are stored in the given `pack`.
 */
export class TablePage extends GamePage {
  constructor(page, pack, storage, now) {
    super(page);
    this.table = page.getElementById("cards");
    const dealt = JSON.parse(this.table.dataset.table);
    this.dealt = { ...dealt, pack: dealt.pack || pack };
    this.storage = storage;
    this.key = dealt.label ?? `${this.dealt.pack} ${dealt.name}`;
    this.help = new Help(this.storage, this.key);
    this.kept = readState();
    this.watch = new Watch(now);
    this.watch.restart(parseCount(this.kept.get("seconds")));
    enableArrowKeys(this.table);
  }

  /** The best stored result of the table, or null. */
  get best() { return bestOf(this.storage, this.dealt.pack, this.dealt.name); }

  /** Create a place on the table: a button for a card, slightly rotated by an angle that depends on the table. */
  place(index, attributes = {}) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "face";
    const face = svgElement("svg", { ...attributes, "aria-hidden": "true" });
    face.style.rotate = `${turnOf(this.dealt.name, index)}deg`;
    button.append(face);
    const place = document.createElement("li");
    place.style.setProperty("--turn", index);
    place.append(button);
    return place;
  }

  /** Update the name of a card, whether it is selected, and whether a hint marks it. */
  mark(button, name, chosen, hinted) {
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-pressed", String(chosen));
    button.classList.toggle("hinted", hinted);
  }

  /** Store the state of a game and the time for this tab. */
  note(state) { writeState({ ...state, seconds: Math.floor(this.watch.look()) }); }

  reveal() {
    super.reveal();
    showTime(this.watch, this.page, this.live("time"));
  }
}

/** Start the game of a page that has a table. */
export function startTable(start) {
  if (typeof document !== "undefined" && document.querySelector("#cards[data-table]")) start(document);
}
