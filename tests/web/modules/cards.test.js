import { codesOf, swishCard, withCard, withoutCard } from "/js/cards.js";
import { equal, test } from "/tests/testing.js";

test("a list of cards is read from a text, anything else is not", () => {
  equal(codesOf("*o, o* .o*"), ["*o", "o*", ".o*"]);
  equal(codesOf("0121,1111"), ["0121", "1111"]);
  equal(codesOf(""), []);
  equal([codesOf("swish-36"), codesOf('{"cards": ["*o"]}')], [null, null]);
});

test("cards come and go, one at a time", () => {
  equal(withCard("*o", "o*"), "*o, o*");
  equal(withCard("swish-36", "o*"), "o*");
  equal(withoutCard("*o o* *o", "*o"), "o*, *o");
});

test("a card is made of the cells of its point and its circle", () => {
  equal(swishCard(2, 3, [0, 0], [1, 2]), "*../..o");
});
