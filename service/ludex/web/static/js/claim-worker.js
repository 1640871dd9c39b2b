// A worker that checks a claim. A checker is a generator: it yields the steps that hold, throws an error at the first
// one that does not, and returns its conclusion, { text, complete }.

onmessage = async ({ data: { checker, data } }) => {
  try {
    const { CHECKS } = await import(checker);
    const steps = CHECKS[data.statement](data);
    for (let next = steps.next(); ; next = steps.next()) {
      if (next.done) {
        postMessage({ end: next.value });
        return;
      }
      postMessage({ step: next.value });
    }
  } catch (error) {
    postMessage({ wrong: error.message });
  }
};
