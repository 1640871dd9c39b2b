import { Lookup } from "/js/lookup.js";
import { equal, test } from "/tests/js/testing.js";

test("what is dropped is taken, and what an answer says first is announced", async () => {
  document.body.innerHTML = '<form id="lookup"><textarea id="text"></textarea></form><p id="message"></p>';
  const dropped = [];
  const lookup = new Lookup(document, text => dropped.push(text));
  const drop = new Event("drop");
  drop.dataTransfer = { files: [{ text: async () => " C~\n" }] };
  document.dispatchEvent(drop);
  await new Promise(done => { setTimeout(done); });
  equal(dropped, ["C~"]);
  const part = document.createElement("section");
  part.innerHTML = "<h2> It is new </h2>";
  document.dispatchEvent(new CustomEvent("part", { detail: part }));
  equal(lookup.message.textContent, "It is new");
  document.body.innerHTML = "";
});
