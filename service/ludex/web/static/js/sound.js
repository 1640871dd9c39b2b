// Short tones for moves and solved puzzles. Off unless the visitor turns them on in the settings.

const TONES = { move: [[520, 0, 0.05]], solved: [[523, 0, 0.12], [659, 0.1, 0.12], [784, 0.2, 0.24]] };
let context = null;

const isOn = () => {
  try {
    return localStorage.getItem("ludex.sound") === "on";
  } catch {
    return false;
  }
};

/** Play a sound: `move` or `solved`. */
export function play(name) {
  if (!isOn() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  for (const [frequency, wait, length] of TONES[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const begin = context.currentTime + wait;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
