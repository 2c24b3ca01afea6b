import { expect, test } from "vitest";
import { isSameMailbox } from "./same-mailbox.ts";

test.each([
  ["case", "jo@a.example", "Jo@A.example", true],
  ["what follows a plus sign", "jo@a.example", "jo+test@a.example", true],
  ["dots at Gmail", "jo.doe@gmail.com", "jodoe+x@gmail.com", true],
  ["Gmail's other name", "jo.doe@gmail.com", "jodoe@googlemail.com", true],
  ["dots elsewhere", "jo.doe@a.example", "jodoe@a.example", false],
  ["another name", "jo@a.example", "joe@a.example", false],
  ["another domain", "jo@a.example", "jo@b.example", false],
])("%s: %s and %s reach one mailbox: %s", (_what, one, other, same) => {
  expect(isSameMailbox(one, other)).toBe(same);
});
