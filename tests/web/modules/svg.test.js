import { svgElement } from "/js/svg.js";
import { equal, test } from "/tests/js/testing.js";

test("an element of SVG has attributes and children", () => {
  const made = svgElement("g", { class: "a" }, svgElement("text", {}, "b"));
  equal([made.namespaceURI, made.outerHTML.includes('class="a"'), made.textContent], ["http://www.w3.org/2000/svg", true, "b"]);
});
