// The SWISH table: players flip and stack cards, the page checks the stack, and the service gives hints.

import { clock } from "../../../js/clock.js";
import { ask, counted, share, showStars, storageOf } from "../../../js/game.js";
import { puzzleForMe } from "../../../js/picking.js";
import { bestStars } from "../../../js/progress.js";
import { play as sound } from "../../../js/sound.js";
import { svgElement } from "../../../js/svg.js";
import { startTable, TablePage } from "../../card_games/js/table.js";
import { CONFIGURATIONS, findSwish, flip, checkStack, nextStep, readCard, readStack, writeStack } from "./swish.js";

const [CELL, MARGIN] = [28, 6];
const TURNING = 260;
// The distance of a swipe in pixels, and the time for which a card is held in milliseconds, that flip the card.
const SWIPE = 24;
const HOLD = 450;
const SIDES = ["as dealt", "flipped left", "flipped up", "flipped both ways"];

/** The letter of the colour of a cell, for visitors who do not distinguish the colours. */
export const letterOf = (colours, cell) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[[...new Set(colours)].indexOf(colours[cell]) % 26];

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
    ...cards.flatMap(card => [[card.circles, "#1d2430"], [card.points, "#ffffff"]].flatMap(([cells, fill]) => cells.map(cell => svgElement("text", { x: at(cell).cx, y: at(cell).cy + 3.6, class: "letter", fill }, letterOf(colours, cell))))),
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

/** A text with the time in which the largest swish was found, and the number of hints. */
export const foundText = (seconds, hints) => `Found in ${clock(seconds)}${hints ? ` with ${counted(hints, "hint")}` : " without hints"}.`;

/** The flip that a swipe means: 1 for left, 2 for up, 0 for none. */
export function flipOf(dx, dy) {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return 0;
  return Math.abs(dx) > Math.abs(dy) ? 1 : 2;
}

