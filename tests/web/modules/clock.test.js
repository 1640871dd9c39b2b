import { clock, showTime, Watch } from "/js/clock.js";
import { equal, test } from "/tests/js/testing.js";

test("a time is told in minutes", () => {
  equal([clock(0), clock(83.9), clock(3605)], ["0:00", "1:23", "60:05"]);
});

test("the seconds that were seen are counted, until the watch stops", () => {
  let at = 5000;
  const watch = new Watch(() => at);
  at += 2000;
  equal(watch.look(), 2);
  at += 7000;
  equal(watch.look(false), 2);
  at += 1000;
  watch.stop();
  at += 9000;
  equal([watch.look(), watch.running], [3, false]);
  watch.restart(60);
  at += 1000;
  equal(watch.look(), 61);
});

test("the time is shown", () => {
  const element = document.createElement("span");
  const watch = new Watch(() => 0);
  watch.restart(83);
  showTime(watch, document, element);
  equal(element.textContent, "1:23");
});
