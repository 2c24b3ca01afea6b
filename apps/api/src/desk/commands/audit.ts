import { csvCell } from "@wattle/contracts/csv-cell";
import type { AuditLine } from "@wattle/contracts/desk";
import { verifySeals, type NotedSeal } from "@wattle/db/book-seals/verify-seals";
import { readSealKeys } from "../../book-seals/seal-keys.ts";
import {
  customerId,
  oneOf,
  PAGE_OPTIONS,
  pageOf,
  UsageError,
  type Command,
  type CommandContext,
} from "./command.ts";
import { momentOf } from "./local-day.ts";

/** The audit log: acts of the desk and who did them. */
export const AUDIT_COMMANDS: readonly Command[] = [
  {
    name: "audit list",
    takes:
      "[customer] [--by PERSON] [--act ACTION] [--subject REFERENCE|ID] [--from DAY] [--to DAY] [--export csv|json]",
    about:
      "the audit log, newest first: of a customer, a person of staff, an act, a subject or days; --export writes all pages of it",
    options: {
      ...PAGE_OPTIONS,
      by: { type: "string" },
      act: { type: "string" },
      subject: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      export: { type: "string" },
    },
    async run(context) {
      const filter = await filterOf(context);
      const format = context.option("export");
      if (format !== undefined) return exportAll(context, filter, oneOf(["csv", "json"], format));
      const { data } = await context.ops.audit.list({ ...pageOf(context), ...filter });
      context.table(
        data.map(
          ({ created_at, actor, actor_name, second_name, action, subject, subject_name, details }) => ({
            created_at,
            actor: actor_name ?? actor,
            second: second_name,
            action,
            subject: subject_name ?? subject,
            details,
          }),
        ),
        "nothing yet",
      );
    },
  },
  {
    name: "audit verify",
    machine: true,
    takes: "[--seal NUMBER:HASH]",
    about:
      "compare the ledger and the audit log with their seals, and name the first row that was changed, removed or inserted; with a seal that was noted, that it is still there",
    options: { seal: { type: "string" } },
    async run(context) {
      const { services, line } = context;
      const { verify } = await readSealKeys(services);
      const report = await verifySeals(services.database.read, verify, notedSeal(context.option("seal")));
      const { problem, sealed, open, seals, head } = report;
      const newest = head && `${head.number}:${head.hash}`;
      if (context.flag("json"))
        context.record({ sealed, open, seals, newest: newest ?? null, problem: problem ?? null });
      else if (problem !== undefined) line(`${problem.table} ${problem.id} ${problem.what}`);
      else {
        line(`${sealed} rows are as they were sealed, in ${seals} seals; ${open} rows are open`);
        if (newest !== undefined) line(`newest seal: ${newest}`);
      }
      return problem === undefined ? 0 : 1;
    },
  },
];

/** A seal as `audit verify` and the server's log write it. @throws UsageError for other text */
function notedSeal(text: string | undefined): NotedSeal | undefined {
  if (text === undefined) return undefined;
  const [, number, hash] = /^([1-9]\d{0,17}):([\w-]{43})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined)
    throw new UsageError(`--seal: ${text} is not a NUMBER:HASH`);
  return { number: BigInt(number), hash };
}

type Filter = Omit<Parameters<CommandContext["ops"]["audit"]["list"]>[0], "page" | "per_page">;

async function filterOf(context: CommandContext): Promise<Filter> {
  const [customer] = context.words;
  const { TIME_ZONE } = context.services.config;
  const subject = customer === undefined ? context.option("subject") : await customerId(context, customer);
  const [actor, action] = [context.option("by"), context.option("act")];
  const [from, to] = [context.option("from"), context.option("to")];
  return {
    ...(subject !== undefined && { subject }),
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(from !== undefined && { from: momentOf("from", from, "start", TIME_ZONE) }),
    ...(to !== undefined && { to: momentOf("to", to, "last", TIME_ZONE) }),
  };
}

const EXPORTED = [
  "created_at",
  "actor",
  "actor_name",
  "second_name",
  "action",
  "subject",
  "subject_name",
  "details",
  "id",
] as const;
const LARGEST_PAGE = 100;

/** Writes every line that a filter leaves, page by page: CSV, or JSON with a line for each. Lines that are added meanwhile are left out. */
async function exportAll(context: CommandContext, filter: Filter, format: "csv" | "json"): Promise<void> {
  const { line, services } = context;
  const to = filter.to ?? new Date(services.clock.now()).toISOString();
  if (format === "csv") line(EXPORTED.join(","));
  for (let after: string | undefined; ;) {
    const { data, next } = await context.ops.audit.list({ ...filter, to, after, per_page: LARGEST_PAGE });
    for (const record of data) line(format === "json" ? JSON.stringify(record) : csvLine(record));
    if (next === null) return;
    after = next;
  }
}

const csvLine = (record: AuditLine): string =>
  EXPORTED.map((column) => {
    const value = record[column];
    return csvCell(typeof value === "object" && value !== null ? JSON.stringify(value) : value);
  }).join(",");
