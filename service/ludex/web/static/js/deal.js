// The page "Is it in the catalogue?" for cards: they are picked, or made, by clicks, and looked up as one does.

import { codesOf, swishCard, withCard, withoutCard } from "./cards.js";
import { submit } from "./parts.js";

const WAIT = 450;
const MOST_SIDE = 8;

/** Make the board of cells on which a card is made: one press is its point, the next its circle. */
export function makeCells(place, height, width, done) {
  let point = null;
  const say = (cell, [row, column], what) => {
    cell.textContent = { point: "●", circle: "○" }[what] ?? "";
    cell.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}${what ? `: ${what}` : ""}`);
    cell.setAttribute("aria-pressed", String(Boolean(what)));
  };
  const cells = Array.from({ length: height * width }, (_, index) => {
    const at = [Math.floor(index / width), index % width];
    const cell = document.createElement("button");
    cell.type = "button";
    cell.className = "second";
    say(cell, at, "");
    cell.addEventListener("click", () => {
      if (!point) {
        point = { cell, at };
        say(cell, at, "point");
        return;
      }
      const first = point;
      point = null;
      say(first.cell, first.at, "");
      if (first.cell !== cell) done(swishCard(height, width, first.at, at));
    });
    return cell;
  });
  place.style.setProperty("--columns", width);
  place.replaceChildren(...cells);
}

export function start(page) {
  const [text, form, said] = ["text", "given", "said"].map(id => page.getElementById(id));
  const clear = page.querySelector("[data-do=clear]");
  const boxes = [...page.querySelectorAll("input[name=card]")];
  let timer = 0;

  function follow() {
    const picked = new Set(codesOf(text.value) ?? []);
    for (const box of boxes) box.checked = picked.has(box.value);
  }

  function changed(value, words) {
    text.value = value;
    said.textContent = words;
    follow();
    clearTimeout(timer);
    timer = setTimeout(() => submit(form), WAIT);
  }

  const count = () => (codesOf(text.value) ?? []).length;
  const cards = number => `${number} card${number === 1 ? "" : "s"}.`;

  for (const box of boxes) {
    box.addEventListener("change", () => {
      const value = (box.checked ? withCard : withoutCard)(text.value, box.value);
      changed(value, "");
      said.textContent = `${box.checked ? "Added" : "Taken away"}: ${cards(count())}`;
    });
  }

  const maker = page.getElementById("maker");
  if (maker) {
    const sides = [...maker.querySelectorAll("[data-side]")];
    const cells = () => {
      const [height, width] = sides.map(side => Math.max(1, Math.min(MOST_SIDE, Math.trunc(Number(side.value)) || 1)));
      makeCells(maker.querySelector(".cells"), height, width, code => {
        const board = (codesOf(text.value) ?? []).find(Boolean);
        const fits = !board || board.length === code.length;
        changed(fits ? withCard(text.value, code) : code, fits ? `Added ${code}.` : `A new board, with ${code}.`);
      });
    };
    for (const side of sides) side.addEventListener("change", cells);
    cells();
    maker.hidden = false;
  }

  clear.hidden = false;
  clear.addEventListener("click", () => { changed("", "Cleared."); text.focus(); });
  text.addEventListener("input", () => changed(text.value, ""));
  page.addEventListener("dragover", event => event.preventDefault());
  page.addEventListener("drop", async event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    changed((file ? await file.text() : event.dataTransfer.getData("text")).trim(), "");
  });
  page.addEventListener("part", event => {
    const { given } = event.detail.dataset;
    if (event.detail.contains(page.activeElement) === false && !text.value && given) text.value = given;
    said.textContent = event.detail.querySelector("h2, .notice, .empty p")?.textContent.trim() ?? "";
    follow();
  });
  follow();
}

if (typeof document !== "undefined" && document.getElementById("given")?.dataset.game) {
  start(document);
}
