// The SWISH table: players flip and stack cards, the page checks the stack, and the service gives hints.

import { clock } from "../../../js/clock.js";
import { ask, counted, share, storageOf } from "../../../js/game.js";
import { bestOf, keep } from "../../../js/progress.js";
import { svgElement } from "../../../js/svg.js";
import { parseCount, startTable, TablePage } from "../../card_games/js/table.js";
import { CONFIGURATIONS, findSwish, flip, checkStack, nextStep, readCard, readStack, writeStack } from "./swish.js";

const [CELL, MARGIN] = [28, 6];
const TURNING = 200;
const PACK = "swish-tables";
const SIDES = ["as dealt", "flipped left", "flipped up", "flipped both ways"];

/** Draw stacked cards into an svg element: all circles, then all points, then marked cells. */
export function drawStack(svg, cards, { height, width, colours }, marked = []) {
  const [across, down] = [width * CELL + 2 * MARGIN, height * CELL + 2 * MARGIN];
  const at = cell => ({ cx: MARGIN + (cell % width + 0.5) * CELL, cy: MARGIN + (Math.floor(cell / width) + 0.5) * CELL });
  svg.setAttribute("viewBox", `-1 -1 ${across + 2} ${down + 2}`);
  svg.replaceChildren(
    svgElement("rect", { width: across, height: down, rx: 9, class: "sheet" }),
    ...colours.map((_, cell) => svgElement("circle", { ...at(cell), r: 1.6, class: "cell" })),
    ...cards.flatMap(card => card.circles.map(cell => svgElement("circle", { ...at(cell), r: 10.5, class: "ring", stroke: colours[cell] }))),
    ...cards.flatMap(card => card.points.map(cell => svgElement("circle", { ...at(cell), r: 7.5, fill: colours[cell] }))),
    ...marked.map(cell => svgElement("circle", { ...at(cell), r: 13, class: "lone" })),
  );
}

/** The message about a stack and the errors in it. */
export function stackText(size, { swish, points, circles, doubled }) {
  if (!size) return "Select cards to stack them.";
  if (swish) return `A swish of ${size} cards.`;
  const wrong = [
    points.length ? `${counted(points.length, "point")} without a circle` : "",
    circles.length ? `${counted(circles.length, "circle")} without a point` : "",
    doubled.length ? `${counted(doubled.length, "cell")} with the same symbol twice` : "",
  ].filter(Boolean);
  return `${counted(size, "card")}: ${wrong.join(", ")}.`;
}

/** The time in which the largest swish was found, and the number of hints. */
export const foundText = (seconds, hints) => `Found in ${clock(seconds)}${hints ? ` with ${counted(hints, "hint")}` : " without hints"}.`;

