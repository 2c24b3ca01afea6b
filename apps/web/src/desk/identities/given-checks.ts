import type { IdentityCheckReport } from "@wattle/contracts/identity";
import type { IdentityCheck } from "@wattle/contracts/identity-checks";

/** Checks that an approval answers by itself. */
const LOOKED_AT: readonly IdentityCheck[] = ["photo_whole", "not_expired", "face_same"];

/** Checks that compare a fact with the form. The number's is about the document's type and country too, and stays with the clerk. */
const COMPARED: readonly (readonly [IdentityCheck, IdentityCheckReport["differs"][number]])[] = [
  ["name_same", "name"],
  ["born_same_day", "birth_date"],
];

/** Checks that are ticked because a provider approved: not the flags, and no fact that differs from the form. */
export function givenChecks(report: IdentityCheckReport | null | undefined): readonly IdentityCheck[] {
  if (report?.state !== "approved") return [];
  const same = COMPARED.filter(([, fact]) => !report.differs.includes(fact));
  return [...LOOKED_AT, ...same.map(([check]) => check)];
}
