// SET for one player: three cards are chosen, a set leaves the table and others come; the clock stays in the browser.

import { clock, shown, Watch } from "./clock.js";
import { made } from "./drawing.js";
import { bestOf, keep } from "./progress.js";
import { faults, PROPERTIES, readMoves, SetGame, writeMoves } from "./sets.js";
import { counted, ledByKeys, remember, remembered, shared, storageOf, whole } from "./table.js";

const PACK = "set-games";

/** What is said of a game that has ended. */
export function endSaid({ taken, table }, { seconds, hints, wrong }) {
  const with_ = [counted(hints, "hint"), counted(wrong, "wrong claim")].join(", ");
  return `${counted(taken.length, "set")} in ${clock(seconds)}, ${with_}; ${counted(table.length, "card")} left, with no set among them.`;
}

/** Why three cards are no set. */
export const faultSaid = cards => `No set: two of the three have the same ${faults(cards).map(place => PROPERTIES[place]).join(" and ")}.`;

export function start(page, storage = storageOf(), now = () => performance.now()) {
  const table = page.getElementById("cards");
  const dealt = JSON.parse(table.dataset.table);
  const [said, end, state] = ["said", "end", "state"].map(id => page.getElementById(id));
  const live = name => state.querySelector(`[data-live="${name}"]`);
  const nameOf = card => page.querySelector(`#card-${card} title`).textContent.split(": ")[1];
  let game = new SetGame(dealt.order);
  const watch = new Watch(now);
  let score = { hints: 0, wrong: 0 };
  let chosen = [];
  let hinted = [];
  let ended = false;

  const say = words => { said.textContent = words; };
  const result = () => endSaid(game, { seconds: watch.seconds, ...score });

  function show() {
    while (table.children.length > game.table.length) table.lastElementChild.remove();
    while (table.children.length < game.table.length) {
      const place = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "face";
      button.append(made("svg", { viewBox: "-1 -1 152 99", "aria-hidden": "true" }));
      place.append(button);
      table.append(place);
    }
    for (const [index, card] of game.table.entries()) {
      const button = table.children[index].firstElementChild;
      if (button.dataset.card !== card) {
        button.dataset.card = card;
        button.setAttribute("aria-label", nameOf(card));
        button.firstElementChild.replaceChildren(made("use", { href: `#card-${card}` }));
      }
      button.setAttribute("aria-pressed", String(chosen.includes(card)));
      button.classList.toggle("hinted", hinted.includes(card));
    }
    live("sets").textContent = String(game.taken.length);
    live("left").textContent = String(game.left);
    const best = bestOf(storage, PACK, dealt.seed);
    live("best").textContent = best === null ? "not played to its end" : clock(best);
    for (const name of ["none", "hint"]) page.querySelector(`[data-do="${name}"]`).disabled = ended;
  }

  function moved(words) {
    chosen = [];
    hinted = [];
    if (game.over) finish(true);
    else say(words);
    note();
    show();
  }

  function note() {
    remember({ moves: writeMoves(game.moves), seconds: Math.floor(watch.look()), hints: score.hints, wrong: score.wrong });
  }

  function finish(own) {
    ended = true;
    watch.stop();
    if (own) keep(storage, PACK, dealt.seed, Math.floor(watch.seconds));
    end.hidden = false;
    end.firstElementChild.textContent = result();
    say(result());
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
      end.hidden = true;
      moved("A new game of the same cards.");
    },
    share: async () => say(await shared(`SET, game ${dealt.seed}: ${result()}`)),
  };
  page.addEventListener("click", event => {
    const name = event.target.dataset?.do;
    if (name in acts) return acts[name]();
    const card = event.target.closest("[data-card]")?.dataset.card;
    return card ? choose(card) : undefined;
  });
  ledByKeys(table);

  const kept = remembered();
  for (const cards of readMoves(kept.get("moves"))) if (!(cards ? game.take(cards) : game.more())) break;
  for (const name of Object.keys(score)) score[name] = whole(kept.get(name));
  watch.restart(whole(kept.get("seconds")));
  page.getElementById("game").hidden = state.hidden = false;
  page.querySelector(".no-board").hidden = true;
  if (game.over) finish(false);
  show();
  shown(watch, page, live("time"));
  addEventListener("hashchange", () => location.reload());
}

if (typeof document !== "undefined" && document.querySelector("#cards[data-table]")) start(document);
