/** The custom element `<ludex-level>`. Import this module in browsers only: it defines the element. */

// The build copies this module from the service, which serves it as /embed/ludex-level.js.
import { LudexLevel } from "./ludex-level.js";

export { frameAddress, LudexLevel } from "./ludex-level.js";

/** The `detail` of the event `ludex-result`: the visitor has solved the level. */
export interface LudexResult {
  type: "ludex";
  label: string;
  /** The number of swaps of the visitor's solution. */
  swaps: number;
  /** The minimum number of swaps, or null if it is unknown. */
  minimum: number | null;
  stars: 1 | 2 | 3;
}

declare global {
  interface HTMLElementTagNameMap {
    "ludex-level": LudexLevel;
  }
  interface HTMLElementEventMap {
    "ludex-result": CustomEvent<LudexResult>;
  }
}
