import { conclusion } from "/js/claims.js";
import { equal, test } from "/tests/js/testing.js";

test("the end of a check says whether it covers the whole claim", () => {
  equal(conclusion({ text: "7 = 7.", complete: true }), "Checked: 7 = 7.");
  equal(conclusion({ text: "7 cards.", complete: false }), "Checked in part: 7 cards.");
});
