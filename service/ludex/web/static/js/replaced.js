// Parts of a page that are taken from another page.

/** Put the part of a fetched page in the place of the one that is there; false if the page has none. */
export function replacePart(document, text, selector, Parser = DOMParser) {
  const fetched = new Parser().parseFromString(text, "text/html").querySelector(selector);
  const here = document.querySelector(selector);
  if (!fetched || !here) return false;
  here.replaceWith(fetched);
  return true;
}
