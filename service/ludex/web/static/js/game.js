// The page of a browser game: its messages and buttons, requests to the service, results to share, state in the browser.

export const counted = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;

/** Copy a result with the address; without a clipboard the message contains it. Returns the message. */
export async function shared(text) {
  const whole = `Ludex, ${text} ${location.href}`;
  try {
    await navigator.clipboard.writeText(whole);
    return "The result is copied.";
  } catch {
    return whole;
  }
}

export function storageOf() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

/** Send a request to the API. Throws an error with the detail of the problem. */
export async function ask(address, body, fetching = fetch) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetching(`/api/v1/${address}`, { method: "POST", headers, body: JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.detail);
  return found;
}

/** The elements that all games have, by their ids, and what a game does with them. */
export class GamePage {
  constructor(page) {
    const ids = ["said", "end", "state", "game"];
    Object.assign(this, { page }, Object.fromEntries(ids.map(id => [id, page.getElementById(id)])));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Announce a message. */
  say(words) { this.said.textContent = words; }

  /** The element of a fact. */
  live(name) { return this.state.querySelector(`[data-live="${name}"]`); }

  /** The button of an action. */
  tool(name) { return this.page.querySelector(`[data-do="${name}"]`); }

  /** Show and announce a result. */
  finish(words) {
    this.end.hidden = false;
    this.end.firstElementChild.textContent = words;
    this.say(words);
  }

  /** Let buttons do `acts`; clicks elsewhere are for `other`. */
  listen(acts, other = () => undefined) {
    this.page.addEventListener("click", event => {
      const name = event.target.dataset?.do;
      return name in acts ? acts[name](name) : other(event);
    });
  }

  /** Show the game in the place of its picture. */
  reveal() {
    this.game.hidden = this.state.hidden = false;
    this.page.querySelector(".no-board").hidden = true;
  }
}
