import { addressOf, exchanged, load } from "/js/parts.js";
import { equal, test } from "/tests/testing.js";

test("what is asked stands in the address, unless it stores or is too long", () => {
  equal(addressOf("/draw", [["text", "4:0-1"], ["solve", ""]]), "/draw?text=4%3A0-1");
  equal(addressOf("/draw", [["text", ""]]), "/draw");
  equal(addressOf("/draw", [["text", "x"], ["do", "store"]]), null);
  equal(addressOf("/draw", [["text", "x".repeat(9000)]]), null);
});

test("the part of a page takes the place of the one that is shown", () => {
  const shown = document.implementation.createHTMLDocument();
  shown.body.innerHTML = '<main><section id="answer">old</section></main>';
  exchanged(shown, '<main><section>a</section><section id="answer">new</section></main>');
  equal(shown.getElementById("answer").textContent, "new");
  exchanged(shown, "<main><section>the service is busy</section></main>");
  equal(shown.getElementById("answer").textContent, "the service is busy");
  equal(exchanged(shown, "nothing"), null);
});

test("a later load makes an earlier one void", async () => {
  document.body.innerHTML = '<section id="answer"></section>';
  let first;
  const slow = () => new Promise(done => { first = done; });
  const answer = text => ({ text: async () => `<section id="answer">${text}</section>`, url: location.href });
  const early = load("/", {}, slow);
  await load("/", { method: "POST" }, async () => answer("later"));
  first(answer("earlier"));
  equal(await early, null);
  equal(document.getElementById("answer").textContent, "later");
});
