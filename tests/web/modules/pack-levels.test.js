import { bestResults, start } from "/js/pack-levels.js";
import { keep } from "/js/progress.js";
import { equal, test } from "/tests/js/testing.js";

function memory() {
  const held = new Map();
  return { getItem: name => held.get(name) ?? null, setItem: (name, value) => held.set(name, value) };
}

test("the best result of a level counts in whichever pack it was played, if it was played by swaps", () => {
  const storage = memory();
  keep(storage, "easy", "a", 4);
  keep(storage, "mine", "a", 3);
  keep(storage, "easy drag", "a", 1);
  equal([...bestResults(storage)], [["a", 3]]);
});

test("levels show their stars, and the next unsolved one is offered", () => {
  const storage = memory();
  keep(storage, "easy", "a", 2);
  const card = (label, place) => `<li><a class="level-card" href="/${label}" data-label="${label}" data-minimum="2"><img src="/${label}.svg"><b>${place}</b><i data-stars></i><span class="quiet">Easy</span></a></li>`;
  document.body.innerHTML = `<section data-levels-of="easy"><span data-stars-total></span><a data-continue></a><img data-continue-picture><b data-continue-name></b><i data-continue-about></i><button data-show="all"></button><button data-show="unsolved"></button><p id="message"></p><ul>${card("a", 1)}${card("b", 2)}</ul></section>`;
  start(document, storage);
  const text = name => document.querySelector(`[${name}]`).textContent;
  equal([text("data-stars-total"), text("data-continue-name"), text("data-continue-about")], [" · 3 of 6 stars", "Level 2", "Easy"]);
  equal(document.querySelector("[data-continue]").getAttribute("href").endsWith("/b"), true);
  document.querySelector("[data-show=unsolved]").click();
  equal([...document.querySelectorAll("li")].map(item => item.hidden), [true, false]);
  equal(document.getElementById("message").textContent, "1 level shown.");
  document.body.innerHTML = "";
});
