import { start } from "/js/import.js";
import { equal, test } from "/tests/js/testing.js";

function opened() {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = '<form id="import"><textarea id="text"></textarea><input type="file" id="file"><button id="preview-button"></button></form><p id="message"></p>';
  const sent = [];
  page.getElementById("import").requestSubmit = button => sent.push([button.id, page.getElementById("text").value]);
  start(page);
  const drop = async text => {
    const event = new Event("drop", { bubbles: true, cancelable: true });
    event.dataTransfer = { files: [], getData: () => text };
    page.getElementById("text").dispatchEvent(event);
    await new Promise(resolve => { setTimeout(resolve); });
    return event;
  };
  return { page, sent, drop };
}

test("a dropped text is previewed", async () => {
  const { sent, drop } = opened();
  const event = await drop("D~{");
  equal([event.defaultPrevented, sent], [true, [["preview-button", "D~{"]]]);
});

test("a text that is too long stays too long for the service to refuse it", async () => {
  const { sent, drop } = opened();
  await drop("x".repeat(500_000));
  equal(sent.map(([, text]) => text.length), [400_001]);
});

test("without a text there is nothing to preview", async () => {
  const { page, sent, drop } = opened();
  await drop(" ");
  equal([sent, page.getElementById("message").textContent], [[], "It contains no text."]);
});

test("Ctrl+Enter previews the text", () => {
  const { page, sent } = opened();
  for (const ctrlKey of [false, true]) page.getElementById("text").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey, bubbles: true }));
  equal(sent, [["preview-button", ""]]);
});
