import { frameAddress, HOME } from "/js/ludex-level.js";
import { equal, test } from "/tests/js/testing.js";

const frameOf = element => element.shadowRoot.querySelector("iframe");

function element(label) {
  const made = document.createElement("ludex-level");
  if (label) made.setAttribute("label", label);
  // Frames that are not displayed and load lazily request nothing.
  const hidden = document.createElement("div");
  hidden.hidden = true;
  hidden.append(made);
  document.body.append(hidden);
  return made;
}

test("the frame shows the label, also a changed one, and nothing without a label", () => {
  equal(frameAddress(" daily/x y ", "https://a.example"), "https://a.example/embed/daily/x%20y");
  const made = element("");
  equal(frameOf(made).src, "about:blank");
  made.setAttribute("label", "one");
  equal(frameOf(made).src, `${HOME}/embed/one`);
  made.setAttribute("label", "two");
  equal(frameOf(made).src, `${HOME}/embed/two`);
  made.remove();
});

test("only messages of the own frame become results", () => {
  const made = element("one");
  const results = [];
  made.addEventListener("ludex-result", event => results.push(event.detail));
  const source = frameOf(made).contentWindow;
  const data = { type: "ludex", label: "one", swaps: 4 };
  for (const wrong of [{ source: window }, { origin: "https://b.example" }, { data: { type: "other" } }, { data: null }]) {
    made.handleEvent({ source, origin: HOME, data, ...wrong });
  }
  equal(results, []);
  made.handleEvent({ source, origin: HOME, data });
  equal(results, [data]);
  made.remove();
});

test("the attribute service names another service, whose messages alone become results", () => {
  const made = element("one");
  made.setAttribute("service", "https://a.example/ludex/");
  equal(frameOf(made).src, "https://a.example/ludex/embed/one");
  const results = [];
  made.addEventListener("ludex-result", event => results.push(event.detail));
  const source = frameOf(made).contentWindow;
  const data = { type: "ludex", label: "one", swaps: 4 };
  made.handleEvent({ source, origin: HOME, data });
  equal(results, []);
  made.handleEvent({ source, origin: "https://a.example", data });
  equal(results, [data]);
  made.removeAttribute("service");
  equal(frameOf(made).src, `${HOME}/embed/one`);
  made.remove();
});
