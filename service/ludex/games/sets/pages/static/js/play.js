// SET for one player: select three cards; a set is replaced by new cards. Times are stored in the browser.

import { clock } from "../../../js/clock.js";
import { counted, share, storageOf } from "../../../js/game.js";
import { bestOf, Help, keep } from "../../../js/progress.js";
import { play as sound } from "../../../js/sound.js";
import { svgElement } from "../../../js/svg.js";
import { parseCount, startTable, TablePage } from "../../card_games/js/table.js";
import { faultText, readMoves, SetGame, writeMoves } from "./sets.js";

const PACK = "set-games";

/** The message at the end of a game. */
export const endText = ({ taken }, { seconds }) => `${counted(taken.length, "set")} in ${clock(seconds)}.${taken.length ? " No more sets." : ""}`;

/** The numbers of hints, mistakes and remaining cards, in words. */
export const endNote = ({ table }, { hints, wrong }) => `${counted(hints, "hint")}, ${counted(wrong, "mistake")}, ${counted(table.length, "card")} left.`;

export function start(page, storage = storageOf(), now = undefined) {
  const view = new TablePage(page, now);
  const { dealt, kept, table, watch } = view;
  const nameOf = card => page.querySelector(`#card-${card} title`).textContent.split(": ")[1];
  let game = new SetGame(dealt.order, dealt.first);
  const help = new Help(storage, `${PACK} ${dealt.seed}`);
  let wrong = 0;
  // The moves before the last hint. Further cards of the same set are not further hints.
  let told = null;
  let chosen = [];
  let hinted = [];
  let ended = false;
  let came = false;

  const say = words => view.say(words);
  const result = () => endText(game, { seconds: watch.seconds });

  function show() {
    for (const place of table.querySelectorAll(".place")) place.remove();
    while (table.children.length > game.table.length) table.lastElementChild.remove();
    while (table.children.length < game.table.length) {
      const place = view.place({ viewBox: "-1 -1 152 99" }, dealt.seed, table.children.length);
      const text = document.createElement("p");
      text.className = "face-text";
      text.setAttribute("aria-hidden", "true");
      place.append(text);
      table.append(place);
    }
    for (const [index, card] of game.table.entries()) {
      const button = table.children[index].firstElementChild;
      if (button.dataset.card !== card) {
        button.dataset.card = card;
        button.firstElementChild.replaceChildren(svgElement("use", { href: `#card-${card}` }));
        button.nextElementSibling.textContent = nameOf(card);
        if (came && !view.calm) button.animate([{ opacity: 0, translate: "60px -40px" }, {}], { duration: 300, easing: "ease-out" });
      }
      view.mark(button, nameOf(card), chosen.includes(card), hinted.includes(card));
    }
    came = true;
    view.live("sets").textContent = String(game.taken.length);
    view.live("left").textContent = String(game.left);
    const best = bestOf(storage, PACK, dealt.seed);
    const own = page.querySelector("[data-live=best]");
    if (own) own.textContent = best === null ? "not finished yet" : clock(best);
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

  const noteOf = () => endNote(game, { wrong, hints: help.hints });

  const note = () => view.note({ moves: writeMoves(game.moves), wrong });

  function finish(own) {
    ended = true;
    watch.stop();
    const stars = help.starsOf(wrong, { minimum: 0, proved: true });
    if (own && !dealt.lesson) keep(storage, PACK, dealt.seed, Math.floor(watch.seconds), { stars, hints: help.hints });
    view.finish(result(), { stars, note: noteOf() });
  }

  function choose(card) {
    if (ended) return;
    chosen = chosen.includes(card) ? chosen.filter(other => other !== card) : [...chosen, card];
    if (chosen.length < 3) {
      show();
      say(chosen.length ? `${counted(chosen.length, "card")} selected.` : "");
      return;
    }
    const cards = chosen;
    const focus = page.activeElement?.closest?.("li");
    const place = [...table.children].indexOf(focus);
    if (game.take(cards)) {
      sound("move");
      moved(`A set: ${cards.map(nameOf).join(", ")}.`);
      if (place >= 0) table.children[Math.min(place, table.children.length - 1)]?.firstElementChild.focus();
      return;
    }
    wrong += 1;
    moved(faultText(cards));
  }

  const acts = {
    none: () => {
      if (game.more()) return moved("Correct, there was no set. Three cards were added.");
      wrong += 1;
      return moved("No, there is a set.");
    },
    hint: () => {
      const [first] = game.sets;
      if (told !== writeMoves(game.moves)) help.takeHint();
      told = writeMoves(game.moves);
      if (!first) return say("There is no set. Select “No set” to get three more cards.");
      hinted = first.slice(0, hinted.length % 3 + 1).map(index => game.table[index]);
      show();
      return say(`${counted(game.sets.length, "set")} on the table. One of them contains: ${hinted.map(nameOf).join(", ")}.`);
    },
    restart: () => {
      game = new SetGame(dealt.order, dealt.first);
      wrong = 0;
      watch.restart();
      ended = false;
      view.end.hidden = true;
      moved("New game with the same cards.");
    },
    share: async () => say(await share(`SET ▭ ${result()} ${noteOf()}`)),
  };
  view.listen(acts, event => {
    const card = event.target.closest("[data-card]")?.dataset.card;
    return card ? choose(card) : undefined;
  });

  for (const cards of readMoves(kept.get("moves"))) if (!(cards ? game.take(cards) : game.more())) break;
  wrong = parseCount(kept.get("wrong"));
  view.reveal();
  if (game.over) finish(false);
  show();
}

startTable(start);
