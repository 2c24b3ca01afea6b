import type { MonitoringRule } from "@wattle/contracts/rules";
import { findMonitored } from "@wattle/db/monitored-history";
import {
  deleteLooked,
  listDueEvents,
  listMoved,
  lookAfterFailure,
  lookAt,
  noteLooked,
} from "@wattle/db/monitoring";
import {
  leaseSealReader,
  listSealedEntries,
  moveSealReader,
  type SealPlace,
} from "@wattle/db/sealed-exchanges";
import type { MonitoredEvent } from "@wattle/db/tables";
import { keepRating } from "../compliance/keep-rating.ts";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { keepFindings, type KeepServices } from "./keep-findings.ts";
import { readHistories, type HistoryServices, type RulesInUse } from "./read-history.ts";
import { readRulesInUse } from "./rules-in-use.ts";
import { ruleContext, type CustomerHistory } from "./rules/history.ts";
import { findBy } from "./rules/rules.ts";
import { Worths } from "./worths.ts";

export type WatchServices = KeepServices & Omit<HistoryServices, "worths"> & Pick<Services, "log" | "rates">;

const READER = "monitoring";
/** A busy customer is not looked at more often. */
const EVERY_MILLISECONDS = 4_000;
/**
 * An entry is looked at within 10 s, also if a process dies that has just begun: a second until it is sealed, the
 * rest of the lease, and the wait of the next process.
 */
const LEASE_MILLISECONDS = 5_000;
const ENTRIES_AT_ONCE = 500;
/** Entries that one step takes, at least. */
const MOST_ENTRIES = 2_000;
const EVENTS_AT_ONCE = 500;
const CUSTOMERS_AT_ONCE = 20;
/** Processes may have different times. */
const SKEW_MILLISECONDS = 60_000;
/** Events are needed for as long as a rule may ask for new devices and payees. */
const KEPT_MILLISECONDS = 40 * 24 * 3_600_000;
const DELETED_AT_ONCE = 200;
const DELETE_EVERY_MILLISECONDS = 3_600_000;
/** A customer who could not be looked at is again after so long. */
const AGAIN_MILLISECONDS = 60_000;

/** Rules that an exchange can complete. */
const OF_EXCHANGES: ReadonlySet<MonitoringRule> = new Set(["velocity", "woken", "round_trip"]);

/** Why a customer is looked at: since when something happened, and whether that were exchanges only. */
interface Look {
  readonly since: number;
  readonly exchangesOnly: boolean;
}

const earlier = (one: Look | undefined, other: Look): Look => ({
  since: Math.min(one?.since ?? Infinity, other.since),
  exchangesOnly: (one?.exchangesOnly ?? true) && other.exchangesOnly,
});

/** Asks for another look at coins whose sender may still be named. */
async function lookAgain(
  { database, clock }: WatchServices,
  rules: RulesInUse,
  { id: user_id, travel = [] }: CustomerHistory,
): Promise<void> {
  const hours = rules.get("travel_rule")?.hours;
  if (hours === undefined) return;
  const now = clock.now();
  const later = travel
    .filter(({ lacks }) => lacks === "sender")
    .map(({ id, at }) => ({ about: id, due: at + hours * 3_600_000 }))
    .filter(({ due }) => due > now);
  if (later.length === 0) return;
  await database.write(async (tx) => {
    for (const { about, due } of later)
      await lookAt(tx, { user_id, kind: "look", about, created_at: BigInt(due), due_at: BigInt(due) });
  });
}

/**
 * Looks at customers with the rules that are on, and opens cases for what they find.
 * @param keepTurn is called before each customer; what it throws ends the looks
 */
async function lookAtCustomers(
  services: WatchServices & HistoryServices,
  looks: ReadonlyMap<string, Look>,
  keepTurn: () => Promise<void>,
): Promise<void> {
  const { clock, config, database, log } = services;
  const on = (await readRulesInUse(database.read)).filter((rule) => rule.on);
  const all: RulesInUse = new Map(on.map(({ rule, parameters }) => [rule, parameters]));
  const some: RulesInUse = new Map([...all].filter(([rule]) => OF_EXCHANGES.has(rule)));
  const context = ruleContext(clock.now(), config.TIME_ZONE);
  // One customer must not keep rules from all the others.
  const putOff = async (user_id: string, { since }: Look, failed: unknown): Promise<void> => {
    log.error({ err: failed, user_id }, "a customer could not be looked at");
    const created_at = BigInt(since);
    const due_at = BigInt(context.now + AGAIN_MILLISECONDS);
    await database.write((tx) => lookAfterFailure(tx, { user_id, created_at, due_at }));
  };
  for (const [exchangesOnly, group] of Map.groupBy(looks, ([, look]) => look.exchangesOnly)) {
    const rules = exchangesOnly ? some : all;
    const lookAtSome = async (ids: readonly string[]): Promise<void> => {
      const customers = await findMonitored(database.read, ids);
      for (const history of await readHistories(services, rules, customers, context.now)) {
        await keepTurn();
        const since = (looks.get(history.id)?.since ?? 0) - SKEW_MILLISECONDS;
        const found = [...rules].map(([rule, parameters]) => ({
          rule,
          findings: findBy(rule, history, context, parameters).filter(({ at }) => at >= since),
        }));
        await keepFindings(services, history.id, found);
        if (exchangesOnly) continue;
        await lookAgain(services, rules, history);
        await keepRating(services, history.id);
      }
    };
    for (let first = 0; first < group.length; first += CUSTOMERS_AT_ONCE) {
      const part = group.slice(first, first + CUSTOMERS_AT_ONCE);
      try {
        await lookAtSome(part.map(([id]) => id));
      } catch {
        for (const [id, look] of part) {
          await keepTurn();
          await lookAtSome([id]).catch((failed: unknown) => putOff(id, look, failed));
        }
      }
    }
  }
}

