// @vitest-environment node
import type { IdentityCheckReport } from "@wattle/contracts/identity";
import { expect, test } from "vitest";
import { givenChecks } from "./given-checks.ts";

const REPORT: IdentityCheckReport = {
  provider: "sumsub",
  state: "approved",
  found: { name: "", birth_date: "", document: "", document_number: "" },
  differs: [],
  labels: [],
  started_at: "2026-11-22T00:00:00.000Z",
  changed_at: "2026-11-22T00:00:00.000Z",
  url: null,
};
const LOOKED_AT = ["photo_whole", "not_expired", "face_same"];

test.each<[string, Partial<IdentityCheckReport>, readonly string[]]>([
  ["an approval of the form's facts", {}, [...LOOKED_AT, "name_same", "born_same_day"]],
  ["an approval of another name", { differs: ["name"] }, [...LOOKED_AT, "born_same_day"]],
  ["a refusal", { state: "declined" }, []],
  ["a check under way", { state: "checking" }, []],
])(
  "%s ticks no more than it answers, and never the document's number or the flags",
  (_what, changes, checks) => {
    expect(givenChecks({ ...REPORT, ...changes })).toEqual(checks);
  },
);
