// A worker that checks a claim. A checker is a generator: it yields a text for each step that holds, throws an error at
// the first step that does not hold, and returns the conclusion, { text, complete }.

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
