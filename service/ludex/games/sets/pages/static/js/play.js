// SET for one player: three cards are chosen, a set leaves the table and others come; the clock stays in the browser.

import { clock } from "../../../js/clock.js";
import { counted, shared, storageOf } from "../../../js/game.js";
import { bestOf, keep } from "../../../js/progress.js";
import { svgElement } from "../../../js/svg.js";
import { startTable, TablePage, whole } from "../../../js/table.js";
import { faults, PROPERTIES, readMoves, SetGame, writeMoves } from "./sets.js";

const PACK = "set-games";

/** What is said of a game that has ended. */
export function endSaid({ taken, table }, { seconds, hints, wrong }) {
  const with_ = [counted(hints, "hint"), counted(wrong, "wrong claim")].join(", ");
  return `${counted(taken.length, "set")} in ${clock(seconds)}, ${with_}; ${counted(table.length, "card")} left, with no set among them.`;
}

/** Why three cards are no set. */
export const faultSaid = cards => `No set: two of the three have the same ${faults(cards).map(place => PROPERTIES[place]).join(" and ")}.`;

export function start(page, storage = storageOf(), now = undefined) {
  const view = new TablePage(page, now);
  const { dealt, kept, table, watch } = view;
  const nameOf = card => page.querySelector(`#card-${card} title`).textContent.split(": ")[1];
  let game = new SetGame(dealt.order);
  let score = { hints: 0, wrong: 0 };
  let chosen = [];
  let hinted = [];
  let ended = false;

  const say = words => view.say(words);
  const result = () => endSaid(game, { seconds: watch.seconds, ...score });

  function show() {
    while (table.children.length > game.table.length) table.lastElementChild.remove();
    while (table.children.length < game.table.length) table.append(view.place({ viewBox: "-1 -1 152 99" }));
    for (const [index, card] of game.table.entries()) {
      const button = table.children[index].firstElementChild;
      if (button.dataset.card !== card) {
        button.dataset.card = card;
        button.firstElementChild.replaceChildren(svgElement("use", { href: `#card-${card}` }));
      }
      view.mark(button, nameOf(card), chosen.includes(card), hinted.includes(card));
    }
    view.live("sets").textContent = String(game.taken.length);
    view.live("left").textContent = String(game.left);
    const best = bestOf(storage, PACK, dealt.seed);
    view.live("best").textContent = best === null ? "not played to its end" : clock(best);
    for (const name of ["none", "hint"]) view.tool(name).disabled = ended;
  }

  function moved(words) {
    chosen = [];
    hinted = [];
    if (game.over) finish(true);
    else say(words);
    note();
    show();
  }

  const note = () => view.note({ moves: writeMoves(game.moves), ...score });

  function finish(own) {
    ended = true;
    watch.stop();
    if (own) keep(storage, PACK, dealt.seed, Math.floor(watch.seconds));
    view.finish(result());
  }

  function choose(card) {
    if (ended) return;
    chosen = chosen.includes(card) ? chosen.filter(one => one !== card) : [...chosen, card];
    if (chosen.length < 3) {
      show();
      say(chosen.length ? `${counted(chosen.length, "card")} chosen.` : "");
      return;
    }
    const cards = chosen;
    const focus = page.activeElement?.closest?.("li");
    const place = [...table.children].indexOf(focus);
    if (game.take(cards)) {
      moved(`A set: ${cards.map(nameOf).join(", ")}.`);
      if (place >= 0) table.children[Math.min(place, table.children.length - 1)]?.firstElementChild.focus();
      return;
    }
    score.wrong += 1;
    moved(faultSaid(cards));
  }

  const acts = {
    none: () => {
      if (game.more()) return moved("True: there was no set. Three cards more.");
      score.wrong += 1;
      return moved("There is a set.");
    },
    hint: () => {
      const [first] = game.sets;
      score.hints += 1;
      note();
      if (!first) return say("There is no set: claim it, and three cards more come.");
      hinted = first.slice(0, hinted.length % 3 + 1).map(index => game.table[index]);
      show();
      return say(`${counted(game.sets.length, "set")} on the table. In one: ${hinted.map(nameOf).join(", ")}.`);
    },
    restart: () => {
      game = new SetGame(dealt.order);
      score = { hints: 0, wrong: 0 };
      watch.restart();
      ended = false;
      view.end.hidden = true;
      moved("A new game of the same cards.");
    },
    share: async () => say(await shared(`SET, game ${dealt.seed}: ${result()}`)),
  };
  view.listen(acts, event => {
    const card = event.target.closest("[data-card]")?.dataset.card;
    return card ? choose(card) : undefined;
  });

  for (const cards of readMoves(kept.get("moves"))) if (!(cards ? game.take(cards) : game.more())) break;
  for (const name of Object.keys(score)) score[name] = whole(kept.get(name));
  view.reveal();
  if (game.over) finish(false);
  show();
}

startTable(start);
