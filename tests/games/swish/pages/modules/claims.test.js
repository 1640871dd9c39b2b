import { CHECKS, canBeLaid, hasSwish, placements } from "/games/swish/js/claims.js";
import { equal, ok, test } from "/tests/js/testing.js";

const read = codes => codes.map(code => placements(code, "rectangle"));

test("a card has a placement for each configuration, equal ones once", () => {
  equal(placements("*o", "rectangle"), [[1, 2], [2, 1]]);
  equal(placements("*.o", "rectangle").length, 2);
  equal(placements("*o./.../...", "square").length, 8);
  ok(canBeLaid(read(["*o", "*o"]), 0, 0) && !canBeLaid(read(["*o.", "*o."]), 0, 0));
});

test("swishes agree with Python on thousands of random positions", async () => {
  const cases = (await (await fetch("/cards.json")).json()).swish;
  for (const { cards, any } of cases) equal(hasSwish(read(cards)), any);
});

test("the additions of a certificate are done: the example of the reference", () => {
  const data = {
    statement: "swish.no-swish-maximum", value: 2, lower: 2, upper: 2, proved: true, cards: ["*o.", "*o.", "o*."], symmetry: "rectangle",
    certificate: { indices: [0, 1], swishes: [[0, 2], [1, 2]], weights: { swishes: [[0, 2]], denominator: 1, weights: [1] } },
  };
  const end = steps => {
    for (let next = steps.next(); ; next = steps.next()) if (next.done) return next.value;
  };
  equal(end(CHECKS[data.statement](data)).complete, true);
  let message = "";
  try {
    end(CHECKS[data.statement]({ ...data, certificate: { ...data.certificate, weights: { swishes: [], denominator: 1, weights: [] } } }));
  } catch (error) {
    message = error.message;
  }
  equal(message, "the weights allow 3 cards, not 2");
});
