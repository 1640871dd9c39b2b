// A clock that counts the seconds in which a page was seen, until it is stopped; kept in the browser only.

/** A time in seconds, in minutes: 83 is 1:23. */
export const clock = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;

export class Watch {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.restart();
  }

  /** Run from so many seconds on. */
  restart(seconds = 0) {
    Object.assign(this, { seconds, running: true, began: this.now() });
  }

  /** Count the time since the last look, if it was `seen`; returns the seconds in all. */
  look(seen = true) {
    const at = this.now();
    if (this.running && seen) this.seconds += (at - this.began) / 1000;
    this.began = at;
    return this.seconds;
  }

  stop() {
    this.look();
    this.running = false;
  }
}

/** Show the time of a watch in an element, as long as the page is open. */
export function shown(watch, page, element) {
  const tick = seen => { element.textContent = clock(watch.look(seen)); };
  setInterval(() => tick(!page.hidden), 500);
  // The time before the page was hidden was seen, that before it came back was not.
  page.addEventListener("visibilitychange", () => tick(page.hidden));
  tick(true);
}
