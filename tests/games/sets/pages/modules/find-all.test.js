import { Found } from "/games/sets/js/find-all.js";
import { setsOf } from "/games/sets/js/sets.js";
import { equal, ok, test } from "/tests/js/testing.js";

const cards = ["0000", "1111", "2222", "0001", "0002", "1200"];

test("each set counts once, in any order of its cards", () => {
  const found = new Found(cards);
  equal(found.all.length, setsOf(cards).length);
  equal(found.add(["0000", "1111", "0001"]), "wrong");
  equal([found.add(["2222", "0000", "1111"]), found.add(["0000", "1111", "2222"])], ["set", "again"]);
  ok(!found.over);
  equal(found.left, [["0000", "0001", "0002"]]);
  equal(found.add(["0002", "0001", "0000"]), "set");
  ok(found.over && !found.left.length);
});
