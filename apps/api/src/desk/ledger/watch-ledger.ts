import { hash } from "node:crypto";
import { checkLedgerAside } from "@wattle/db/ledger/check-aside";
import { beginLedgerCheck, endLedgerCheck, newestLedgerCheck } from "@wattle/db/ledger/check-turns";
import type { LedgerMismatch } from "@wattle/db/ledger/trial-balance";
import { isAdmin, listStaff } from "@wattle/db/staff";
import type { LedgerCheck } from "@wattle/db/tables";
import { z } from "zod";
import { turnMarket } from "../../audit/turn-market.ts";
import { tellOperator } from "../../events/tell-operator.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { ledgerMismatchMail } from "../../mail/staff-mails.ts";
import { startTimer, type StartTimer } from "../../prices/timer.ts";
import type { Services } from "../../services.ts";
import { startSweep } from "../../transactions/start-sweep.ts";

type WatchServices = Pick<
  Services,
  "clock" | "config" | "database" | "ids" | "log" | "switches" | "vault" | "vitals"
>;

const EVERY_MILLISECONDS = 300_000;
/** Mismatches that a log line names. */
const MOST_NAMED = 10;

/** Features that move money: in, out and within. */
const MONEY = ["trading", "deposits", "withdrawals"] as const;

const mismatchesText = (mismatches: readonly LedgerMismatch[]): string =>
  JSON.stringify(mismatches, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));

/**
 * Identifies a mismatch: a hash of the part that stays the same, because later postings change the recorded and the
 * posted amount alike.
 */
function keyOf(mismatch: LedgerMismatch): string {
  const same = (): string => {
    if (mismatch.kind === "orphan" || mismatch.kind === "row") return `${mismatch.table} ${mismatch.id}`;
    if (mismatch.kind === "currency_sum") return `${mismatch.currency} ${mismatch.sum}`;
    if (mismatch.kind === "owed") return `owed ${mismatch.currency} ${mismatch.kept - mismatch.owed}`;
    return `${mismatch.account} ${(mismatch.recorded ?? 0n) - (mismatch.posted ?? 0n)}`;
  };
  return hash("sha256", same(), "base64url");
}

/** Pauses all that moves money, and says so to every admin, in the log and, by the pauses, in the audit log and on every page. */
async function stopMoney(services: WatchServices, mismatches: readonly LedgerMismatch[]): Promise<void> {
  const { config, database, log } = services;
  log.error(
    { count: mismatches.length, mismatches: mismatchesText(mismatches.slice(0, MOST_NAMED)) },
    "the ledger does not add up: money is paused",
  );
  const reason = `the ledger does not add up: ${mismatches.length} mismatches`;
  for (const what of MONEY) await turnMarket(services, what, { paused: true, reason });
  const url = `${config.APP_ORIGIN}/teamaccess`;
  await database.write(async (tx) => {
    for (const admin of (await listStaff(tx, { withDemo: config.DEMO })).filter(isAdmin)) {
      const mail = ledgerMismatchMail(admin.first_name, { mismatches: mismatches.length, url });
      await queueMail(tx, services, { to: admin.email, mail });
    }
  });
}

/** Takes over what another process found. */
function noteOther({ vitals }: WatchServices, newest: LedgerCheck | undefined): void {
  if (newest === undefined || newest.ended_at === null) return;
  vitals.ledger = {
    checkedAt: Number(newest.ended_at),
    milliseconds: Number(newest.milliseconds),
    mismatches: keysIn(newest.mismatches).length,
  };
}

const keysIn = (mismatches: string): string[] => z.array(z.string()).parse(JSON.parse(mismatches));

/**
 * Checks the ledger if a check is due. Money is paused for new mismatches: those that neither this process nor, once it
 * has checked itself, another has seen before. If staff resume despite known ones, it stays resumed.
 */
function createWatch(services: WatchServices, signal: AbortSignal): () => Promise<void> {
  const { clock, config, database, vitals } = services;
  let seen: ReadonlySet<string> | undefined;
  return async () => {
    const began = clock.now();
    const newest = await newestLedgerCheck(database.read);
    const before = seen === undefined ? began : began - EVERY_MILLISECONDS;
    // One that was begun later than now was written by someone else, or before the clock was put right.
    const isDue =
      newest === undefined || newest.begun_at <= BigInt(before) || newest.begun_at > BigInt(began);
    const turn = { now: BigInt(began), before: BigInt(before) };
    const isOurs = isDue && (await database.write((tx) => beginLedgerCheck(tx, turn)));
    if (seen !== undefined && !isOurs) return noteOther(services, newest);
    const { mismatches } = await checkLedgerAside(config.DATABASE_URL, signal);
    const found = mismatches.map(keyOf);
    const [checkedAt, milliseconds] = [clock.now(), clock.now() - began];
    vitals.ledger = { checkedAt, milliseconds, mismatches: mismatches.length };
    const known = new Set(seen === undefined ? [] : [...seen, ...keysIn(newest?.mismatches ?? "[]")]);
    if (found.some((key) => !known.has(key))) await stopMoney(services, mismatches);
    // Only now: the next check tries again to pause if it failed.
    seen = new Set(found);
    const ended = { ended_at: BigInt(checkedAt), milliseconds: BigInt(milliseconds) };
    await database.write(async (tx) => {
      const earlier = new Set(
        keysIn(await endLedgerCheck(tx, { ...ended, mismatches: JSON.stringify(found) })),
      );
      const fresh = found.filter((key) => !earlier.has(key)).length;
      if (fresh > 0)
        await tellOperator(tx, services, { type: "books.difference", data: { mismatches: fresh } });
    });
  };
}

/**
 * Checks the ledger at once and then every five minutes, next to the requests. If there are several processes, each
 * check is made by one of them, and each process makes its own after its start.
 * @param timer waits between looks at whether one is due, a minute; tests pass their own
 * @returns what stops it, resolving once nothing runs any more
 */
export function startLedgerWatch(
  services: WatchServices,
  timer: StartTimer = startTimer,
): () => Promise<void> {
  const stopping = new AbortController();
  const watch = createWatch(services, stopping.signal);
  const stop = startSweep(
    services,
    () =>
      watch().catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      }),
    "the ledger could not be checked",
    timer,
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
