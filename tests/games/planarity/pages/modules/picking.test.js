import { choosePuzzle, findPuzzle, followGrade, goToPuzzle, readGrades, solvedLabels, wantedGrade } from "/games/planarity/js/picking.js";
import { keep } from "/js/progress.js";
import { equal, test } from "/tests/js/testing.js";

function memory() {
  const held = new Map();
  return { getItem: name => held.get(name) ?? null, setItem: (name, value) => held.set(name, value) };
}

test("the grade is a little above those of the last three solved levels", () => {
  equal([wantedGrade([]), wantedGrade([["a", 30], ["b", 8], ["c", 9], ["d", 10]]), wantedGrade([["a", 6]])], [4, 10, 7]);
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
    asked.push(Number(new URL(address, location.origin).searchParams.get("max_grade")));
    return { json: async () => ({ items: [{ label: "a", difficulty: { grade: 4 } }, ...(asked.length > 1 ? [{ label: "b", difficulty: { grade: 6 } }] : [])] }) };
  };
  equal([await findPuzzle(storage, "", service), asked], [{ label: "b", grade: 6 }, [5, 8]]);
  const opened = [];
  equal([await goToPuzzle(storage, "", service, address => opened.push(address)), opened], ["", ["/play/planarity/b"]]);
  equal(await goToPuzzle(storage, "b", service), "You have solved all levels.");
  equal(await goToPuzzle(storage, "", async () => { throw new Error("away"); }), "No puzzle is available, because the service did not answer.");
});
