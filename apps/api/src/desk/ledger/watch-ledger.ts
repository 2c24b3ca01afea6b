import { hash } from "node:crypto";
import { checkPartAside } from "@wattle/db/ledger/check-aside";
import type { BookMismatch } from "@wattle/db/ledger/check-part";
import {
  beginLedgerCheck,
  endLedgerCheck,
  NEWEST_CHECK,
  newestLedgerCheck,
} from "@wattle/db/ledger/check-turns";
import { CHECK_EVERY, ticksAt } from "@wattle/db/ledger/round";
import { SealError } from "@wattle/db/sealed/vault";
import { isAdmin, listStaff } from "@wattle/db/staff";
import type { LedgerCheck } from "@wattle/db/tables";
import { z } from "zod";
import { turnMarket } from "../../audit/turn-market.ts";
import { knownSealKeys } from "../../book-seals/seal-keys.ts";
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

/** So long a check goes through what is new in large books; a part of the rest takes as long. */
const NEW_MILLISECONDS = 4000;
/** If no check has ended for so long, it is due whatever the database says about turns. */
const LATE_MILLISECONDS = 3 * CHECK_EVERY;
/** Mismatches that a log line names. */
const MOST_NAMED = 10;

/** Features that move money: in, out and within. */
const MONEY = ["trading", "deposits", "withdrawals"] as const;

const mismatchesText = (mismatches: readonly BookMismatch[]): string =>
  JSON.stringify(mismatches, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));

/**
 * Identifies a mismatch: a hash of the part that stays the same, because later postings change the recorded and the
 * posted amount alike.
 */
function keyOf(mismatch: BookMismatch): string {
  const same = (): string => {
    if (mismatch.kind === "seal") return `seal ${mismatch.table} ${mismatch.id}`;
    if (mismatch.kind === "orphan" || mismatch.kind === "row") return `${mismatch.table} ${mismatch.id}`;
    if (mismatch.kind === "currency_sum") return `${mismatch.currency} ${mismatch.sum}`;
    if (mismatch.kind === "owed") return `owed ${mismatch.currency} ${mismatch.kept - mismatch.owed}`;
    return `${mismatch.account} ${(mismatch.recorded ?? 0n) - (mismatch.posted ?? 0n)}`;
  };
  return hash("sha256", same(), "base64url");
}

/** Pauses all that moves money, and says so to every admin, in the log and, by the pauses, in the audit log and on every page. */
async function stopMoney(services: WatchServices, mismatches: readonly BookMismatch[]): Promise<void> {
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

/** The findings of a check, and where the next one goes on. */
const Found = z.object({
  /** Epoch milliseconds. */
  endedAt: z.number(),
  milliseconds: z.number(),
  /** Those that no later check has found gone; each with the check that found it last. */
  mismatches: z.array(z.object({ key: z.string(), tick: z.number() })),
  /** The last seal whose entries were compared when they were new. */
  sealed: z.string(),
});
type Found = z.infer<typeof Found>;

/** Opens the findings of a check. They are sealed: a thief of the database role could call a difference known. */
function openFound({ vault, log }: WatchServices, found: LedgerCheck["found"]): Found | undefined {
  if (found === null) return undefined;
  try {
    return Found.parse(JSON.parse(vault.open("ledger_checks.found", NEWEST_CHECK, found)));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    log.warn({ err: error }, "what the last check of the ledger found cannot be read");
    return undefined;
  }
}

const keysOf = (found: Found | undefined): string[] => found?.mismatches.map(({ key }) => key) ?? [];

/** Says what was found last, by this process or another. */
function report({ vitals }: WatchServices, { endedAt, milliseconds, mismatches }: Found): void {
  vitals.ledger = { checkedAt: endedAt, milliseconds, mismatches: mismatches.length };
}

/** Writes down what a check found, and tells the operator's programs of what is new. */
async function keep(services: WatchServices, found: Found): Promise<void> {
  const { database, vault } = services;
  const sealed = vault.seal("ledger_checks.found", NEWEST_CHECK, JSON.stringify(found));
  await database.write(async (tx) => {
    const earlier = new Set(keysOf(openFound(services, await endLedgerCheck(tx, sealed))));
    const fresh = keysOf(found).filter((key) => !earlier.has(key)).length;
    if (fresh > 0)
      await tellOperator(tx, services, { type: "books.difference", data: { mismatches: fresh } });
  });
}

/**
 * Checks the ledger if a check is due. Money is paused for new mismatches: those that neither this process nor, once it
 * has checked itself, another has seen before. If staff resume despite known ones, it stays resumed.
 */
function createWatch(services: WatchServices, signal: AbortSignal): () => Promise<void> {
  const { clock, config, database } = services;
  let own: Found | undefined;
  return async () => {
    const began = clock.now();
    const tick = ticksAt(began);
    const newest = await newestLedgerCheck(database.read);
    const stored = openFound(services, newest?.found ?? null);
    // An older copy that someone has put back takes nothing away.
    const last = own === undefined || (stored !== undefined && stored.endedAt >= own.endedAt) ? stored : own;
    const isLate = own === undefined || last === undefined || began - last.endedAt > LATE_MILLISECONDS;
    const turn = { now: BigInt(began), before: BigInt(isLate ? began + 1 : tick * CHECK_EVERY) };
    const isOurs =
      // One that was begun later than now was written by someone else, or before the clock was put right.
      (newest === undefined || newest.begun_at < turn.before || newest.begun_at > turn.now) &&
      (await database.write((tx) => beginLedgerCheck(tx, turn)));
    if (own !== undefined && !isOurs) return stored && report(services, stored);

    const known = await knownSealKeys(services);
    const asked = { tick, sealed: last?.sealed ?? "", known, milliseconds: NEW_MILLISECONDS };
    const { mismatches, parts, sealed, failures } = await checkPartAside(config.DATABASE_URL, asked, signal);
    if (known === undefined) failures.push("a key that signs seals is not known: restart this process");
    // One may be found as new, and once more in its part.
    const byKey = new Map(mismatches.map((mismatch) => [keyOf(mismatch), mismatch]));
    const isKnown = new Set(own === undefined ? [] : [...keysOf(own), ...keysOf(stored)]);
    const endedAt = clock.now();
    const found: Found = {
      endedAt,
      milliseconds: endedAt - began,
      sealed,
      mismatches: [
        ...[...byKey.keys()].map((key) => ({ key, tick })),
        // Those of other parts stay until their part is read again.
        ...(last?.mismatches ?? []).filter(
          (of) => !byKey.has(of.key) && of.tick < tick && tick - of.tick < parts,
        ),
      ],
    };
    if (failures.length === 0) report(services, found);
    if ([...byKey.keys()].some((key) => !isKnown.has(key))) await stopMoney(services, [...byKey.values()]);
    // Only now: the next check tries again to pause if it failed.
    own = found;
    await keep(services, found);
    if (failures.length > 0)
      throw new Error(`parts of the ledger could not be compared: ${failures.join("; ")}`);
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
