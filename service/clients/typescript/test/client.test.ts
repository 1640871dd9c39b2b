import assert from "node:assert/strict";
import { test } from "node:test";

import { Client, ProblemError } from "../src/index.js";

const url = process.env.LUDEX_TEST_URL;
const live = url === undefined ? test.skip : test;
const client = new Client(url ?? "http://service");

live("objects, results and lists are typed", async () => {
  const solved = await client.post("/api/v1/swish/solve", {
    body: { cards: ["*o./...", "o../.*.", "..*/.o."], find: "largest" },
  });
  assert.ok("size" in solved && solved.size === 2);
  const deck = await client.get("/api/v1/swish/decks/{label}", { path: { label: "swish-36" } });
  assert.equal(deck.size, 36);
  const labels: string[] = [];
  for await (const level of client.items("/api/v1/planarity/levels", { query: { proved: true, limit: 200 } })) {
    labels.push(level.label);
  }
  assert.ok(labels.length > 400 && new Set(labels).size === labels.length);
});

live("wrong input is a problem with its place", async () => {
  const failed = client.post("/api/v1/swish/solve", { body: { cards: ["x"] } });
  await assert.rejects(failed, (error: unknown) => {
    assert.ok(error instanceof ProblemError);
    assert.deepEqual([error.status, error.problem.errors?.[0]?.pointer], [422, "/cards/0"]);
    return true;
  });
});

function answering(...responses: Response[]): { fetch: typeof fetch; addresses: string[] } {
  const addresses: string[] = [];
  const answer = (address: unknown): Promise<Response> => {
    addresses.push(String(address));
    return Promise.resolve(responses[addresses.length - 1] as Response);
  };
  return { fetch: answer as typeof fetch, addresses };
}

test("a busy service is asked again after the time that it states", async () => {
  const busy = new Response("{}", { status: 503, headers: { "Retry-After": "0.01" } });
  const { fetch, addresses } = answering(busy, Response.json({ status: "ok" }));
  assert.equal((await new Client("http://service", { fetch }).get("/health")).status, "ok");
  assert.equal(addresses.length, 2);
});

test("attempts end with the time for them", async () => {
  const { fetch, addresses } = answering(new Response("{}", { status: 503, headers: { "Retry-After": "90" } }));
  await assert.rejects(new Client("http://service", { fetch, retrySeconds: 60 }).get("/health"), /503/);
  assert.equal(addresses.length, 1);
});

test("pages are requested at their addresses, below a prefix too", async () => {
  const pages = [{ items: [1], next: "/ludex/api/v1/claims?cursor=a" }, { items: [2], next: null }];
  const { fetch, addresses } = answering(...pages.map((page) => Response.json(page)));
  const found: unknown[] = [];
  for await (const item of new Client("http://service/ludex/", { fetch }).items("/api/v1/claims")) found.push(item);
  assert.deepEqual(found, [1, 2]);
  assert.deepEqual(addresses, ["http://service/ludex/api/v1/claims", "http://service/ludex/api/v1/claims?cursor=a"]);
});
