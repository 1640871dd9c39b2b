// SET for one player: select three cards; a set is replaced by new cards. Times are stored in the browser.

import { clock } from "../../../js/clock.js";
import { counted, share, storageOf } from "../../../js/game.js";
import { play as sound } from "../../../js/sound.js";
import { startTable } from "../../card_games/js/table.js";
import { faultText, readMoves, SetGame, writeMoves } from "./sets.js";
import { SetTable } from "./table.js";

/** The message at the end of a game. */
export const endText = ({ taken }, { seconds }) => `${counted(taken.length, "set")} in ${clock(seconds)}.${taken.length ? " No more sets." : ""}`;

/** The numbers of hints, mistakes and remaining cards, in words. */
export const endNote = ({ table }, { hints, mistakes }) => `${counted(hints, "hint")}, ${counted(mistakes, "mistake")}, ${counted(table.length, "card")} left.`;

export function start(page, storage = storageOf(), now = undefined) {
  const view = new SetTable(page, "set-games", storage, now);
  const { dealt, help, kept, table, watch } = view;
  let game = new SetGame(dealt.order, dealt.first);
  let ended = false;
  let came = false;

  const say = words => view.say(words);
  const result = () => endText(game, { seconds: watch.seconds });

  function show() {
    for (const button of view.lay(game.table)) {
      if (came && !view.calm) button.animate([{ opacity: 0, translate: "60px -40px" }, {}], { duration: 300, easing: "ease-out" });
    }
    came = true;
    view.live("sets").textContent = String(game.taken.length);
    view.live("left").textContent = String(game.left);
    const own = page.querySelector("[data-live=best]");
    if (own) own.textContent = view.best === null ? "not finished yet" : clock(view.best);
    for (const name of ["none", "hint"]) view.tool(name).disabled = ended;
  }

  function moved(words) {
    view.clear();
    if (game.over) finish(true);
    else say(words);
    note();
    show();
  }

  const noteOf = () => endNote(game, help);

  const note = () => view.note({ moves: writeMoves(game.moves) });

  function finish(own) {
    ended = true;
    watch.stop();
    help.record(dealt, Math.floor(watch.seconds), view.stars, own);
    view.finish(result(), { stars: view.stars, note: noteOf() });
  }

  function choose(card) {
    const cards = ended ? null : view.select(card, show);
    if (!cards) return;
    const place = [...table.children].indexOf(page.activeElement?.closest?.("li"));
    if (game.take(cards)) {
      sound("move");
      moved(`A set: ${view.namesOf(cards)}.`);
      if (place >= 0) table.children[Math.min(place, table.children.length - 1)]?.firstElementChild.focus();
      return;
    }
    help.makeMistake();
    moved(faultText(cards));
  }

  const acts = {
    none: () => {
      if (game.more()) return moved("Correct, there was no set. Three cards were added.");
      help.makeMistake();
      return moved("No, there is a set.");
    },
    hint: () => {
      const [first] = game.sets;
      view.hint((first ?? []).map(index => game.table[index]), writeMoves(game.moves));
      if (!first) return say("There is no set. Select “No set” to get three more cards.");
      show();
      return say(`${counted(game.sets.length, "set")} on the table. ${game.sets.length === 1 ? "It" : "One of them"} contains: ${view.namesOf(view.hinted)}.`);
    },
    restart: () => {
      game = new SetGame(dealt.order, dealt.first);
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
  view.reveal();
  if (game.over) finish(false);
  show();
}

startTable(start);
