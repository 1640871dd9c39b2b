import { applySettings, loadProgress, mergeProgress, readProgress, start } from "/js/settings.js";
import { equal, test } from "/tests/js/testing.js";

/** A storage whose names can be listed, as those of browsers can. */
function memory(entries = {}) {
  const storage = { ...entries };
  Object.defineProperties(storage, {
    getItem: { value: name => storage[name] ?? null },
    setItem: { value: (name, value) => { storage[name] = value; } },
  });
  return storage;
}

test("progress is read without the settings and without what others stored", () => {
  const storage = memory({ "ludex.solved": '{"easy":{"a":3}}', "ludex.sound": "on", other: "1", "ludex.text": "x" });
  equal(readProgress(storage), { "ludex.solved": { easy: { a: 3 } }, "ludex.text": "x" });
});

test("the better results and all entries of lists are kept", () => {
  equal(mergeProgress({ easy: { a: 3, b: 5 } }, { easy: { a: 4, b: 2, c: 1 }, hard: {} }), { easy: { a: 3, b: 2, c: 1 }, hard: {} });
  equal(mergeProgress([["a", 1]], [["b", 2], ["a", 1]]), [["b", 2], ["a", 1]]);
  equal(mergeProgress("own", "other"), "own");
});

test("a streak does not shrink, whichever file has the days that count", () => {
  const day = (value, onTime) => ({ "2026-03-01": { planarity: { value, onTime } } });
  equal(mergeProgress(day(4, false), day(6, true)), day(4, true));
  equal(mergeProgress(day(6, true), day(4, false)), day(4, true));
  equal(mergeProgress(day(4, true), { "2026-03-02": {} }), { ...day(4, true), "2026-03-02": {} });
});

test("a file is loaded, and another file is refused", () => {
  const storage = memory({ "ludex.solved": '{"easy":{"a":3}}' });
  equal(loadProgress(storage, '{"ludex": {"ludex.solved": {"easy": {"a": 2}}, "strange": 1}}'), 1);
  equal([JSON.parse(storage.getItem("ludex.solved")), storage.getItem("strange")], [{ easy: { a: 2 } }, null]);
  const refused = text => { try { return loadProgress(storage, text); } catch { return "refused"; } };
  equal([refused("{}"), refused("[]"), refused("x")], ["refused", "refused", "refused"]);
  const damaged = [
    { "ludex.daily": { "2026-11-27": { planarity: null } } },
    { "ludex.daily": { "2026-11-27": null } },
    { "ludex.daily": { yesterday: {} } },
    { "ludex.solved": { easy: { a: "3" } } },
    { "ludex.solved": [] },
    { "ludex.lost": { a: null } },
    { "ludex.grades": [["a"]] },
  ];
  for (const entries of damaged) equal(refused(JSON.stringify({ ludex: { "ludex.solved": { easy: { b: 1 } }, ...entries } })), "refused");
  equal(JSON.parse(storage.getItem("ludex.solved")), { easy: { a: 2 } });
  storage.setItem("ludex.daily", '{"2026-11-27": {"planarity": null}}');
  const result = { value: 4, onTime: true };
  equal(loadProgress(storage, JSON.stringify({ ludex: { "ludex.daily": { "2026-11-27": { planarity: result } } } })), 1);
  equal(JSON.parse(storage.getItem("ludex.daily")), { "2026-11-27": { planarity: result } });
});

test("settings are applied to the page and stored", () => {
  const storage = memory();
  document.body.innerHTML = '<div id="settings"><input type="checkbox" data-setting="patterns"><b data-progress-save></b><i data-progress-load></i><p data-progress-message></p></div>';
  start(document, storage);
  document.querySelector("input").click();
  equal([storage.getItem("ludex.patterns"), document.documentElement.dataset.patterns], ["on", "on"]);
  storage.setItem("ludex.patterns", "off");
  applySettings(document, storage);
  equal(document.documentElement.dataset.patterns, undefined);
  document.body.innerHTML = "";
});
