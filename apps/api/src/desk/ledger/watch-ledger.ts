import { createPublicKey, hash, type KeyObject } from "node:crypto";
import { checkPartAside } from "@wattle/db/ledger/check-aside";
import type { PartFound } from "@wattle/db/ledger/check-part";
import {
  beginLedgerCheck,
  endLedgerCheck,
  NEWEST_CHECK,
  newestLedgerCheck,
} from "@wattle/db/ledger/check-turns";
import type { OwnKeys } from "@wattle/db/book-seals/verifier";
import type { BookMismatch } from "@wattle/db/ledger/comparison";
import { CHECK_EVERY, MOST_PARTS, ticksAt } from "@wattle/db/ledger/round";
import { isAdmin, listStaff } from "@wattle/db/staff";
import type { LedgerCheck } from "@wattle/db/tables";
import { z } from "zod";
import { turnMarket } from "../../audit/turn-market.ts";
import { ownSealKeys } from "../../book-seals/seal-keys.ts";
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

/** So long a check goes through what is new, if there is so much; a part of the rest takes seconds, too. */
const NEW_MILLISECONDS = 60_000;
/** Once no check has ended for so long, one is due whatever the database says about turns. */
const OVERDUE_MILLISECONDS = 3 * CHECK_EVERY;
/** Parts that were missed and that one check reads. */
const MISSED_AT_ONCE = 2;
/** More differences are not remembered: each of the others pauses money again. */
const MOST_KNOWN = 10_000;
/** Mismatches, or failures, that a log line names. */
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
    if (mismatch.kind === "seal") return `seal ${mismatch.table} ${mismatch.id} ${mismatch.what}`;
    if (mismatch.kind === "orphan" || mismatch.kind === "row") return `${mismatch.table} ${mismatch.id}`;
    if (mismatch.kind === "overflow") return `overflow ${mismatch.table} ${mismatch.id}`;
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

/** A check whose part was not read whole, and until which check that counts: by then it has its turn again. */
const Missed = z.object({ tick: z.number(), until: z.number(), hasFailed: z.boolean() });
type Missed = z.infer<typeof Missed>;

/** The findings of a check, and where the next one goes on. */
const Found = z.object({
  /** Which check it was. */
  tick: z.number(),
  /** Epoch milliseconds. */
  endedAt: z.number(),
  milliseconds: z.number(),
  missed: z.array(Missed),
  /** Differences that are there still, as far as is known, each with the check that found it last. */
  mismatches: z.array(z.object({ key: z.string(), tick: z.number() })),
  /** The last seal that was compared when it was new, and those before it that could not be. */
  seen: z.string().optional(),
  again: z.array(z.object({ after: z.string(), through: z.string() })),
  /** New seals that there was no time for. */
  behind: z.number(),
  /** Public keys that have signed seals, DER as base64url, by their names: a row that is changed takes none away. */
  keys: z.record(z.string(), z.string()),
});
type Found = z.infer<typeof Found>;

/** Opens the findings of a check. They are sealed: a thief of the database role could call a difference known. */
function openFound({ vault, log }: WatchServices, found: LedgerCheck["found"]): Found | undefined {
  if (found === null) return undefined;
  try {
    return Found.parse(JSON.parse(vault.open("ledger_checks.found", NEWEST_CHECK, found)));
  } catch (error) {
    // Another version's, or not ours.
    log.warn({ err: error }, "what the last check of the ledger found cannot be read");
    return undefined;
  }
}

const keysOf = (found: Found | undefined): string[] => found?.mismatches.map(({ key }) => key) ?? [];

