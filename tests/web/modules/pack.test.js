import { rowAt, send, wire } from "/js/pack.js";
import { equal, ok, test } from "/tests/js/testing.js";

const page = labels =>
  `<!doctype html><p id="message"></p><section id="levels"><form id="order" method="post" action="/make/packs/mine"><ol class="places">${labels
    .map(one => `<li id="${one}"><input type="hidden" name="level" value="${one}"><img alt=""><button name="up" value="${one}">up</button></li>`)
    .join("")}</ol></form></section>`;

const shown = () => [...document.querySelectorAll(".places li")].map(one => one.id);

test("a row goes before the first one whose middle is below the hand", () => {
  equal([rowAt([10, 30, 50], 5), rowAt([10, 30, 50], 40), rowAt([10, 30, 50], 60)], [0, 2, -1]);
});

test("the order is sent with the button, and the focus stays on it", async () => {
  document.body.innerHTML = page(["a", "b"]);
  let sent = "";
  const window = {
    document,
    fetch: async (_address, asked) => {
      sent = String(asked.body);
      return { ok: true, text: async () => page(["b", "a"]) };
    },
    location: { reload: () => { throw new Error("loaded again"); } },
  };
  await send(window, document.querySelector("#order"), document.querySelector("#b button"));
  equal(sent, "level=a&level=b&up=b");
  equal(shown(), ["b", "a"]);
  equal(document.activeElement.value, "b");
  equal(document.querySelector("#message").textContent, "Moved to position 1.");
  ok(document.querySelector("#order").classList.contains("wired"));
});

test("if the service does not answer the page is loaded again", async () => {
  document.body.innerHTML = page(["a"]);
  const said = [];
  const window = { document, fetch: async () => ({ ok: false }), location: { reload: () => said.push("again") } };
  await send(window, document.querySelector("#order"));
  equal(said, ["again"]);
});

test("a pack that cannot be changed is not wired", () => {
  document.body.innerHTML = '<form id="order"><ol class="places"><li>a</li></ol></form>';
  wire({ document });
  equal(document.querySelector("#order").className, "");
});
