// The page "Is it in the catalogue?": its text is looked up a moment after it changes, and files may be dropped on it.

import { submit } from "./parts.js";

const WAIT = 450;

/** The form of a page. `dropped(text)` takes the text of a file, or of a selection, that is dropped on the page. */
export class Lookup {
  constructor(page, dropped) {
    [this.text, this.form, this.said] = ["text", "given", "said"].map(id => page.getElementById(id));
    page.addEventListener("dragover", event => event.preventDefault());
    page.addEventListener("drop", async event => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      dropped((file ? await file.text() : event.dataTransfer.getData("text")).trim());
    });
    page.addEventListener("part", event => this.say(event.detail.querySelector("h2, .notice, .empty p")?.textContent.trim() ?? ""));
  }

  say(words) { this.said.textContent = words; }

  /** Look the text up now. */
  submit() { submit(this.form); }

  /** Look the text up in a moment, unless it changes again. */
  later() {
    this.cancel();
    this.timer = setTimeout(() => this.submit(), WAIT);
  }

  cancel() { clearTimeout(this.timer); }
}
