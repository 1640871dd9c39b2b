import { play } from "/js/sound.js";
import { equal, test } from "/tests/js/testing.js";

test("there is no sound unless the visitor wants it", () => {
  let tones = 0;
  const node = { connect: other => other, start: () => { tones += 1; }, stop: () => {}, frequency: {}, gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} } };
  const before = window.AudioContext;
  window.AudioContext = class { currentTime = 0; createOscillator() { return { ...node }; } createGain() { return { ...node }; } };
  play("solved");
  equal(tones, 0);
  let stored = "off";
  try {
    localStorage.setItem("ludex.sound", "on");
    stored = "on";
  } catch {
    // This page has no storage.
  }
  play("solved");
  equal(tones, stored === "on" ? 3 : 0);
  if (stored === "on") localStorage.removeItem("ludex.sound");
  window.AudioContext = before;
});
