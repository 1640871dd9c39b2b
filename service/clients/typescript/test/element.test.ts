import assert from "node:assert/strict";
import { test } from "node:test";

test("the element is defined by its module, and its frame is at the service", async () => {
  const defined = new Map<string, unknown>();
  const registry = { get: (name: string) => defined.get(name), define: (name: string, made: unknown) => defined.set(name, made) };
  Object.assign(globalThis, { HTMLElement: class {}, customElements: registry });
  const { frameAddress, LudexLevel } = await import("../src/element.js");
  assert.equal(defined.get("ludex-level"), LudexLevel);
  assert.equal(frameAddress("daily/planarity", "https://ludex.example"), "https://ludex.example/embed/daily/planarity");
});

test("the element and its event are typed", () => {
  const stars = (level: HTMLElementTagNameMap["ludex-level"]): void => {
    level.addEventListener("ludex-result", (event) => {
      const count: 1 | 2 | 3 = event.detail.stars;
      assert.ok(count);
    });
    const address: string = level.service;
    assert.ok(address);
  };
  assert.equal(typeof stars, "function");
});
