// The page of a running job: events from the service trigger a reload of the parts that change.

import { replacePart } from "./parts.js";

const PARTS = ["#objects", "#result", "#log"];
const ENDED = ["succeeded", "failed", "cancelled"];
const CLOSED = 2;
const READ_EVERY = 1000;
const ANNOUNCE_EVERY = 10_000;
const POLL_EVERY = 5000;

/**
 * The next announcement for screen readers, or null if none is due. A change of state is announced at once, progress
 * from time to time.
 */
export function announcement(before, state, sentence, now) {
  const due = state !== before.state || now - before.at >= ANNOUNCE_EVERY;
  return due && sentence !== before.sentence ? { state, sentence, at: now } : null;
}

/** Watch the job of a page. */
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
    const wasOpen = document.querySelector("#result details")?.open;
    const within = document.querySelector("#job").contains(document.activeElement);
    replacePart(document, text, "#progress");
    if (ended()) {
      events.close();
      replacePart(document, text, "#job");
      if (within) document.querySelector("#job button, #job a")?.focus();
    } else for (const part of PARTS) replacePart(document, text, part);
    const details = document.querySelector("#result details");
    if (details && wasOpen !== undefined) details.open = wasOpen;
    const next = announcement(last, at().state, at().message, now());
    if (next) {
      last = next;
      document.querySelector("#message").textContent = next.sentence;
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
    events.close(); // otherwise the browser reconnects
    read();
  });
  events.addEventListener("error", () => {
    if (events.readyState !== CLOSED) return;
    // The service has too many event streams: poll the page instead.
    const again = async () => {
      await read();
      if (!ended()) window.setTimeout(again, POLL_EVERY);
    };
    window.setTimeout(again, POLL_EVERY);
  });
  return events;
}

watch(window);
