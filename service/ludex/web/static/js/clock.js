// A stopwatch that counts the time during which a page is visible.

/** Format seconds as minutes: 83 is 1:23. */
export const clock = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;

export class Watch {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.restart();
  }

  /** Restart from a number of seconds. */
  restart(seconds = 0) {
    Object.assign(this, { seconds, running: true, began: this.now() });
  }

  /** Add the time since the last call if the page was `seen`; returns the total in seconds. */
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

/** Show the time of a watch in an element. */
export function showTime(watch, page, element) {
  const tick = seen => { element.textContent = clock(watch.look(seen)); };
  setInterval(() => tick(!page.hidden), 500);
  // The time until the page is hidden counts; the time until it becomes visible again does not.
  page.addEventListener("visibilitychange", () => tick(page.hidden));
  tick(true);
}
