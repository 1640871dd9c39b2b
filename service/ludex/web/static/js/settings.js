// Settings of all games, stored in the browser, and progress as a file to load in another browser.

import { storageOf } from "./game.js";
import { isObject, validPart } from "./progress.js";

const PREFIX = "ludex.";
const SETTINGS = ["patterns", "sound"];
// Help belongs to a day in this browser.
const OWN = [...SETTINGS, "help"];

/** The entries that the site has made in a storage, as an object of JSON values or texts. */
export function readProgress(storage) {
  const names = Object.keys(storage).filter(name => name.startsWith(PREFIX) && !OWN.includes(name.slice(PREFIX.length)));
  return Object.fromEntries(names.sort().map(name => {
    const text = storage.getItem(name);
    try {
      return [name, JSON.parse(text)];
    } catch {
      return [name, text];
    }
  }));
}

/**
 * Merge two values of an entry. The smaller of two results for a level wins, lists are joined, and a flag is true if it
 * is true in either value, so that no day of a streak is lost.
 */
export function mergeProgress(own, other) {
  if (isObject(own) && isObject(other)) {
    const names = new Set([...Object.keys(own), ...Object.keys(other)]);
    return Object.fromEntries([...names].map(name => [name, name in own && name in other ? mergeProgress(own[name], other[name]) : own[name] ?? other[name]]));
  }
  if (Array.isArray(own) && Array.isArray(other)) {
    const known = new Set(own.map(item => JSON.stringify(item)));
    return [...other.filter(item => !known.has(JSON.stringify(item))), ...own];
  }
  if (typeof own === "boolean" && typeof other === "boolean") return own || other;
  return typeof own === "number" && typeof other === "number" ? Math.min(own, other) : own ?? other;
}

/**
 * Add the progress in the text of a file to a storage; returns the number of entries. Throws an error for other files,
 * and for a file with an entry that the site cannot have made, of which nothing is added.
 */
export function loadProgress(storage, text) {
  const file = JSON.parse(text);
  if (!isObject(file) || !isObject(file.ludex)) throw new Error("no progress of Ludex");
  const own = readProgress(storage);
  const entries = Object.entries(file.ludex).filter(([name]) => name.startsWith(PREFIX) && !OWN.includes(name.slice(PREFIX.length)));
  const damaged = entries.find(([name, value]) => JSON.stringify(validPart(name, value)) !== JSON.stringify(value));
  if (damaged) throw new Error(`${damaged[0]} is damaged`);
  for (const [name, value] of entries) {
    const merged = name in own ? mergeProgress(validPart(name, own[name]), value) : value;
    storage.setItem(name, typeof merged === "string" ? merged : JSON.stringify(merged));
  }
  return entries.length;
}

/** Apply the settings to a page: the style sheets and games read them from the root element. */
export function applySettings(page, storage) {
  for (const name of SETTINGS) {
    if (storage.getItem(PREFIX + name) === "on") page.documentElement.dataset[name] = "on";
    else delete page.documentElement.dataset[name];
  }
}

export function start(page, storage = storageOf()) {
  applySettings(page, storage);
  const block = page.getElementById("settings");
  if (!block) return;
  const message = block.querySelector("[data-progress-message]");
  for (const box of block.querySelectorAll("[data-setting]")) {
    box.checked = storage.getItem(PREFIX + box.dataset.setting) === "on";
    box.addEventListener("change", () => {
      storage.setItem(PREFIX + box.dataset.setting, box.checked ? "on" : "off");
      applySettings(page, storage);
    });
  }
  block.querySelector("[data-progress-save]").addEventListener("click", () => {
    const link = page.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify({ ludex: readProgress(storage) }, null, 1)], { type: "application/json" }));
    link.download = "ludex-progress.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    message.textContent = "Progress saved to a file.";
  });
  block.querySelector("[data-progress-load]").addEventListener("change", async event => {
    try {
      loadProgress(storage, await event.target.files[0].text());
      message.textContent = "Progress loaded. Pages that you open from now on show it.";
    } catch {
      message.textContent = "This file has no progress of Ludex, or it is damaged. Nothing was loaded.";
    }
  });
}

if (typeof document !== "undefined") start(document);
