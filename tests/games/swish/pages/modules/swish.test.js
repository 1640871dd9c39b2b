import { codeOf, CONFIGURATIONS, findSwish, flip, checkStack, nextStep, readCard, readStack, writeStack } from "/games/swish/js/swish.js";
import { equal, ok, test } from "/tests/js/testing.js";

const read = (...codes) => codes.map(readCard);

test("a card is flipped left and up, twice is back", () => {
  const card = readCard("*../.../.../..o");
  equal([0, 1, 2, 3].map(flips => codeOf(flip(card, flips))), [
    "*../.../.../..o", "..*/.../.../o..", "..o/.../.../*..", "o../.../.../..*",
  ]);
  equal(codeOf(flip(flip(card, 3), 3)), codeOf(card));
});

test("a stack is judged: what is alone, what is doubled", () => {
  equal(checkStack(read("*o", "o*")), { swish: true, points: [], circles: [], doubled: [] });
  equal(checkStack(read("*o.", ".*o")), { swish: false, points: [0], circles: [2], doubled: [] });
  equal(checkStack(read("*o", "*o")), { swish: false, points: [0], circles: [1], doubled: [0, 1] });
  ok(!checkStack([]).swish, "nothing is no swish");
});

test("rules agree with Python on thousands of random positions", async () => {
  const cases = (await (await fetch("/cards.json")).json()).swish;
  ok(cases.length >= 2000);
  for (const what of ["swish", "any"]) for (const is of [true, false]) ok(cases.filter(one => one[what] === is).length > 50, `${what} ${is}`);
  for (const { cards, flips, laid, swish, any } of cases) {
    const given = read(...cards);
    const stack = given.map((card, index) => flip(card, flips[index]));
    equal(stack.map(codeOf), laid);
    equal(checkStack(stack).swish, swish);
    const found = findSwish(given);
    equal(found !== null, any);
    if (found) ok(checkStack(found.map(([index, side]) => flip(given[index], side))).swish, "what was found is none");
  }
});

test("the next step lays a card, turns one, or takes one away, the swish flipped as a whole if need be", () => {
  const cards = read("*o.", "o*.", ".*o");
  const swish = [[0, 0], [1, 0]];
  equal(nextStep(cards, [], swish), { act: "lay", card: [0, 0] });
  equal(nextStep(cards, [[0, 1]], swish), { act: "lay", card: [1, 1] });
  equal(nextStep(cards, [[0, 0], [1, 1]], swish), { act: "turn", card: [1, 0] });
  equal(nextStep(cards, [[0, 0], [2, 0]], swish), { act: "take", card: [2, 0] });
  equal(nextStep(cards, [[1, 1], [0, 1]], swish), null);
});

test("a stack is written and read back", () => {
  equal(writeStack([[3, 0], [12, 1], [5, 3]]), "3.12l.5b");
  equal(readStack("3.12l.5b.99", 16), [[3, 0], [12, 1], [5, 3]]);
  equal(readStack(null, 16), []);
  equal(CONFIGURATIONS[3], "flip-both");
});
