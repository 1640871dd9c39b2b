import { faults, isSet, readMoves, SetGame, setsOf, third, writeMoves } from "/games/sets/js/sets.js";
import { equal, ok, test } from "/tests/js/testing.js";

const every = Array.from({ length: 81 }, (_, card) => card.toString(3).padStart(4, "0"));

test("three cards are a set if no property has two values", () => {
  ok(isSet(["0000", "1111", "2222"]) && isSet(["0121", "0111", "0101"]));
  equal(faults(["0000", "0111", "0220"]), [3]);
  ok(!isSet(["0000", "0000", "0000"]) && !isSet(["0000", "1111"]));
});

test("every two cards of the deck have one third", () => {
  for (const a of every) for (const b of every) if (a !== b) ok(isSet([a, b, third(a, b)]), `${a}, ${b}`);
  equal(setsOf(every).length, 1080);
});

test("rules agree with Python on thousands of random tables", async () => {
  const cases = (await (await fetch("/cards.json")).json()).sets;
  ok(cases.length >= 2000);
  for (const { cards, sets, first } of cases) {
    equal(setsOf(cards), sets);
    equal(isSet(cards.slice(0, 3)), first);
  }
});

test("a set leaves, cards take its place; of more than twelve cards none come", () => {
  const game = new SetGame(every);
  const cards = game.table.filter((_, index) => game.sets[0].includes(index));
  ok(!game.more(), "there is a set");
  ok(game.take(cards));
  equal([game.table.length, game.left, game.taken.length], [12, 66, 1]);
  ok(!game.take(cards), "it has left");
});

test("three cards come if there is no set, and a game is replayed from its moves to its end", () => {
  const cap = every.filter(card => /^[01]*$/.test(card)).slice(0, 12);
  const game = new SetGame([...cap, ...every.filter(card => !cap.includes(card))]);
  ok(game.more());
  equal(game.table.length, 15);
  while (!game.over) game.sets.length ? game.take(game.sets[0].map(index => game.table[index])) : game.more();
  equal([game.left, game.table.length + 3 * game.taken.length], [0, 81]);
  ok(!game.more(), "no card is left");
  const again = new SetGame(game.order);
  for (const move of readMoves(writeMoves(game.moves))) ok(move ? again.take(move) : again.more());
  equal([again.table, again.over], [game.table, true]);
});

test("an address without moves has none", () => {
  equal([readMoves(null), readMoves("x")], [[], []]);
});
