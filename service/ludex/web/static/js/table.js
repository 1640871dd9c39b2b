// A table of cards to press: arrow keys lead from card to card, and what was won is shared as text with its address.

/** Where an arrow key leads from a card of a table in rows; where there is none, it stays. */
export function led(index, key, count, columns) {
  const to = index + ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? 0);
  return to >= 0 && to < count ? to : index;
}

/** Let arrow keys move the focus among the buttons marked data-card of a table. */
export function ledByKeys(table) {
  table.addEventListener("keydown", event => {
    if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...table.querySelectorAll("[data-card]")];
    const at = buttons.indexOf(event.target.closest("[data-card]"));
    if (at < 0) return;
    const top = buttons[0].getBoundingClientRect().top;
    const columns = buttons.filter(button => Math.abs(button.getBoundingClientRect().top - top) < 2).length;
    buttons[led(at, event.key, buttons.length, columns)].focus();
    event.preventDefault();
  });
}

export const counted = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;

/** Keep a state in the fragment of the address: it is never sent to the service. */
export function remember(state) {
  const kept = Object.entries(state).filter(([, value]) => value !== "" && value !== 0);
  history.replaceState(null, "", kept.length ? `#${new URLSearchParams(kept)}` : location.pathname + location.search);
}

export const remembered = () => new URLSearchParams(location.hash.slice(1));

/** A whole number of an address, up to a million; 0 if it is none. */
export const whole = text => Math.max(0, Math.min(1_000_000, Math.trunc(Number(text)) || 0));

/** Copy a result with the address; without a clipboard it is said. Returns what is said. */
export async function shared(text) {
  const whole = `Ludex, ${text} ${location.href}`;
  try {
    await navigator.clipboard.writeText(whole);
    return "The result is copied.";
  } catch {
    return whole;
  }
}

export function storageOf() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
