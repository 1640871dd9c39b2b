// The pages on which visitors draw: they show the answer to a text shortly after it changes, and accept dropped files.

import { submit } from "./parts.js";

const WAIT = 450;

/** The form of a page. `dropped(text)` receives the text of a file or selection that is dropped on the page. */
export class Lookup {
  constructor(page, dropped) {
    [this.text, this.form, this.message] = ["text", "lookup", "message"].map(id => page.getElementById(id));
    page.addEventListener("dragover", event => event.preventDefault());
    page.addEventListener("drop", async event => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      dropped((file ? await file.text() : event.dataTransfer.getData("text")).trim());
    });
    // What is known stays open from one answer to the next.
    let open = false;
    page.addEventListener("toggle", event => { if (event.target.matches?.(".known")) ({ open } = event.target); }, true);
    page.addEventListener("part", ({ detail }) => { if (open) detail.querySelector(".known")?.setAttribute("open", ""); });
    page.addEventListener("part", event => this.say(event.detail.querySelector("h2, .notice, .empty p")?.textContent.trim() ?? ""));
  }

  say(words) { this.message.textContent = words; }

  /** Look up the text now. */
  submit() { submit(this.form); }

  /** Look up the text in a moment, unless it changes again. */
  later() {
    this.cancel();
    this.timer = setTimeout(() => this.submit(), WAIT);
  }

  cancel() { clearTimeout(this.timer); }
}
