// The import page: a dropped or chosen file, or a dropped selection, fills the text field, and the page shows a
// preview.

const MOST_CHARACTERS = 400_000;

export function start(page) {
  const form = page.getElementById("import");
  const [text, file, button] = ["text", "file", "preview-button"].map(id => page.getElementById(id));
  const message = page.getElementById("message");

  /** Show a text and its preview. If the text is too long, it is sent as a file, which the service refuses. */
  function read(content) {
    if (!content.trim()) {
      message.textContent = "It contains no text.";
      return;
    }
    text.value = content.slice(0, MOST_CHARACTERS + 1);
    file.value = "";
    message.textContent = "Reading the text …";
    form.requestSubmit(button);
  }

  page.addEventListener("dragover", event => {
    event.preventDefault();
    text.classList.add("target");
  });
  for (const name of ["dragleave", "drop"]) page.addEventListener(name, () => text.classList.remove("target"));
  page.addEventListener("drop", async event => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    read(dropped ? await dropped.text() : event.dataTransfer.getData("text"));
  });
  file.addEventListener("change", async () => {
    if (file.files[0]) read(await file.files[0].text());
  });
  text.addEventListener("keydown", event => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(button);
  });
}

if (typeof document !== "undefined" && document.getElementById("import")) start(document);
