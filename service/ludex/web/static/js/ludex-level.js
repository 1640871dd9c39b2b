// The custom element <ludex-level label="...">: a frame with a puzzle of the service from which this module was loaded.
// Import the module from /embed/ludex-level.js, an address that does not change, or from the npm package ludex-client,
// which has a copy. `label` is the label of a level, or daily/GAME for the puzzle of the day. `service` is the address
// of the service, if the module was loaded from another address. When the puzzle is solved, the element dispatches
// "ludex-result".

export const HOME = new URL(import.meta.url).origin;

/**
 * The address of the frame for a label.
 * @param {string} label
 * @param {string} [home]
 */
export const frameAddress = (label, home = HOME) => `${home}/embed/${label.trim().split("/").map(encodeURIComponent).join("/")}`;

export class LudexLevel extends HTMLElement {
  static observedAttributes = ["label", "service"];

  /** @type {HTMLIFrameElement} */
  #frame = document.createElement("iframe");

  constructor() {
    super();
    const frame = this.#frame;
    frame.title = "A puzzle of Ludex";
    frame.loading = "lazy";
    // Properties of style objects work under every content security policy; style elements do not.
    Object.assign(frame.style, { display: "block", width: "100%", height: "100%", border: "0", colorScheme: "light dark" });
    this.attachShadow({ mode: "open" }).append(frame);
  }

  connectedCallback() {
    const { style } = this;
    if (getComputedStyle(this).display === "inline") style.display = "block";
    style.maxWidth ||= "40rem";
    style.minHeight ||= "26rem";
    if (!style.height) style.aspectRatio ||= "6 / 7";
    window.addEventListener("message", this);
    this.#show();
  }

  disconnectedCallback() {
    window.removeEventListener("message", this);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }

  /** The address of the service, without a slash at its end. */
  get service() {
    return this.getAttribute("service")?.trim().replace(/\/+$/, "") || HOME;
  }

  /**
   * Pass on the result of the puzzle in this frame; messages of all other windows are ignored.
   * @param {MessageEvent} event
   */
  handleEvent({ source, origin, data }) {
    if (source !== this.#frame.contentWindow || origin !== new URL(this.service, location.href).origin || data?.type !== "ludex") return;
    this.dispatchEvent(new CustomEvent("ludex-result", { detail: data, bubbles: true, composed: true }));
  }

  #show() {
    const label = this.getAttribute("label");
    const address = label ? frameAddress(label, this.service) : "about:blank";
    if (this.#frame.src !== address) this.#frame.src = address;
  }
}

if (!customElements.get("ludex-level")) customElements.define("ludex-level", LudexLevel);
