import { equal, test } from "/tests/js/testing.js";

const CHECKER = `data:text/javascript,${encodeURIComponent(`export const CHECKS = {
  *sum({ parts, value }) {
    yield parts.join(" + ");
    if (parts.reduce((a, b) => a + b) !== value) throw new Error("they do not add up");
    return { complete: true, text: String(value) };
  },
};`)}`;

/** The messages that a worker posts about a claim. */
const messages = data =>
  new Promise(done => {
    const [found, worker] = [[], new Worker("/js/claim-worker.js", { type: "module" })];
    worker.onmessage = ({ data: message }) => {
      found.push(message);
      if (message.step === undefined) {
        worker.terminate();
        done(found);
      }
    };
    worker.postMessage({ checker: CHECKER, data: { statement: "sum", ...data } });
  });

test("a worker posts the steps of a check and its conclusion", async () => {
  equal(await messages({ parts: [2, 5], value: 7 }), [{ step: "2 + 5" }, { end: { complete: true, text: "7" } }]);
});

test("a worker posts what does not hold", async () => {
  equal(await messages({ parts: [2, 5], value: 8 }), [{ step: "2 + 5" }, { wrong: "they do not add up" }]);
});