export function start(page, storage = storageOf(), fetching = fetch) {
  const view = new TablePage(page);
  const { dealt, kept, table, watch } = view;
  const cards = dealt.cards.map(readCard);
  const flips = cards.map(() => 0);
  const [board, pile] = ["stack", "pile"].map(id => page.getElementById(id));
  let hints = parseCount(kept.get("hints"));
  let stack = [];
  let revealed = false;
  let hinted = -1;
  let played = false;

  const say = words => view.say(words);
  const lying = () => stack.map(index => [index, flips[index]]);
  const laid = index => flip(cards[index], flips[index]);

  const places = cards.map((_, index) => {
    const place = view.place();
    place.firstElementChild.dataset.card = index;
    const turns = document.createElement("span");
    turns.className = "turns";
    for (const [sign, bit, name] of [["⇆", 1, "left"], ["⇅", 2, "up"]]) {
      const turn = document.createElement("button");
      turn.type = "button";
      turn.className = "slight";
      turn.tabIndex = -1;
      turn.dataset.turn = bit;
      turn.textContent = sign;
      turn.setAttribute("aria-label", `Flip card ${index} ${name}`);
      turns.append(turn);
    }
    const number = document.createElement("span");
    number.textContent = index;
    turns.insertBefore(number, turns.lastElementChild);
    place.append(turns);
    return place;
  });
  table.replaceChildren(...places);

  function showCard(index) {
    const button = places[index].firstElementChild;
    drawStack(button.firstElementChild, [laid(index)], dealt);
    view.mark(button, `Card ${index}, ${SIDES[flips[index]]}`, stack.includes(index), index === hinted);
  }

  function show(words = "") {
    const size = stack.length;
    const found = checkStack(stack.map(laid));
    for (const index of cards.keys()) showCard(index);
    drawStack(board, stack.map(laid), dealt, [...new Set([...found.points, ...found.circles, ...found.doubled])]);
    const text = stackText(size, found);
    board.setAttribute("aria-label", `Stack. ${text}`);
    view.live("laid").textContent = String(size);
    const best = bestOf(storage, PACK, dealt.name);
    view.live("best").textContent = best === null ? "none yet" : counted(dealt.largest - best, "card");
    view.live("largest").textContent = revealed ? largestText() : "hidden";
    if (found.swish && size >= dealt.largest) watch.stop();
    note();
    view.end.hidden = !found.swish;
    say(words ? `${words} ${text}` : text);
    if (!found.swish) return;
    if (played) view.live("best").textContent = counted(dealt.largest - keep(storage, PACK, dealt.name, dealt.largest - size), "card");
    view.finish(resultText(size));
  }

  const note = () => view.note({ stack: writeStack(lying()), hints });

  const largestText = () => (dealt.largest ? `${counted(dealt.largest, "card")}${dealt.proved ? ", proved" : ", the best known"}` : "none");
  const resultText = size => {
    if (size < dealt.largest) return `A swish of ${size} cards. There is a larger one.`;
    return `A swish of ${size} cards, the largest ${dealt.proved ? "possible" : "known"}. ${foundText(watch.seconds, hints)}`;
  };

  function toggle(index) {
    hinted = -1;
    played = true;
    stack = stack.includes(index) ? stack.filter(other => other !== index) : [...stack, index];
    show();
  }

  function turn(index, bit) {
    hinted = -1;
    played = true;
    flips[index] ^= bit;
    show(`Card ${index} is ${SIDES[flips[index]]}.`);
    if (view.calm) return;
    const from = bit === 1 ? "scaleX(-1)" : "scaleY(-1)";
    places[index].querySelector("svg").animate([{ transform: from }, { transform: "none" }], { duration: TURNING, easing: "ease-out" });
  }

  async function hint(find) {
    const before = writeStack(lying());
    if (watch.running) hints += 1;
    note();
    say("Looking for a hint …");
    try {
      const found = await ask("swish/solve", { cards: dealt.cards, find }, fetching);
      if (before !== writeStack(lying())) return undefined;
      if (!found.swish) return say("These cards contain no swish.");
      const swish = found.swish.cards.map(card => [card.index, CONFIGURATIONS.indexOf(card.configuration)]);
      const step = nextStep(cards, lying(), swish);
      const name = find === "largest" ? "a largest swish" : "a swish";
      if (!step) return say(`This is ${name}.`);
      const [index, side] = step.card;
      hinted = index;
      show();
      if (step.act === "take") return say(`Take card ${index} back: it is not part of ${name}.`);
      return say(`Card ${index}, ${SIDES[side]}, is part of ${name}${step.act === "turn" ? ": flip it" : ""}.`);
    } catch (error) {
      return say(`No hint available: ${error.message}`);
    }
  }

  const acts = {
    hint: () => hint("any"),
    "hint-largest": () => hint("largest"),
    any: () => {
      if (findSwish(cards)) return say("Yes, these cards contain a swish.");
      watch.stop();
      return say("No, these cards contain no swish.");
    },
    largest: () => {
      revealed = true;
      view.live("largest").textContent = largestText();
      say(dealt.largest ? `The largest swish has ${largestText()}.` : "These cards contain no swish.");
    },
    clear: () => { [stack, hinted] = [[], -1]; show(); },
    share: async () => say(await share(`SWISH, ${dealt.name}: ${resultText(stack.length)}`)),
  };
  view.listen(acts, event => {
    const place = places.findIndex(item => item.contains(event.target));
    if (place < 0) return undefined;
    const bit = Number(event.target.dataset?.turn ?? 0);
    if (bit) return turn(place, bit);
    return event.target.closest("[data-card]") ? toggle(place) : undefined;
  });
  table.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Number(event.target.closest("[data-card]")?.dataset.card ?? -1);
    const bit = { l: 1, u: 2 }[event.key.toLowerCase()];
    if (index >= 0 && bit) turn(index, bit);
  });

  for (const [index, side] of readStack(kept.get("stack"), cards.length)) {
    flips[index] = side;
    stack.push(index);
  }
  pile.hidden = false;
  view.reveal();
  show();
}

startTable(start);
