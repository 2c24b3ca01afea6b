import type {
  CaseRecord,
  CaseSummary,
  casesInput,
  casesPage,
  ComparedIdentity,
  ScreeningHitRecord,
} from "@wattle/contracts/cases";
import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import type { ListEntry } from "@wattle/contracts/lists";
import { staffRolesOf } from "@wattle/contracts/accounts";
import { staffMay } from "@wattle/contracts/staff-access";
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { findCase, listCaseNotes, listCases, type CustomerCase } from "@wattle/db/cases";
import type { Reader } from "@wattle/db/database";
import { listAlerts } from "@wattle/db/monitoring";
import { listFilingsOfCase } from "@wattle/db/filings";
import { rolesOf } from "@wattle/db/roles";
import { listStaff } from "@wattle/db/staff";
import { findList, listHits } from "@wattle/db/screening";
import type { ScreeningHit, User } from "@wattle/db/tables";
import type { z } from "zod";
import { isoTime, timeOf } from "../../clock.ts";
import type { Services } from "../../services.ts";

/** How many of a customer's other cases are shown. */
const MOST_LINKED = 20;

function summaryOfCase(row: CustomerCase, now: bigint): CaseSummary {
  const { customer } = row;
  const sleeps = row.snoozed_until !== null && row.snoozed_until > now;
  return {
    id: row.id,
    kind: row.kind,
    rule: row.rule,
    status: row.closed_at !== null ? "closed" : sleeps ? "snoozed" : "open",
    customer: {
      id: customer.id,
      email: customer.email,
      name: `${customer.first_name} ${customer.last_name}`,
    },
    opened_at: isoTime(row.created_at),
    due_at: isoTime(row.due_at),
    assignee: row.assignee,
    terrorism: row.terrorism === 1n,
    snoozed_until: sleeps ? timeOf(row.snoozed_until) : null,
    closed_at: timeOf(row.closed_at),
    outcome: row.outcome,
  };
}

/** A hit as it was found, sealed in its row. */
interface FoundHit {
  readonly asked: ComparedIdentity;
  readonly entry: ListEntry;
  readonly score: number;
  readonly parts: ScreeningHitRecord["parts"];
}

async function hitOfRow(
  reader: Reader,
  { vault }: Pick<Services, "vault">,
  row: ScreeningHit,
): Promise<ScreeningHitRecord> {
  const found = JSON.parse(vault.open("screening_hits.found", row.id, row.found)) as FoundHit;
  const list = await findList(reader, row.list_id);
  return {
    id: row.id,
    source: row.source,
    version: list?.version ?? "",
    ...found,
    found_at: isoTime(row.created_at),
  };
}

/** Staff who may work on cases. */
export async function listColleagues(
  reader: Reader,
  { DEMO }: Pick<Services["config"], "DEMO">,
): Promise<User[]> {
  const team = await listStaff(reader, { withDemo: DEMO });
  return team.filter((member) => staffMay(staffRolesOf(rolesOf(member)), "ops.cases.take"));
}

const colleaguesOf = async (
  reader: Reader,
  config: Pick<Services["config"], "DEMO">,
): Promise<CaseRecord["colleagues"]> =>
  (await listColleagues(reader, config)).map((member) => ({
    id: member.id,
    name: `${member.first_name} ${member.last_name}`,
  }));

/** Cases after a place in the list, newest first. */
export async function readCases(
  { clock, config, database }: Pick<Services, "clock" | "config" | "database">,
  { limit, ...chosen }: z.output<typeof casesInput>,
): Promise<z.output<typeof casesPage>> {
  const now = BigInt(clock.now());
  const rows = await listCases(database.standby, { ...chosen, now, limit: limit + 1 });
  const { piece, next } = pieceOf(rows, limit);
  const colleagues = await colleaguesOf(database.read, config);
  return { data: piece.map((row) => summaryOfCase(row, now)), next, colleagues };
}

/** @throws DomainError `not_found` */
export async function rowOfCase(reader: Reader, id: string): Promise<CustomerCase> {
  const row = await findCase(reader, id);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/** A case with all that belongs to it. @throws DomainError `not_found` */
export async function readCase(
  reader: Reader,
  services: Pick<Services, "clock" | "config" | "vault">,
  id: string,
): Promise<CaseRecord> {
  const row = await rowOfCase(reader, id);
  const now = BigInt(services.clock.now());
  const notes = await listCaseNotes(reader, id);
  const linked = await listCases(reader, { customer: row.customer_id, now, limit: MOST_LINKED + 1 });
  const hits = await listHits(reader, id);
  const alerts = await listAlerts(reader, id);
  return {
    ...summaryOfCase(row, now),
    rows: [...new Set(alerts.flatMap(({ found_rows }) => JSON.parse(found_rows) as string[]))],
    hits: (await Promise.all(hits.map((hit) => hitOfRow(reader, services, hit)))).toSorted(
      (one, other) => other.score - one.score,
    ),
    notes: notes.map((note) => ({
      id: note.id,
      author: note.author,
      text: asInternalNote(services.vault.open("case_notes.text", note.id, note.text)),
      created_at: isoTime(note.created_at),
    })),
    filings: (await listFilingsOfCase(reader, id)).map((filing) => filing.id),
    linked: linked
      .filter((other) => other.id !== id)
      .slice(0, MOST_LINKED)
      .map((other) => summaryOfCase(other, now)),
    colleagues: await colleaguesOf(reader, services.config),
  };
}
