// The page on which visitors lay out SWISH cards: they make a card by clicking the cells of its board.

import { deal } from "../../card_games/js/deal.js";

const MOST_SIDE = 8;

/** The code of a card with a point and a circle at cells given as [row, column], counted from 0. */
export function codeAt(height, width, point, circle) {
  const rows = Array.from({ length: height }, () => Array(width).fill("."));
  rows[point[0]][point[1]] = "*";
  rows[circle[0]][circle[1]] = "o";
  return rows.map(row => row.join("")).join("/");
}

/** Create the board of cells on which a card is made: the first click is the point, the second the circle. */
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
      if (first.cell !== cell) done(codeAt(height, width, first.at, at));
    });
    return cell;
  });
  place.style.setProperty("--columns", width);
  place.replaceChildren(...cells);
}

function start(maker) {
  const sides = [...maker.querySelectorAll("[data-side]")];
  const cells = () => {
    const [height, width] = sides.map(side => Math.max(1, Math.min(MOST_SIDE, Math.trunc(Number(side.value)) || 1)));
    makeCells(maker.querySelector(".cells"), height, width, code => {
      const fits = !deal.codes.length || deal.codes[0].length === code.length;
      deal.change([...(fits ? deal.codes : []), code].join(", "), fits ? `Added ${code}.` : `New board size. Added ${code}.`);
    });
  };
  for (const side of sides) side.addEventListener("change", cells);
  cells();
  maker.hidden = false;
}

if (deal) start(document.getElementById("maker"));
