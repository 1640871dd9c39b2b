// The page of a browser game: messages, buttons, requests to the service, results to share.

import { play } from "./sound.js";

export const counted = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;

/** The word for touching the screen or for pressing the button of a mouse. */
export const tapWord = () => (matchMedia("(pointer: coarse)").matches ? "Tap" : "Click");

/** The address of the puzzle without the state of the game, so that the recipient plays the puzzle from the start. */
export const sharedAddress = () => location.origin + location.pathname + location.search;

/** Share a result with the address of the puzzle. Returns a message, which contains the text if there is no clipboard. */
export const share = (text, address = sharedAddress()) => shareWhole(`Ludex, ${text} ${address}`);

/** Share a text as it is: with the menu of a phone, or by the clipboard. Returns a message, as `share` does. */
export async function shareWhole(whole) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text: whole });
      return "";
    }
    await navigator.clipboard.writeText(whole);
    return "Result copied.";
  } catch (error) {
    return error.name === "AbortError" ? "" : whole;
  }
}

/** A storage that stores nothing. */
export const NO_STORAGE = { getItem: () => null, setItem: () => {} };

export function storageOf() {
  try {
    return localStorage;
  } catch {
    return NO_STORAGE;
  }
}

const tabPlace = () => `ludex.tab.${location.pathname}${location.search}`;

/** Store the state of the game at this address for this tab. Addresses never contain it, so they can be shared. */
export function writeState(state) {
  const kept = Object.entries(state).filter(([, value]) => value !== "" && value !== 0);
  try {
    if (kept.length) sessionStorage.setItem(tabPlace(), String(new URLSearchParams(kept)));
    else sessionStorage.removeItem(tabPlace());
  } catch {
    // The browser does not store anything; a reload begins a new game.
  }
}

export function readState() {
  try {
    return new URLSearchParams(sessionStorage.getItem(tabPlace()) ?? "");
  } catch {
    return new URLSearchParams();
  }
}

/** The path of the site: `/`, or its prefix behind a proxy. */
export function rootOf() {
  return (typeof document === "undefined" ? null : document.documentElement?.dataset?.root) ?? "/";
}

/** Send a request to the API. Throws an error with the detail of the problem. */
export async function ask(address, body, fetching = fetch) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetching(`${rootOf()}api/v1/${address}`, { method: "POST", headers, body: JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.detail);
  return found;
}

/** Show a number of stars in an element of the macro `stars`. */
export function showStars(element, earned) {
  element.hidden = false;
  element.dataset.stars = String(earned);
  element.setAttribute("aria-label", `${earned} of 3 stars`);
}

/** The elements that all games have, and the actions on them. */
export class GamePage {
  constructor(page) {
    const ids = ["message", "end", "state", "game"];
    Object.assign(this, { page }, Object.fromEntries(ids.map(id => [id, page.getElementById(id)])));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Announce a message. */
  say(words) {
    this.message.textContent = words;
    this.message.classList?.remove("said");
  }

  /** The element of a fact. */
  live(name) { return this.state.querySelector(`[data-live="${name}"]`); }

  /** The button of an action. */
  tool(name) { return this.page.querySelector(`[data-do="${name}"]`); }

  /** Show and announce a result, with the stars, if the game gives stars, and a note such as the time. */
  finish(words, { stars = null, note = "" } = {}) {
    const again = !this.end.hidden;
    this.end.hidden = false;
    (this.end.querySelector("[data-end]") ?? this.end.firstElementChild).textContent = words;
    const row = this.end.querySelector("[data-stars]");
    if (row && stars !== null) showStars(row, stars);
    else if (row) row.hidden = true;
    const small = this.end.querySelector("[data-end-note]");
    if (small) Object.assign(small, { textContent: note, hidden: !note });
    this.say(`${words}${stars === null ? "" : ` ${counted(stars, "star")}.`}`);
    // The result already shows the message.
    this.message.classList?.add("said");
    if (again || !navigator.userActivation?.hasBeenActive) return;
    this.end.scrollIntoView?.({ block: "nearest" });
    if (stars) play("solved");
  }

  /** Connect buttons to `acts`; `other` handles all other clicks. */
  listen(acts, other = () => undefined) {
    this.page.addEventListener("click", event => {
      const name = event.target.closest?.("[data-do]")?.dataset.do;
      return name in acts ? acts[name](name) : other(event);
    });
  }

  /** Connect Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z to the actions `undo` and `redo`, except in fields with text. */
  listenToUndo({ undo, redo }) {
    this.page.addEventListener("keydown", event => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches?.("input:not([type=checkbox]), textarea, select")) return;
      const key = event.key.toLowerCase();
      const act = key === "z" && !event.shiftKey ? undo : key === "y" || key === "z" ? redo : null;
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  /** Show the game; if the page has a picture of the game, the game replaces the picture. */
  reveal() {
    this.game.hidden = this.state.hidden = false;
    const picture = this.page.querySelector(".no-board");
    if (picture) picture.hidden = true;
  }
}
