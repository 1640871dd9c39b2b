// The least that tests of modules need: test("what holds", () => { equal(made, expected); }).

const tests = [];

export function test(name, body) {
  tests.push({ name, body });
}

const text = value => JSON.stringify(value, (_, one) => (one instanceof Map || one instanceof Set ? [...one] : one));

export function equal(made, expected) {
  if (text(made) !== text(expected)) throw new Error(`${text(made)} is not ${text(expected)}`);
}

export function ok(value, said = "it does not hold") {
  if (!value) throw new Error(said);
}

export async function results() {
  const found = [];
  for (const { name, body } of tests.splice(0)) {
    try {
      await body();
      found.push({ name, fault: "" });
    } catch (error) {
      found.push({ name, fault: String(error) });
    }
  }
  return found;
}
