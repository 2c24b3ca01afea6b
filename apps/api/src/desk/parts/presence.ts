import { staffRolesOf } from "@wattle/contracts/accounts";
import { isConfidential } from "@wattle/contracts/confidential";
import { DomainError } from "@wattle/contracts/errors";
import type { Colleague, DeskRow, RowKind } from "@wattle/contracts/presence";
import { staffMay, type StaffProcedure } from "@wattle/contracts/staff-access";
import type { Reader } from "@wattle/db/database";
import {
  deletePresence,
  deletePresenceBefore,
  listPresent,
  savePresence,
  type Present,
} from "@wattle/db/presence";
import { rolesOf } from "@wattle/db/roles";
import type { SignedInUser } from "../../access/admission.ts";
import { mayReadCases } from "../../audit/may-read-cases.ts";
import type { Services } from "../../services.ts";

/** Milliseconds for which a page that says nothing more still counts: two words of it may be lost. */
const COUNTS_FOR = 40_000n;

/** The procedure that reads a row of each kind. A member of staff without access to it doesn't see who is there. */
const READ_BY: Readonly<Record<RowKind, StaffProcedure>> = {
  customer: "ops.customers.get",
  recovery: "ops.recoveries.list",
  bank_line: "ops.bankLines.get",
  deposit: "ops.deposits.find",
  arrival: "ops.arrivals.list",
  card_payment: "ops.onramp.find",
  withdrawal: "ops.withdrawals.find",
  payout: "ops.payouts.get",
  coin_payout: "ops.coinPayouts.get",
  receivable: "ops.receivables.list",
  case: "ops.cases.get",
  filing: "ops.filings.get",
  rule: "ops.rules.list",
  approval: "ops.approvals.find",
  enquiry: "ops.support.list",
};

type Looker = Pick<SignedInUser, "id" | "roles">;

const maySee = ({ roles }: Looker, kind: RowKind): boolean => staffMay(staffRolesOf(roles), READ_BY[kind]);

/** Whether someone may see that a colleague has a row open. Others don't see requests for acts of compliance. */
const maySeeRow = (user: Looker, { kind, act }: Present): boolean =>
  maySee(user, kind) && (act === null || !isConfidential(act) || mayReadCases(user));

/** The colleagues who are there now, as far as someone may see their rows. */
const colleaguesOf = (all: readonly Present[], user: Looker, now: bigint): Colleague[] =>
  all.flatMap((present) => {
    const { user_id: id, kind, subject, seen_at: at, first_name, roles } = present;
    // Former staff have no role.
    const [role] = staffRolesOf(rolesOf({ roles }));
    return role === undefined || id === user.id || at < now - COUNTS_FOR || !maySeeRow(user, present)
      ? []
      : [{ kind, id: subject, first_name, role }];
  });

/** Colleagues, each with the row that they have open, where someone may see it. @param now milliseconds since 1970 */
export async function readPresent(reader: Reader, user: Looker, now: bigint): Promise<Colleague[]> {
  return colleaguesOf(await listPresent(reader), user, now);
}

/**
 * Says that someone has a row open; whom no page has spoken for any more is forgotten.
 * @returns who else is there
 * @throws DomainError `forbidden` for a row of a kind that one's roles don't see
 */
export async function beHere(
  { database, clock }: Pick<Services, "database" | "clock">,
  user: Looker,
  { kind, id }: DeskRow,
): Promise<Colleague[]> {
  if (!maySee(user, kind)) throw new DomainError("forbidden");
  const now = BigInt(clock.now());
  const all = await database.write(async (tx) => {
    await savePresence(tx, { user_id: user.id, kind, subject: id, seen_at: now });
    const seen = await listPresent(tx);
    const since = now - COUNTS_FOR;
    if (seen.some(({ seen_at: at }) => at < since)) await deletePresenceBefore(tx, since);
    return seen;
  });
  return colleaguesOf(all, user, now);
}

/** Someone has closed a row. @returns that row */
export async function leaveRow(
  { database }: Pick<Services, "database">,
  user: Pick<SignedInUser, "id">,
  row: DeskRow,
): Promise<DeskRow> {
  await database.write((tx) => deletePresence(tx, { user_id: user.id, kind: row.kind, subject: row.id }));
  return row;
}
