// Read the levels of a pack, and replay the first solution. Run: node play.mjs [http://127.0.0.1:8000]
const server = process.argv[2] ?? "http://127.0.0.1:8000";

/** Send a request and return the JSON response. Errors are problem documents (RFC 9457). */
async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(new URL(path, server), sent);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.status} ${answer.title}: ${answer.detail}`);
  return answer;
}

/** Yield the objects on all pages of a list. */
async function* every(path) {
  for (let next = path; next !== null; ) {
    const page = await ask(next);
    yield* page.items;
    next = page.next;
  }
}

const pack = await ask("/api/v1/planarity/packs/easy");
console.log(`${pack.title}: ${pack.size} levels of grade ${pack.least_grade} to ${pack.greatest_grade}`);

const swaps = new Map();
for await (const level of every("/api/v1/planarity/packs/easy/levels?limit=100")) {
  swaps.set(level.min_swaps, (swaps.get(level.min_swaps) ?? 0) + 1);
}
for (const [least, levels] of [...swaps].sort()) console.log(`  ${levels} levels with a minimum of ${least} swaps`);

const { level } = await ask("/api/v1/planarity/packs/easy/next");
console.log(`${level.label}: ${level.crossings} crossings; the picture is at ${level.url}.svg`);
const { points, edges } = level.drawing;
for (const [u, v] of (await ask(`${level.url}/solution`)).swaps) {
  [points[u], points[v]] = [points[v], points[u]];
  const { crossings } = await ask("/api/v1/planarity/invariants", { points, edges });
  console.log(`  ${u} and ${v} exchange their places: ${crossings} crossings`);
}
await ask("/api/v1/planarity/levels/nothing").catch((error) => console.log(error.message));