/** Says what was found last, by this process or another. While something cannot be compared the age grows, and becomes an alert. */
function report({ vitals }: WatchServices, found: Found): void {
  const { endedAt, milliseconds, mismatches, missed, behind } = found;
  const isWhole = missed.every(({ hasFailed }) => !hasFailed);
  const checkedAt = isWhole ? endedAt : vitals.ledger?.checkedAt;
  vitals.ledger = { checkedAt, milliseconds, mismatches: mismatches.length, behind };
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

const NOT_BEHIND: PartFound["behind"] = { seals: 0n, customers: 0 };

/** The findings of a check, with the checks whose parts it read. */
type Compared = PartFound & { readonly ticks: readonly number[] };

/** Checks what is new, the part of this check, and some that were missed. */
async function compare(
  services: WatchServices,
  { tick, last }: { readonly tick: number; readonly last: Found | undefined },
  { keysNow, signal }: { readonly keysNow: () => Promise<OwnKeys>; readonly signal: AbortSignal },
): Promise<Compared> {
  const missed = (last?.missed ?? []).filter((of) => of.tick !== tick && of.until > tick);
  const ticks = [tick, ...missed.slice(0, MISSED_AT_ONCE).map((of) => of.tick)];
  const seen = last?.seen === undefined ? undefined : BigInt(last.seen);
  const again = (last?.again ?? []).map(({ after, through }) => ({
    after: BigInt(after),
    through: BigInt(through),
  }));
  const check = (keys: OwnKeys): Promise<PartFound> => {
    const asked = { ticks, seen, again, keys, milliseconds: NEW_MILLISECONDS };
    return checkPartAside(services.config.DATABASE_URL, asked, signal);
  };
  const countOf = ({ known, locked }: OwnKeys): number => known.size + locked.size;
  try {
    const keys = await keysNow();
    const part = await check(keys);
    // A key that was made meanwhile signed what the check did not know.
    const later = await keysNow();
    const isAgain = part.mismatches.length > 0 && countOf(later) > countOf(keys);
    return { ...(isAgain ? await check(later) : part), ticks };
  } catch (error) {
    if (signal.aborted) throw error;
    const failures = [error instanceof Error ? error.message : String(error)];
    const none = { mismatches: [], parts: MOST_PARTS, behind: NOT_BEHIND };
    return { ticks, failures, failed: ticks, seen, again, ...none };
  }
}

type Opened = Map<string, KeyObject>;

const keysFrom = (found: Found | undefined): [string, KeyObject][] =>
  Object.entries(found?.keys ?? {}).map(([kid, text]) => [
    kid,
    createPublicKey({ key: Buffer.from(text, "base64url"), format: "der", type: "spki" }),
  ]);

const textsOf = (opened: Opened): Found["keys"] =>
  Object.fromEntries(
    [...opened].map(([kid, key]) => [kid, key.export({ format: "der", type: "spki" }).toString("base64url")]),
  );

/** A key that was opened once stays known: seals are checked by it, also if its row is gone. */
function keysOnceOpened(services: WatchServices, opened: Opened): () => Promise<OwnKeys> {
  return async () => {
    const { known, locked } = await ownSealKeys(services);
    for (const [kid, key] of known) opened.set(kid, key);
    return { known: new Map(opened), locked: new Set([...locked].filter((kid) => !opened.has(kid))) };
  };
}

interface Outcome {
  readonly tick: number;
  readonly began: number;
  readonly endedAt: number;
  /** Keys of the differences that were found. */
  readonly keys: readonly string[];
  readonly part: Compared;
  readonly opened: Opened;
}

/** Checks whose parts are to be read again: those that no process made, and those that failed. */
function missedBy({ tick, part }: Outcome, last: Found | undefined): Missed[] {
  const missedAs = (of: number, hasFailed: boolean): Missed => ({
    tick: of,
    until: of + part.parts,
    hasFailed,
  });
  const whole = new Set(part.ticks.filter((of) => !part.failed.includes(of)).map((of) => of % part.parts));
  const first = Math.max((last?.tick ?? tick) + 1, tick - part.parts + 1);
  const skipped = Array.from({ length: Math.max(tick - first, 0) }, (_, at) => first + at);
  return [
    ...(last?.missed ?? []).filter(
      (of) => !part.ticks.includes(of.tick) && !whole.has(of.tick % part.parts) && of.until > tick,
    ),
    ...skipped.map((of) => missedAs(of, false)),
    // Last, so that the others have their turns.
    ...part.failed.map((of) => missedAs(of, true)),
  ];
}

/** Adds what a check found to what is known. */
function foundBy(outcome: Outcome, last: Found | undefined): Found {
  const { tick, began, endedAt, keys, part, opened } = outcome;
  const { seals: total } = part.behind;
  // Its part was read again since if a round has gone by.
  const isOpen = (of: { tick: number }): boolean => part.failed.length > 0 || tick - of.tick < part.parts;
  const others = (last?.mismatches ?? []).filter((of) => !keys.includes(of.key) && isOpen(of));
  const mismatches = [...keys.map((key) => ({ key, tick })), ...others];
  return {
    tick,
    endedAt,
    milliseconds: endedAt - began,
    missed: missedBy(outcome, last),
    mismatches: mismatches.slice(0, MOST_KNOWN),
    seen: part.seen?.toString(),
    again: part.again.map(({ after, through }) => ({ after: String(after), through: String(through) })),
    behind: Number(total),
    keys: textsOf(opened),
  };
}

/**
 * Checks the ledger if a check is due. Money is paused for new mismatches: those that neither this process nor, once it
 * has checked itself, another has seen before. If staff resume despite known ones, it stays resumed.
 */
function createWatch(services: WatchServices, signal: AbortSignal): () => Promise<void> {
  const { clock, database, log } = services;
  const opened: Opened = new Map();
  const keysNow = keysOnceOpened(services, opened);
  let own: Found | undefined;
  return async () => {
    const began = clock.now();
    const tick = ticksAt(began);
    const newest = await newestLedgerCheck(database.read);
    const stored = openFound(services, newest?.found ?? null);
    // An older copy that someone has put back takes nothing away.
    const last = own === undefined || (stored !== undefined && stored.endedAt >= own.endedAt) ? stored : own;
    // Another process may be able to do what the one that began could not.
    const hasFailed = last?.missed.some((of) => of.tick === tick && of.hasFailed) === true;
    const isAgain = hasFailed && own?.tick !== tick;
    const isDue = own === undefined || last?.tick !== tick || isAgain;
    // A turn is a courtesy: only what was found, which is sealed, says that a check was made.
    const isOverdue = own === undefined || began - (last?.endedAt ?? 0) >= OVERDUE_MILLISECONDS;
    const before = isAgain && last !== undefined ? last.endedAt : tick * CHECK_EVERY;
    const turn = { now: BigInt(began), before: BigInt(isOverdue ? began + 1 : before) };
    const isOurs = isDue && (await database.write((tx) => beginLedgerCheck(tx, turn)));
    if (!isOurs) return last && report(services, last);

    for (const [kid, key] of keysFrom(last)) opened.set(kid, key);
    const part = await compare(services, { tick, last }, { keysNow, signal });
    // One may be found as new, and once more in its part.
    const byKey = new Map(part.mismatches.map((mismatch) => [keyOf(mismatch), mismatch]));
    const isKnown = new Set(own === undefined ? [] : keysOf(last));
    const outcome = { tick, began, endedAt: clock.now(), keys: [...byKey.keys()], part, opened };
    const found = foundBy(outcome, last);
    report(services, found);
    if (found.milliseconds > CHECK_EVERY)
      log.warn("a part of the ledger takes longer than five minutes: others have to wait");
    const { seals, customers } = part.behind;
    if (seals > 0n || customers > 0)
      log.warn({ seals: String(seals), customers }, "the ledger's check is behind what is new");
    if ([...byKey.keys()].some((key) => !isKnown.has(key))) await stopMoney(services, [...byKey.values()]);
    // Only now: the next check tries again to pause if it failed.
    own = found;
    await keep(services, found);
    if (part.failures.length > 0)
      throw new Error(
        `parts of the ledger could not be compared: ${[...new Set(part.failures)].slice(0, MOST_NAMED).join("; ")}`,
      );
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
