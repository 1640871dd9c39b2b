// A table of cards to play with: keys lead from card to card, a clock runs, the address keeps the state.

import { shown, Watch } from "./clock.js";
import { GamePage } from "./game.js";
import { svgElement } from "./svg.js";

/** Where an arrow key leads from a card of a table in rows; where there is none, it stays. */
export function led(index, key, count, columns) {
  const to = index + ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0);
  return to >= 0 && to < count ? to : index;
}

/** Let arrow keys move the focus among the buttons marked data-card of a table. */
function ledByKeys(table) {
  table.addEventListener("keydown", event => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...table.querySelectorAll("[data-card]")];
    const at = buttons.indexOf(event.target.closest("[data-card]"));
    if (at < 0) return;
    const top = buttons[0].getBoundingClientRect().top;
    const columns = buttons.filter(button => Math.abs(button.getBoundingClientRect().top - top) < 2).length;
    buttons[led(at, event.key, buttons.length, columns)].focus();
    event.preventDefault();
  });
}

/** Keep a state in the fragment of the address: it is never sent to the service. */
export function remember(state) {
  const kept = Object.entries(state).filter(([, value]) => value !== "" && value !== 0);
  history.replaceState(null, "", kept.length ? `#${new URLSearchParams(kept)}` : location.pathname + location.search);
}

export const remembered = () => new URLSearchParams(location.hash.slice(1));

/** A whole number of an address, up to a million; 0 if it is none. */
export const whole = text => Math.max(0, Math.min(1_000_000, Math.trunc(Number(text)) || 0));

/** The page of a table. `dealt` is what the service dealt, `kept` the state in the address, `watch` the clock. */
export class TablePage extends GamePage {
  constructor(page, now) {
    super(page);
    this.table = page.getElementById("cards");
    this.dealt = JSON.parse(this.table.dataset.table);
    this.kept = remembered();
    this.watch = new Watch(now);
    this.watch.restart(whole(this.kept.get("seconds")));
    ledByKeys(this.table);
  }

  /** A place on the table: a button with a picture, for a card that is shown later. */
  place(attributes = {}) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "face";
    button.append(svgElement("svg", { ...attributes, "aria-hidden": "true" }));
    const place = document.createElement("li");
    place.append(button);
    return place;
  }

  /** Show whether the card of a button is chosen, and whether a hint marks it. */
  mark(button, name, chosen, hinted) {
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-pressed", String(chosen));
    button.classList.toggle("hinted", hinted);
  }

  /** Keep the state of a game, with the time, in the address. */
  note(state) { remember({ ...state, seconds: Math.floor(this.watch.look()) }); }

  reveal() {
    super.reveal();
    shown(this.watch, this.page, this.live("time"));
    addEventListener("hashchange", () => location.reload());
  }
}

/** Start the game of a page that has a table. */
export function startTable(start) {
  if (typeof document !== "undefined" && document.querySelector("#cards[data-table]")) start(document);
}
