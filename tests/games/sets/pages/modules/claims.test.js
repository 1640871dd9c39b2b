import { findSet, mostCards } from "/games/sets/js/claims.js";
import { equal, test } from "/tests/js/testing.js";

test("sets agree with Python on thousands of random tables", async () => {
  const cases = (await (await fetch("/cards.json")).json()).sets;
  for (const { cards, sets } of cases) equal(findSet(cards.map(code => [...code].map(Number)), 3) !== null, sets.length > 0);
});

test("sets of other numbers of values are found", () => {
  equal(findSet([[0], [1], [2], [3]], 4)?.length, 4);
  equal(findSet([[0, 0], [0, 1], [1, 0], [1, 1]], 4), null);
  equal(findSet([[0, 1], [1, 0]], 2)?.length, 2);
});

test("bounds are those of the literature", () => {
  equal([1, 2, 3, 4].map(properties => mostCards(properties, 3)), [2, 4, 9, 20]);
  equal([mostCards(2, 5), mostCards(7, 2), mostCards(3, 4)], [16, 1, null]);
});
