// Create SVG elements.

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function svgElement(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
