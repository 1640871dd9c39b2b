// A magnified preview of the part of a board under a finger.

import { svgElement } from "../../../js/svg.js";

const [WIDTH, HEIGHT] = [96, 84];
let lenses = 0;

export class Lens {
  constructor(board) {
    this.board = board;
    this.svg = null;
  }

  /** Show the surroundings of a place on the board, in the upper corner that is farther from the finger. */
  show(place, frame) {
    if (!this.svg) {
      this.svg = svgElement("svg", { class: "lens board", "aria-hidden": "true" });
      this.board.after(this.svg);
      lenses += 1;
      this.name = `board-${lenses}`;
    }
    // The lens shows the layers of the board themselves, so it follows every change of them.
    this.svg.replaceChildren(...[...this.board.children].map((layer, index) => {
      layer.id = `${this.name}-${index}`;
      return svgElement("g", { class: layer.getAttribute("class") ?? "" }, svgElement("use", { href: `#${layer.id}` }));
    }), svgElement("circle", { class: "lens-spot", r: 3 }));
    this.svg.classList.remove("hidden-lens");
    this.move(place, frame);
  }

  move([x, y], frame) {
    if (!this.svg || this.svg.classList.contains("hidden-lens")) return;
    this.svg.setAttribute("viewBox", `${x - WIDTH / 2} ${y - HEIGHT / 2} ${WIDTH} ${HEIGHT}`);
    this.svg.classList.toggle("left", x > frame.width / 2);
    const spot = this.svg.lastElementChild;
    spot.setAttribute("cx", x);
    spot.setAttribute("cy", y);
  }

  hide() { this.svg?.classList.add("hidden-lens"); }
}
