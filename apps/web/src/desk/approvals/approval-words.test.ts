import { asInternalNote } from "@wattle/contracts/staff-texts";
import { describe, expect, test } from "vitest";
import { approversText, outcomeText, waitingText } from "./approval-words.ts";

test.each([
  [["admin"], "Waiting for another admin", "Someone else in admin can approve it."],
  [["finance", "admin"], "Waiting for a second person", "Someone else in finance or admin can approve it."],
] as const)("%j may approve: %s", (roles, waiting, approvers) => {
  expect([waitingText(roles), approversText(roles)]).toEqual([waiting, approvers]);
});

describe("how a request has ended", () => {
  test.each([
    ["approved", null, "Approved and done."],
    ["failed", "The deposit was cancelled.", "This couldn’t be done any more. The deposit was cancelled."],
    ["rejected", "Not asked for", "Rejected. Not asked for"],
    ["withdrawn", null, "Withdrawn."],
    ["expired", null, "Expired. It wasn’t decided in time."],
  ] as const)("%s", (status, note, text) => {
    expect(outcomeText({ status, note: note === null ? null : asInternalNote(note) })).toBe(text);
  });
});
