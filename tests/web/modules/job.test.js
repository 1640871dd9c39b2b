import { announcement, watch } from "/js/job.js";
import { equal, test } from "/tests/js/testing.js";

const page = (state, said, events = 'data-events="/events"') =>
  `<!doctype html><p id="message"></p><div id="job" ${events}><div id="progress" data-state="${state}" data-message="${said}">${said}</div><button>Cancel</button><div id="objects"></div><div id="result"></div><div id="log"></div></div>`;

function opened(text) {
  const heard = {};
  const window = {
    document,
    location: { href: "/jobs/job-x" },
    fetch: async () => ({ ok: true, text: async () => window.next }),
    setTimeout: run => { window.waiting.push(run); },
    waiting: [],
    closed: 0,
    EventSource: class {
      readyState = 1;
      constructor(address) { window.source = this; this.address = address; }
      addEventListener(name, then) { heard[name] = then; }
      close() { window.closed += 1; this.readyState = 2; }
    },
  };
  document.body.innerHTML = text;
  return [window, heard];
}

test("a change of state is said at once, progress from time to time", () => {
  const before = { state: "running", sentence: "1 of 9", at: 0 };
  equal(announcement(before, "running", "2 of 9", 3000), null);
  equal(announcement(before, "running", "5 of 9", 10_000).sentence, "5 of 9");
  equal(announcement(before, "succeeded", "done", 10).state, "succeeded");
});

test("an event lets the parts that change be read again, many events once", async () => {
  const [window, heard] = opened(page("running", "1 of 9"));
  watch(window, () => 20_000);
  equal(window.source.address, "/events");
  window.next = page("running", "4 of 9");
  heard.progress();
  heard.log();
  equal(window.waiting.length, 1);
  await window.waiting[0]();
  equal(document.querySelector("#progress").textContent, "4 of 9");
});

test("at the end the whole is shown and the stream is closed", async () => {
  const [window, heard] = opened(page("running", "1 of 9"));
  watch(window, () => 0);
  window.next = page("succeeded", "Done: 9.", "").replace("Cancel", "Put into a pack");
  heard.end();
  await new Promise(done => setTimeout(done, 20));
  equal(document.querySelector("#job button").textContent, "Put into a pack");
  equal(document.querySelector("#message").textContent, "Done: 9.");
  equal(window.closed > 0, true);
});

test("if too many listen the page is asked until the job has ended", async () => {
  const [window, heard] = opened(page("queued", "Waits."));
  watch(window);
  window.source.readyState = 2;
  heard.error();
  window.next = page("running", "1 of 2");
  await window.waiting.shift()();
  equal(window.waiting.length, 1);
  window.next = page("cancelled", "Cancelled.", "");
  await window.waiting.shift()();
  equal(window.waiting.length, 0);
});

test("the page of a job that has ended is left alone", () => {
  const [window] = opened(page("failed", "Failed.", ""));
  equal(watch(window), null);
});
