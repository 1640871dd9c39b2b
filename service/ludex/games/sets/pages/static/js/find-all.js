// The first table of SET: select three cards until every set is found. Results are stored in the browser.

import { clock } from "../../../js/clock.js";
import { counted, share, storageOf } from "../../../js/game.js";
import { puzzleForMe } from "../../../js/picking.js";
import { play as sound } from "../../../js/sound.js";
import { startTable } from "../../card_games/js/table.js";
import { faultText, isSet, readMoves, setsOf, writeMoves } from "./sets.js";
import { SetTable, smallFace } from "./table.js";

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
  const view = new SetTable(page, "set-tables", storage, now);
  const { dealt, help, kept, watch } = view;
  const list = page.getElementById("found");
  let found = new Found(dealt.cards);

  const say = words => view.say(words);
  const note = () => view.note({ found: writeMoves(found.sets) });
  const result = () => `${found.all.length === 1 ? "The only set" : `All ${found.all.length} sets`} in ${clock(watch.seconds)}.`;
  const noteOf = () => `${counted(help.hints, "hint")}, ${counted(help.mistakes, "mistake")}.`;

  function showFound() {
    while (list.children.length > found.sets.length) list.lastElementChild.remove();
    for (const cards of found.sets.slice(list.children.length)) {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.className = "hidden";
      name.textContent = view.namesOf(cards);
      item.append(...cards.map(smallFace), name);
      list.append(item);
    }
  }

  function show() {
    view.lay(dealt.cards);
    showFound();
    view.live("sets").textContent = `${found.sets.length}/${found.all.length}`;
    view.live("wrong").textContent = String(help.mistakes);
    view.live("hints").textContent = String(help.hints);
    view.tool("hint").disabled = found.over;
  }

  function finish(own) {
    watch.stop();
    help.record(dealt, help.hints + help.mistakes, view.stars, own);
    view.finish(result(), { stars: view.stars, note: noteOf() });
  }

  function choose(card) {
    const cards = found.over ? null : view.select(card, show);
    if (!cards) return;
    const outcome = found.add(cards);
    view.clear();
    if (outcome === "wrong") help.makeMistake();
    else sound("move");
    show();
    note();
    if (found.over) finish(true);
    else say({ set: `A set: ${view.namesOf(cards)}.`, again: "You have found this set already.", wrong: faultText(cards) }[outcome]);
  }

  const acts = {
    hint: () => {
      view.hint(found.left[0], writeMoves(found.sets));
      show();
      note();
      say(`${counted(found.left.length, "set")} left. ${found.left.length === 1 ? "It" : "One of them"} contains: ${view.namesOf(view.hinted)}.${view.hinted.length < 3 ? " Another hint shows one more card." : ""}`);
    },
    "for-me": puzzleForMe(view, storage, dealt.label),
    restart: () => {
      found = new Found(dealt.cards);
      view.clear();
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

  for (const cards of readMoves(kept.get("found"))) if (cards) found.add(cards);
  view.reveal();
  if (found.over) finish(false);
  show();
}

startTable(start);
