// The page of a job while it runs: at each event of the service the parts of the page that change are read again.

import { replacePart } from "./parts.js";

const PARTS = ["#made", "#result", "#log"];
const ENDED = ["succeeded", "failed", "cancelled"];
const CLOSED = 2;
const READ_EVERY = 1000;
const SAID_EVERY = 10_000;
const ASKED_EVERY = 5000;

/** What is to be said aloud of a job that stands as it does: at once when its state changes, else from time to time. */
export function spoken(before, state, sentence, now) {
  const due = state !== before.state || now - before.at >= SAID_EVERY;
  return due && sentence !== before.sentence ? { state, sentence, at: now } : null;
}

/** Watch the job of a page; `window` has EventSource, fetch, location, document, setTimeout. */
export function watch(window, now = () => Date.now()) {
  const { document } = window;
  const block = document.querySelector("#job[data-events]");
  if (!block) return null;
  const at = () => document.querySelector("#progress").dataset;
  const ended = () => ENDED.includes(at().state);
  let last = { state: at().state, sentence: "", at: now() };
  let waiting = false;

  const read = async () => {
    waiting = false;
    let text;
    try {
      const answer = await window.fetch(window.location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      text = await answer.text();
    } catch {
      return; // the next event reads it
    }
    const unfolded = document.querySelector("#result details")?.open;
    const within = document.querySelector("#job").contains(document.activeElement);
    replacePart(document, text, "#progress");
    if (ended()) {
      events.close();
      replacePart(document, text, "#job");
      if (within) document.querySelector("#job button, #job a")?.focus();
    } else for (const part of PARTS) replacePart(document, text, part);
    const details = document.querySelector("#result details");
    if (details && unfolded !== undefined) details.open = unfolded;
    const next = spoken(last, at().state, at().said, now());
    if (next) {
      last = next;
      document.querySelector("#said").textContent = next.sentence;
    }
  };
  const soon = () => {
    if (waiting) return;
    waiting = true;
    window.setTimeout(read, READ_EVERY);
  };

  const events = new window.EventSource(block.dataset.events);
  for (const kind of ["progress", "log"]) events.addEventListener(kind, soon);
  events.addEventListener("end", () => {
    events.close(); // else it would be opened anew
    read();
  });
  events.addEventListener("error", () => {
    if (events.readyState !== CLOSED) return;
    // Too many listen already: the page is asked instead.
    const again = async () => {
      await read();
      if (!ended()) window.setTimeout(again, ASKED_EVERY);
    };
    window.setTimeout(again, ASKED_EVERY);
  });
  return events;
}

watch(window);
