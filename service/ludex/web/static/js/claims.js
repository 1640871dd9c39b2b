// "Check in this browser": a button starts a worker that checks a claim from the data on the page, and lists its steps.

const SECONDS = 60;

/** The text at the end of a check: everything holds, or part of the claim was not checked. */
export const conclusion = ({ text, complete }) => (complete ? `Checked: ${text}` : `Checked in part: ${text}`);

function start(button) {
  const { document, Worker } = window;
  const article = button.closest("[data-claim]");
  const [list, result] = [article.querySelector("[data-steps]"), article.querySelector("[data-result]")];
  const worker = new Worker(button.dataset.worker, { type: "module" });
  list.replaceChildren();
  result.className = "";
  result.textContent = "Checking …";
  // The steps of the check contain the solution, as the proof does.
  article.querySelector("details[data-spoiler]")?.setAttribute("open", "");
  button.disabled = true;
  const end = (text, state) => {
    worker.terminate();
    clearTimeout(late);
    button.disabled = false;
    button.textContent = "Check again";
    result.textContent = text;
    result.className = state;
  };
  const late = setTimeout(() => {
    end(`Not finished in ${SECONDS} seconds. ludex-check-claims has no such limit.`, "partial");
  }, SECONDS * 1000);
  worker.onmessage = ({ data }) => {
    if (data.step !== undefined) {
      const item = document.createElement("li");
      item.textContent = data.step;
      list.append(item);
    } else if (data.end) end(conclusion(data.end), data.end.complete ? "good" : "partial");
    else end(`Wrong: ${data.wrong}`, "bad");
  };
  worker.onerror = () => end("The check could not be started in this browser. Use ludex-check-claims.", "partial");
  worker.postMessage({ checker: button.dataset.checker, data: JSON.parse(article.dataset.claim) });
}

for (const button of globalThis.document?.querySelectorAll("button[data-checker]") ?? []) {
  button.hidden = false;
  button.addEventListener("click", () => start(button));
}
