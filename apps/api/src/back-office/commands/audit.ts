import { verifySeals, type NotedSeal } from "@wattle/db/book-seals/verify-seals";
import { readSealKeys } from "../../book-seals/seal-keys.ts";
import { customerId, PAGE_OPTIONS, pageOf, UsageError, type Command } from "./command.ts";

/** Who of the back office did what. */
export const AUDIT_COMMANDS: readonly Command[] = [
  {
    name: "audit list",
    takes: "[customer]",
    about: "the audit log, newest first; for one customer if you name one",
    options: PAGE_OPTIONS,
    async run(context) {
      const [name] = context.words;
      const subject = name === undefined ? undefined : await customerId(context, name);
      const { data } = await context.ops.audit.list({
        ...pageOf(context),
        ...(subject !== undefined && { subject }),
      });
      context.table(
        data.map(({ created_at, actor, action, subject: of, details }) => ({
          created_at,
          actor,
          action,
          subject: of,
          details,
        })),
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
