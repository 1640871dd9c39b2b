import { counted, led, remember, remembered, storageOf, whole } from "/js/table.js";
import { equal, test } from "/tests/testing.js";

test("arrow keys lead along rows and columns, and stay at the edge of the table", () => {
  equal(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "x"].map(key => led(5, key, 12, 4)), [4, 6, 1, 9, 5]);
  equal([led(0, "ArrowLeft", 12, 4), led(11, "ArrowRight", 12, 4), led(9, "ArrowDown", 12, 4)], [0, 11, 9]);
});

test("a state is kept in the fragment of the address", () => {
  remember({ stack: "3.12l", hints: 0 });
  equal([location.hash, remembered().get("stack")], ["#stack=3.12l", "3.12l"]);
  remember({ stack: "" });
  equal(location.hash, "");
});

test("one is not many, and a storage is there", () => {
  equal([counted(1, "card"), counted(2, "card")], ["1 card", "2 cards"]);
  equal(typeof storageOf().getItem, "function");
});

test("a number of an address is whole, and not too large", () => {
  equal([whole("83"), whole("-4"), whole("x"), whole(null), whole("1e99")], [83, 0, 0, 0, 1_000_000]);
});
