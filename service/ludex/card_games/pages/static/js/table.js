// The page of a card table: arrow keys move between cards, a stopwatch runs, and the address stores the state.

import { showTime, Watch } from "../../../js/clock.js";
import { GamePage } from "../../../js/game.js";
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
    const top = buttons[0].getBoundingClientRect().top;
    const columns = buttons.filter(button => Math.abs(button.getBoundingClientRect().top - top) < 2).length;
    buttons[nextIndex(at, event.key, buttons.length, columns)].focus();
    event.preventDefault();
  });
}

/** Store a state in the fragment of the address, which is not sent to the service. */
export function writeState(state) {
  const kept = Object.entries(state).filter(([, value]) => value !== "" && value !== 0);
  history.replaceState(null, "", kept.length ? `#${new URLSearchParams(kept)}` : location.pathname + location.search);
}

export const readState = () => new URLSearchParams(location.hash.slice(1));

/** Parse an integer from 0 to a million; invalid text is 0. */
export const parseCount = text => Math.max(0, Math.min(1_000_000, Math.trunc(Number(text)) || 0));

/** The page of a table: `dealt` is the deal from the service, `kept` the state in the address, `watch` the stopwatch. */
export class TablePage extends GamePage {
  constructor(page, now) {
    super(page);
    this.table = page.getElementById("cards");
    this.dealt = JSON.parse(this.table.dataset.table);
    this.kept = readState();
    this.watch = new Watch(now);
    this.watch.restart(parseCount(this.kept.get("seconds")));
    enableArrowKeys(this.table);
  }

  /** Create a place on the table: a button for a card. */
  place(attributes = {}) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "face";
    button.append(svgElement("svg", { ...attributes, "aria-hidden": "true" }));
    const place = document.createElement("li");
    place.append(button);
    return place;
  }

  /** Update the name of a card, whether it is selected, and whether a hint marks it. */
  mark(button, name, chosen, hinted) {
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-pressed", String(chosen));
    button.classList.toggle("hinted", hinted);
  }

  /** Store the state of a game with the time in the address. */
  note(state) { writeState({ ...state, seconds: Math.floor(this.watch.look()) }); }

  reveal() {
    super.reveal();
    showTime(this.watch, this.page, this.live("time"));
    addEventListener("hashchange", () => location.reload());
  }
}

/** Start the game of a page that has a table. */
export function startTable(start) {
  if (typeof document !== "undefined" && document.querySelector("#cards[data-table]")) start(document);
}
