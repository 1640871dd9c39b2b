// The page of a browser game: messages, buttons, requests to the service, results to share.

export const counted = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;

/** Copy a result with the address. Returns a message, which contains the text if there is no clipboard. */
export async function share(text) {
  const whole = `Ludex, ${text} ${location.href}`;
  try {
    await navigator.clipboard.writeText(whole);
    return "Result copied.";
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

/** The path of the site: `/`, or its prefix behind a proxy. */
function rootOf() {
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

/** The elements that all games have, and the actions on them. */
export class GamePage {
  constructor(page) {
    const ids = ["message", "end", "state", "game"];
    Object.assign(this, { page }, Object.fromEntries(ids.map(id => [id, page.getElementById(id)])));
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Announce a message. */
  say(words) { this.message.textContent = words; }

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

  /** Connect buttons to `acts`; `other` handles all other clicks. */
  listen(acts, other = () => undefined) {
    this.page.addEventListener("click", event => {
      const name = event.target.dataset?.do;
      return name in acts ? acts[name](name) : other(event);
    });
  }

  /** Replace the picture by the game. */
  reveal() {
    this.game.hidden = this.state.hidden = false;
    this.page.querySelector(".no-board").hidden = true;
  }
}