/** Looks that the ledger's next entries ask for, those of several seals in one for each customer. */
async function gatherFromLedger({ database, clock }: WatchServices, from: SealPlace) {
  const looks = new Map<string, Look>();
  let place = from;
  for (let entries = 0; entries < MOST_ENTRIES;) {
    const { ids, next } = await listSealedEntries(database.read, place, ENTRIES_AT_ONCE);
    if (ids.length === 0) return { looks, place, isBehind: false };
    entries += ids.length;
    place = next;
    for (const { user_id, kind, created_at } of await listMoved(database.read, ids)) {
      const look = { since: Math.min(Number(created_at), clock.now()), exchangesOnly: kind === "exchange" };
      looks.set(user_id, earlier(looks.get(user_id), look));
    }
  }
  return { looks, place, isBehind: true };
}

const lookOfEvent = ({ created_at }: MonitoredEvent): Look => ({
  since: Number(created_at),
  exchangesOnly: false,
});

/** `busy`: another process looks. `behind`: there is more than one step takes. */
type Step = "busy" | "idle" | "looked" | "behind";

/** Another process has the turn by now. */
class TurnLost extends Error {}

interface Watcher {
  /** Looks once at each customer to whom something happened since the last step. */
  step(): Promise<Step>;
  /** Lets another process go on at once. */
  stop(): Promise<void>;
}

/**
 * Looks at what happened: entries of the ledger in the order of its seals, and events that no entry tells. One of several processes does, and
 * it may die at any time: the next one looks again at what this one had not noted, and a rule finds each thing once.
 */
export function createWatcher(services: WatchServices): Watcher {
  const { clock, database, ids } = services;
  const own = { ...services, worths: new Worths(services) };
  const holder = ids.uuid();
  const lease = (milliseconds: number) => {
    const now = clock.now();
    const until = BigInt(now + milliseconds);
    return database.write((tx) => leaseSealReader(tx, READER, { holder, now: BigInt(now), until }));
  };
  let leasedAt = 0;
  const take = async (): Promise<SealPlace | undefined> => {
    const now = clock.now();
    const place = await lease(LEASE_MILLISECONDS);
    if (place !== undefined) leasedAt = now;
    return place;
  };
  const keepTurn = async (): Promise<void> => {
    if (clock.now() - leasedAt < LEASE_MILLISECONDS / 2) return;
    if ((await take()) === undefined) throw new TurnLost();
  };
  const stepFrom = async (from: SealPlace): Promise<Step> => {
    const events = await listDueEvents(database.read, BigInt(clock.now()), EVENTS_AT_ONCE);
    const { looks, place, isBehind } = await gatherFromLedger(services, from);
    for (const event of events)
      looks.set(event.user_id, earlier(looks.get(event.user_id), lookOfEvent(event)));
    if (events.length === 0 && place === from) return "idle";
    await lookAtCustomers(own, looks, keepTurn);
    await database.write(async (tx) => {
      for (const event of events) await noteLooked(tx, event);
      await moveSealReader(tx, READER, from, place);
    });
    return isBehind || events.length === EVENTS_AT_ONCE ? "behind" : "looked";
  };
  return {
    async step() {
      const from = await take();
      if (from === undefined) return "busy";
      try {
        return await stepFrom(from);
      } catch (failed) {
        if (failed instanceof TurnLost) return "busy";
        // Another process need not wait. The lease ends by itself, too, if the database is away.
        await lease(0).catch(() => undefined);
        throw failed;
      }
    },
    stop: async () => void (await lease(0)),
  };
}

/** Looks every few seconds. @returns what stops it */
export function startWatching(services: WatchServices, timer: StartTimer = startTimer): () => Promise<void> {
  const { clock, database, log } = services;
  const watcher = createWatcher(services);
  let deletedAt = 0;
  let stopping = false;
  const watch = async (): Promise<void> => {
    while (!stopping && (await watcher.step()) === "behind");
    const now = clock.now();
    if (now - deletedAt < DELETE_EVERY_MILLISECONDS) return;
    const before = BigInt(now - KEPT_MILLISECONDS);
    const deleted = await database.write((tx) => deleteLooked(tx, before, DELETED_AT_ONCE));
    if (deleted < DELETED_AT_ONCE) deletedAt = now;
  };
  const stop = startSweep(services, watch, "rules could not be evaluated", timer, EVERY_MILLISECONDS);
  return async () => {
    stopping = true;
    await stop();
    // The lease ends by itself, too, if the database is away.
    await watcher
      .stop()
      .catch((error: unknown) =>
        log.warn({ err: error }, "the turn to look at customers was not given back"),
      );
  };
}