export function start(page, storage = storageOf(), fetching = fetch) {
  const view = new TablePage(page, "swish-tables", storage);
  const { dealt, help, kept, table, watch } = view;
  const cards = dealt.cards.map(readCard);
  const flips = cards.map(() => 0);
  const board = page.getElementById("stack");
  const goal = { minimum: 0, proved: dealt.proved, targets: dealt.targets };
  // The last hint: the stack before it, the kind of swish, and the step that it tells.
  let told = null;
  let stack = [];
  let revealed = page.querySelector("[data-do=any]") === null;
  let hinted = -1;
  let inHand = -1;
  const before = [];
  let played = false;

  const say = words => view.say(words);
  const lying = () => stack.map(index => [index, flips[index]]);
  const laid = index => flip(cards[index], flips[index]);

  const places = cards.map((_, index) => {
    const place = view.place(index);
    place.firstElementChild.dataset.card = index;
    const number = document.createElement("span");
    number.className = "face-number";
    number.textContent = index + 1;
    place.append(number);
    return place;
  });
  table.replaceChildren(...places);

  function showCard(index) {
    const button = places[index].firstElementChild;
    drawStack(button.firstElementChild, [laid(index)], dealt);
    const at = cells => cells.map(cell => `row ${Math.floor(cell / dealt.width) + 1} column ${cell % dealt.width + 1}`).join(" and ");
    const { points, circles } = laid(index);
    view.mark(button, `Card ${index + 1}, ${SIDES[flips[index]]}: point ${at(points)}, circle ${at(circles)}`, stack.includes(index), index === hinted);
  }

  function show(words = "") {
    const size = stack.length;
    const found = checkStack(stack.map(laid));
    for (const index of cards.keys()) showCard(index);
    drawStack(board, stack.map(laid), dealt, [...new Set([...found.points, ...found.circles, ...found.doubled])]);
    const text = stackText(size, found);
    board.setAttribute("aria-label", `Stack. ${text}`);
    view.live("laid").textContent = String(size);
    view.live("hints").textContent = String(help.hints);
    showBest();
    view.tool("undo").disabled = !before.length;
    view.tool("clear").disabled = !size;
    showHand();
    if (found.swish && size >= dealt.largest) watch.stop();
    note();
    if (!found.swish) view.end.hidden = true;
    say(words ? `${words} ${text}` : text);
    if (!found.swish) return;
    const loss = dealt.largest - size;
    const stars = help.starsOf(loss, goal);
    help.record(dealt, loss, stars, played);
    showBest();
    const remark = loss > 0 ? `There is a larger swish.${revealed ? ` ${dealt.target_text}` : ""}` : foundText(watch.seconds, help.hints);
    view.finish(resultText(size), { stars, note: remark });
  }

  /** Mark the card that the buttons flip. */
  function showHand() {
    for (const [index, place] of places.entries()) place.toggleAttribute("data-in-hand", index === inHand);
    page.querySelector("[data-live=hand]").textContent = inHand < 0 ? "Choose a card to flip" : `Flip card ${inHand + 1}`;
    for (const button of page.querySelectorAll("[data-turn]")) {
      button.disabled = inHand < 0;
      button.setAttribute("aria-label", inHand < 0 ? "Flip the card in hand" : `Flip card ${inHand + 1} ${button.dataset.turn === "1" ? "left" : "up"}`);
    }
  }

  function showBest() {
    const own = page.querySelector("[data-live=best]");
    if (!own) return;
    own.textContent = view.best === null ? "none yet" : counted(dealt.largest - view.best, "card");
    const stars = page.querySelector("[data-best] [data-stars]");
    if (stars && view.best !== null) showStars(stars, bestStars(storage, view.key, view.best, goal));
  }

  const note = () => view.note({ stack: writeStack(lying()) });

  const resultText = size => (size < dealt.largest ? `A swish of ${size} cards.` : `A swish of ${size} cards${dealt.proved ? `.${help.hints || help.shown ? "" : " Perfect!"}` : ", the largest known."}`);

  /** Remember the stack, so that the next change can be undone. */
  function change() {
    before.push([[...stack], [...flips]]);
    hinted = -1;
    played = true;
  }

  function undo() {
    const last = before.pop();
    if (!last) return;
    stack = last[0];
    flips.splice(0, flips.length, ...last[1]);
    hinted = -1;
    show("Undone.");
  }

  function toggle(index) {
    change();
    inHand = index;
    sound("move");
    stack = stack.includes(index) ? stack.filter(other => other !== index) : [...stack, index];
    show();
  }

  function turn(index, bit) {
    change();
    inHand = index;
    flips[index] ^= bit;
    show(`Card ${index + 1} is ${SIDES[flips[index]]}.`);
    if (view.calm) return;
    const from = bit === 1 ? "perspective(400px) rotateY(180deg)" : "perspective(400px) rotateX(180deg)";
    places[index].querySelector("svg").animate([{ transform: from }, { transform: "none" }], { duration: TURNING, easing: "ease-out" });
  }

  /** Tell a hint in two steps: first the card, then what to do with it. Only the first step counts as a hint. */
  function tellStep({ act, card: [index, side] }, name, whole) {
    hinted = index;
    show();
    if (!whole) return say(`Look at card ${index + 1}. Another hint tells what to do with it.`);
    if (act === "take") return say(`Take card ${index + 1} back: it is not part of ${name}.`);
    return say(`Card ${index + 1}, ${SIDES[side]}, is part of ${name}${act === "turn" ? ": flip it" : ""}.`);
  }

  async function hint(find) {
    const asked = writeStack(lying());
    const name = find === "largest" ? "a largest swish" : "a swish";
    if (told?.at === asked) return tellStep(told.step, name, true);
    say("Looking for a hint …");
    try {
      const found = await ask("swish/solve", { cards: dealt.cards, find }, fetching);
      if (asked !== writeStack(lying())) return undefined;
      if (!found.swish) return say("These cards contain no swish.");
      const swish = found.swish.cards.map(card => [card.index, CONFIGURATIONS.indexOf(card.configuration)]);
      const step = nextStep(cards, lying(), swish);
      if (!step) return say(`This is ${name}.`);
      help.takeHint();
      told = { at: asked, step };
      return tellStep(step, name, false);
    } catch (error) {
      return say(`No hint available: ${error.message}`);
    }
  }

  const acts = {
    hint: () => hint("largest"),
    undo,
    any: () => {
      if (findSwish(cards)) return say("Yes, these cards contain a swish.");
      watch.stop();
      return say("No, these cards contain no swish.");
    },
    "for-me": puzzleForMe(view, storage, dealt.label, fetching),
    clear: () => { change(); stack = []; show("Cleared."); },
    share: async () => say(await share(`SWISH ◉ ${stack.length}/${revealed ? dealt.largest : "?"} in ${clock(watch.seconds)}${help.hints ? `, ${counted(help.hints, "hint")}` : ""}`)),
  };
  view.listenToUndo({ undo, redo: () => {} });
  view.listen(acts, event => {
    const bit = Number(event.target.closest?.("[data-turn]")?.dataset.turn ?? 0);
    if (bit) return inHand >= 0 ? turn(inHand, bit) : undefined;
    const card = event.target.closest?.("[data-card]");
    if (!card || (flipped && event.detail)) return undefined;
    return toggle(Number(card.dataset.card));
  });
  table.addEventListener("focusin", event => {
    const card = event.target.closest("[data-card]");
    if (!card) return;
    inHand = Number(card.dataset.card);
    showHand();
  });

  // A swipe flips a card; the click at its end must not also place the card.
  let pressed = null;
  let flipped = false;
  const flipBySwipe = bit => {
    flipped = true;
    clearTimeout(pressed.timer);
    turn(pressed.index, bit);
    pressed = null;
  };
  table.addEventListener("pointerdown", event => {
    const card = event.target.closest("[data-card]");
    flipped = false;
    if (!card || event.button) return;
    pressed = { index: Number(card.dataset.card), x: event.clientX, y: event.clientY, timer: 0 };
    if (event.pointerType === "touch") pressed.timer = setTimeout(() => pressed && flipBySwipe(2), HOLD);
  });
  page.addEventListener("pointermove", event => {
    const bit = pressed ? flipOf(event.clientX - pressed.x, event.clientY - pressed.y) : 0;
    if (bit) flipBySwipe(bit);
  });
  for (const name of ["pointerup", "pointercancel"]) page.addEventListener(name, () => { clearTimeout(pressed?.timer); pressed = null; });
  table.addEventListener("contextmenu", event => event.preventDefault());
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
  view.reveal();
  show();
}

startTable(start);
