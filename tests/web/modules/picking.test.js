import { choosePuzzle, findPuzzle, goToPuzzle, puzzleForMe, solvedLabels, wantedGrade } from "/js/picking.js";
import { followGrade, keep, readGrades } from "/js/progress.js";
import { equal, test } from "/tests/js/testing.js";

function memory() {
  const held = new Map();
  return { getItem: name => held.get(name) ?? null, setItem: (name, value) => held.set(name, value) };
}

const SOURCE = { kind: "game-level", levels: "game/levels", play: "/play/game/LABEL", filters: { colour: "red" }, first: 4 };

test("the grade is a little above those of the last three solved levels", () => {
  const grades = (...all) => all.map((grade, place) => [`game-level-${place}`, grade]);
  equal([wantedGrade([], SOURCE), wantedGrade(grades(30, 8, 9, 10), SOURCE), wantedGrade(grades(6), SOURCE)], [4, 10, 7]);
  equal(wantedGrade([...grades(6), ["other-level-1", 20]], SOURCE), 7);
});

test("grades are stored, each level once, and what cannot be read is no fault", () => {
  const storage = memory();
  for (const [label, grade] of [["a", 5], ["b", 6], ["a", 5], ["c", null]]) followGrade(storage, label, grade);
  equal(readGrades(storage), [["b", 6], ["a", 5]]);
  equal([readGrades({ getItem: () => "{" }), readGrades({ getItem: () => '{"a": 1}' })], [[], []]);
});

test("the nearest unsolved level is chosen", () => {
  const levels = [{ label: "a", grade: 5 }, { label: "b", grade: 7 }, { label: "c", grade: 9 }];
  equal([choosePuzzle(levels, 8, new Set()).label, choosePuzzle(levels, 5, new Set(["a"])).label, choosePuzzle([], 5, new Set())], ["b", "b", null]);
});

test("a puzzle is looked for in wider and wider ranges, among levels that were not solved by swaps", async () => {
  const storage = memory();
  keep(storage, "easy", "a", 2);
  keep(storage, "easy exchange", "b", 2);
  equal([...solvedLabels(storage)], ["a"]);
  const asked = [];
  const service = async address => {
    const query = new URL(address, location.origin).searchParams;
    asked.push(Number(query.get("max_grade")));
    equal([query.get("colour"), new URL(address, location.origin).pathname], ["red", "/api/v1/game/levels"]);
    return { json: async () => ({ items: [{ label: "a", difficulty: { grade: 4 } }, ...(asked.length > 1 ? [{ label: "b", difficulty: { grade: 6 } }] : [])] }) };
  };
  equal([await findPuzzle(storage, SOURCE, "", service), asked], [{ label: "b", grade: 6 }, [5, 8]]);
  const opened = [];
  equal([await goToPuzzle(storage, SOURCE, "", service, address => opened.push(address)), opened], ["", ["/play/game/b"]]);
  equal(await goToPuzzle(storage, SOURCE, "b", service), "You have solved all of them.");
  equal(await goToPuzzle(storage, SOURCE, "", async () => { throw new Error("away"); }), "No puzzle is available, because the service did not answer.");
});

test("a game says why no puzzle was opened", async () => {
  document.body.innerHTML = `<button data-puzzle='{"levels": "x", "play": "LABEL"}'></button>`;
  const said = [];
  const view = { say: words => said.push(words), tool: () => document.querySelector("button") };
  await puzzleForMe(view, { getItem: () => null }, "a", async () => { throw new Error("offline"); })();
  equal(said, ["Looking for a puzzle …", "No puzzle is available, because the service did not answer."]);
  document.body.innerHTML = "";
});
