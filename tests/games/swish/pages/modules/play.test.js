import { drawStack, flipOf, foundText, letterOf, stackText } from "/games/swish/js/play.js";
import { checkStack, readCard } from "/games/swish/js/swish.js";
import { equal, test } from "/tests/js/testing.js";

test("what is wrong with a stack is said", () => {
  const said = (...codes) => stackText(codes.length, checkStack(codes.map(readCard)));
  equal(said(), "Select cards to stack them.");
  equal(said("*o"), "1 card: 1 point without a circle, 1 circle without a point.");
  equal(said("*o", "*o"), "2 cards: 1 point without a circle, 1 circle without a point, 2 cells with the same symbol twice.");
  equal(said("*o", "o*"), "A swish of 2 cards.");
});

test("it is said how long a swish took, and with how much help", () => {
  equal([foundText(83, 0), foundText(5, 2)], ["Found in 1:23 without hints.", "Found in 0:05 with 2 hints."]);
});

test("cards are drawn over one another, with what is alone marked", () => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawStack(svg, ["*o", "*o"].map(readCard), { height: 1, width: 2, colours: ["#111111", "#222222"] }, [0]);
  equal(["rect", ".ring", "circle[fill]", ".lone"].map(one => svg.querySelectorAll(one).length), [1, 2, 2, 1]);
  equal(svg.getAttribute("viewBox"), "-1 -1 70 42");
});

test("a swipe flips a card, a small movement does not", () => {
  equal([flipOf(40, 5), flipOf(-30, 10), flipOf(3, -40), flipOf(10, 10)], [1, 1, 2, 0]);
});

test("each colour has its letter", () => {
  equal([0, 1, 2].map(cell => letterOf(["#111", "#222", "#111"], cell)), ["A", "B", "A"]);
});
