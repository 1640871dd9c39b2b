// The first table of SET: select three cards until every set is found. Results are stored in the browser.

import { clock } from "../../../js/clock.js";
import { counted, share, storageOf } from "../../../js/game.js";
import { followGrade, goToPuzzle, sourceOf } from "../../../js/picking.js";
import { giveUp, Help, keep } from "../../../js/progress.js";
import { play as sound } from "../../../js/sound.js";
import { svgElement } from "../../../js/svg.js";
import { parseCount, startTable, TablePage } from "../../card_games/js/table.js";
import { faultText, isSet, readMoves, setsOf, writeMoves } from "./sets.js";

const TABLES = "set-tables";
const VIEW_BOX = "-1 -1 152 99";

/** The cards of a set in a fixed order, to compare sets. */
const sorted = cards => [...cards].sort();

/** The sets found so far: `add` returns "set", "again" or "wrong". */
export class Found {
  constructor(cards) {
    this.all = setsOf(cards).map(indices => sorted(indices.map(index => cards[index])));
    this.sets = [];
  }

  get over() { return this.sets.length === this.all.length; }

  /** The sets that are still to be found. */
  get left() {
    const found = new Set(this.sets.map(cards => cards.join()));
    return this.all.filter(cards => !found.has(cards.join()));
  }

  add(cards) {
    if (!isSet(cards)) return "wrong";
    const next = sorted(cards);
    if (!this.left.some(other => other.join() === next.join())) return "again";
    this.sets.push(next);
    return "set";
  }
}

export function start(page, storage = storageOf(), now = undefined) {
  const view = new TablePage(page, now);
  const { dealt, kept, table, watch } = view;
  const nameOf = card => page.querySelector(`#card-${card} title`).textContent.split(": ")[1];
  const list = page.getElementById("found");
  let found = new Found(dealt.cards);
  const PACK = dealt.pack || TABLES;
  const help = new Help(storage, dealt.label ?? `${PACK} ${dealt.seed}`);
  let wrong = 0;
  // The sets found before the last hint. Further cards of the same set are not further hints.
  let told = null;
  let chosen = [];
  let hinted = [];

  const say = words => view.say(words);
  const note = () => view.note({ found: writeMoves(found.sets), wrong });
  const result = () => `All ${counted(found.all.length, "set")} in ${clock(watch.seconds)}.`;
  const noteOf = () => `${counted(help.hints, "hint")}, ${counted(wrong, "mistake")}.`;
  const face = card => svgElement("svg", { viewBox: VIEW_BOX, "aria-hidden": "true" }, svgElement("use", { href: `#card-${card}` }));

  function showFound() {
    while (list.children.length > found.sets.length) list.lastElementChild.remove();
    for (const cards of found.sets.slice(list.children.length)) {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.className = "hidden";
      name.textContent = cards.map(nameOf).join(", ");
      item.append(...cards.map(face), name);
      list.append(item);
    }
  }

  function show() {
    for (const [index, card] of dealt.cards.entries()) {
      const button = table.children[index].firstElementChild;
      view.mark(button, nameOf(card), chosen.includes(card), hinted.includes(card));
    }
    showFound();
    view.live("sets").textContent = `${found.sets.length}/${found.all.length}`;
    view.live("wrong").textContent = String(wrong);
    view.live("hints").textContent = String(help.hints);
    view.tool("hint").disabled = found.over;
  }

  function finish(own) {
    watch.stop();
    const stars = help.starsOf(wrong, { minimum: 0, proved: true });
    if (help.shown) giveUp(PACK, dealt.seed);
    else if (own) {
      help.keepStars(stars);
      keep(storage, PACK, dealt.seed, help.hints + wrong, { stars, hints: help.hints });
      followGrade(storage, dealt.label, dealt.grade);
    }
    view.finish(result(), { stars, note: noteOf() });
  }

  function choose(card) {
    if (found.over) return;
    chosen = chosen.includes(card) ? chosen.filter(other => other !== card) : [...chosen, card];
    if (chosen.length < 3) {
      show();
      say(chosen.length ? `${counted(chosen.length, "card")} selected.` : "");
      return;
    }
    const cards = chosen;
    const outcome = found.add(cards);
    [chosen, hinted] = [[], []];
    if (outcome === "wrong") wrong += 1;
    else sound("move");
    show();
    note();
    if (found.over) finish(true);
    else say({ set: `A set: ${cards.map(nameOf).join(", ")}.`, again: "You have found this set already.", wrong: faultText(cards) }[outcome]);
  }

  const acts = {
    hint: () => {
      const [first] = found.left;
      if (told !== writeMoves(found.sets)) help.takeHint();
      told = writeMoves(found.sets);
      hinted = first.slice(0, hinted.length % 3 + 1);
      show();
      note();
      say(`${counted(found.left.length, "set")} left. One of them contains: ${hinted.map(nameOf).join(", ")}.${hinted.length < 3 ? " Another hint shows one more card." : ""}`);
    },
    "for-me": async () => {
      say("Looking for a puzzle …");
      const missing = await goToPuzzle(storage, sourceOf(view.tool("for-me")), dealt.label);
      if (missing) say(missing);
    },
    restart: () => {
      found = new Found(dealt.cards);
      wrong = 0;
      [chosen, hinted] = [[], []];
      watch.restart();
      view.end.hidden = true;
      show();
      note();
      say("Started again.");
    },
    share: async () => say(await share(`SET ▭ ${result()} ${noteOf()}`)),
  };
  view.listen(acts, event => {
    const card = event.target.closest("[data-card]")?.dataset.card;
    return card ? choose(card) : undefined;
  });

  table.replaceChildren(...dealt.cards.map((card, index) => {
    const place = view.place({ viewBox: VIEW_BOX }, dealt.seed, index);
    place.firstElementChild.dataset.card = card;
    place.firstElementChild.firstElementChild.append(svgElement("use", { href: `#card-${card}` }));
    const text = document.createElement("p");
    text.className = "face-text";
    text.setAttribute("aria-hidden", "true");
    text.textContent = nameOf(card);
    place.append(text);
    return place;
  }));
  for (const cards of readMoves(kept.get("found"))) if (cards) found.add(cards);
  wrong = parseCount(kept.get("wrong"));
  view.reveal();
  if (found.over) finish(false);
  show();
}

startTable(start);
