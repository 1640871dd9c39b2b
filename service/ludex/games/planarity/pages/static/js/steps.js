// Step through a solution, in blocks marked data-drawing and data-swaps.

import { counted } from "../../../js/game.js";
import { svgElement } from "../../../js/svg.js";
import { draw, frameOf } from "./drawing.js";

/** The points after a swap of two vertices. */
export function swapPoints(points, [u, v]) {
  const after = [...points];
  [after[u], after[v]] = [points[v], points[u]];
  return after;
}

/** The points before the first swap and after each swap. */
export function positionsAlong(points, swaps) {
  const found = [points];
  for (const swap of swaps) found.push(swapPoints(found.at(-1), swap));
  return found;
}

/** Turn a block into a stepper. The picture of all steps remains in a collapsed section. */
export function step(block) {
  const { points, edges } = JSON.parse(block.dataset.drawing);
  const swaps = JSON.parse(block.dataset.swaps);
  const all = positionsAlong(points, swaps);
  const frame = frameOf(points);
  const [first, back, on, last] = ["First", "Previous", "Next", "Last"].map(name => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "slight";
    button.textContent = name;
    return button;
  });
  const message = document.createElement("span");
  message.setAttribute("aria-live", "polite");
  const tools = document.createElement("div");
  tools.className = "row tools";
  tools.append(first, back, on, last, message);
  const svg = svgElement("svg", { class: "board", role: "img" });
  let at = 0;
  const show = to => {
    at = Math.max(0, Math.min(swaps.length, to));
    const swap = swaps[at];
    const edge = swap ? edges.findIndex(([u, v]) => u === Math.min(...swap) && v === Math.max(...swap)) : -1;
    const pairs = draw(svg, { points: all[at], edges }, frame, { edge, chosen: new Set(swap ?? []) });
    const next = swap ? `next: swap ${swap[0]} and ${swap[1]}` : "solved";
    message.textContent = `After ${at} of ${counted(swaps.length, "swap")}: ${counted(pairs.length, "crossing")}; ${next}.`;
    svg.setAttribute("aria-label", message.textContent);
    first.disabled = back.disabled = at === 0;
    on.disabled = last.disabled = at === swaps.length;
  };
  first.addEventListener("click", () => show(0));
  back.addEventListener("click", () => show(at - 1));
  on.addEventListener("click", () => show(at + 1));
  last.addEventListener("click", () => show(swaps.length));
  const picture = block.querySelector("figure");
  const fold = document.createElement("details");
  const name = document.createElement("summary");
  name.textContent = "All steps in one picture";
  fold.append(name, ...(picture ? [picture] : []));
  block.replaceChildren(tools, svg, ...(picture ? [fold] : []));
  show(0);
}

export function start(root) {
  for (const block of root.querySelectorAll(".steps[data-swaps]")) if (!block.querySelector("svg.board")) step(block);
}

if (typeof document !== "undefined") {
  start(document);
  document.addEventListener("part", event => start(event.detail));
}
