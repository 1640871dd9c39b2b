import { codesOf, without } from "/games/card_games/js/deal.js";
import { equal, test } from "/tests/js/testing.js";

test("a list of cards is read from a text, anything else is not", () => {
  equal(codesOf("*o, o* .o*", "[*o.]+"), ["*o", "o*", ".o*"]);
  equal(codesOf("0121,1111", "[0-2]+"), ["0121", "1111"]);
  equal(codesOf("", "[0-2]+"), []);
  equal([codesOf("swish-36", "[*o.]+"), codesOf('{"cards": ["*o"]}', "[*o.]+"), codesOf("0121", "[*o.]+")], [null, null, null]);
});

test("cards go one at a time", () => {
  equal(without(["*o", "o*", "*o"], "*o"), ["o*", "*o"]);
  equal(without(["*o"], "o*"), ["*o"]);
});
