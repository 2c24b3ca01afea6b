import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { decimalText } from "@wattle/exchange-core/decimal";
import {
  countBankTransactions,
  countClosedBalances,
  countCoinPayouts,
  countDueMail,
  countDueWebhooks,
  countOpenEnquiries,
  countOpenLines,
  countSentIdentities,
  listWaitingApprovals,
  type QueueLength,
} from "@wattle/db/staff-queues";
import { listHedgingPolicies, listOpenVenueOrders } from "@wattle/db/hedging";
import { venueFillsSince } from "@wattle/db/hedging-profit";
import { listPositions } from "@wattle/db/position";
import { listSwitches } from "@wattle/db/switches";
import type { Reader } from "@wattle/db/database";
import type { Epoch } from "@wattle/db/tables";
import { Counter, Gauge, type Registry } from "prom-client";
import { slippageOf } from "../hedging/profit-sums.ts";
import { nextBackupDue, readLastBackup } from "../backup/last-backup.ts";
import { dueAt, targetOf } from "../queue-targets.ts";
import type { Services } from "../services.ts";

export type WatchedServices = Pick<Services, "clock" | "config" | "database" | "log" | "rates" | "vitals">;

/** Queues by name: for staff, and for senders that work by themselves. */
const QUEUES: Readonly<Record<string, (reader: Reader, now: Epoch) => Promise<QueueLength>>> = {
  identities: countSentIdentities,
  bank_lines: countOpenLines,
  deposits: (reader) => countBankTransactions(reader, "deposit", "awaiting_payment"),
  payouts: (reader) => countBankTransactions(reader, "withdraw", "requested"),
  coin_payouts: countCoinPayouts,
  closed_balances: countClosedBalances,
  approvals: async (reader, now) => {
    const waiting = await listWaitingApprovals(reader, now);
    return { count: waiting.length, oldest: waiting[0]?.created_at ?? null };
  },
  enquiries: countOpenEnquiries,
  mails: countDueMail,
  webhooks: countDueWebhooks,
};

const SECOND = 1000;

type GaugeOf = <L extends string>(name: string, help: string, labels?: readonly L[]) => Gauge<L>;

/** A reading of one subject: sets its gauges to how things are. */
type Reading = () => void | Promise<void>;

/** Figures that this process knows without asking the database. */
function ownReadings({ clock, database, rates, vitals }: WatchedServices, gauge: GaugeOf): Reading[] {
  const age = gauge("wattle_rate_age_seconds", "Since the last answer of a price source", ["source"]);
  const failing = gauge("wattle_rate_source_failing", "1 where a source's last answer was a failure", [
    "source",
  ]);
  const connections = gauge("wattle_database_connections", "Open connections of a pool", ["pool", "state"]);
  const waiting = gauge("wattle_database_waiting", "Units of work that wait for a connection", ["pool"]);
  const sealFailing = gauge("wattle_seal_failing", "1 where the last try to seal the books failed");
  const sealAge = gauge("wattle_seal_age_seconds", "Since the books were last seen to be sealed");
  const mismatches = gauge("wattle_ledger_mismatches", "What the last check of the ledger found");
  const checkAge = gauge("wattle_ledger_check_age_seconds", "Since the last check of the ledger");
  const checkTime = gauge("wattle_ledger_check_seconds", "How long the last check of the ledger took");
  const behind = gauge(
    "wattle_ledger_seals_behind",
    "New seals the last check of the ledger had no time for",
  );
  const began = clock.now();
  /** An event that never happened is as old as the process, so that an alert on its age comes. */
  const ageOf = (at: number | undefined): number => (clock.now() - (at ?? began)) / SECOND;
  return [
    () => {
      const { ledger } = vitals;
      checkAge.set(ageOf(ledger?.checkedAt));
      if (ledger === undefined) return;
      mismatches.set(ledger.mismatches);
      checkTime.set(ledger.milliseconds / SECOND);
      behind.set(ledger.behind);
    },
    () => {
      for (const { name: source, lastSuccessAt, lastFailure } of rates.status()) {
        age.set({ source }, ageOf(lastSuccessAt));
        const failed = lastFailure !== undefined && lastFailure.at >= (lastSuccessAt ?? 0);
        failing.set({ source }, failed ? 1 : 0);
      }
    },
    () => {
      for (const { pool, open, idle, waiting: queued } of database.load()) {
        connections.set({ pool, state: "busy" }, open - idle);
        connections.set({ pool, state: "idle" }, idle);
        waiting.set({ pool }, queued);
      }
    },
    () => {
      const { seals } = vitals;
      sealFailing.set(seals?.failing === true ? 1 : 0);
      sealAge.set(ageOf(seals?.succeededAt));
    },
  ];
}

/** Figures of the database. If it does not answer, its gauges are left out and `wattle_database_up` is 0. */
function storedReading({ clock, config, database, log }: WatchedServices, gauge: GaugeOf): Reading {
  const up = gauge("wattle_database_up", "1 where the database answered when it was asked for these figures");
  const length = gauge("wattle_queue_length", "How much waits", ["queue"]);
  const oldest = gauge("wattle_queue_oldest_seconds", "For how long the oldest of it has waited", ["queue"]);
  const late = gauge("wattle_queue_late_seconds", "For how long the oldest of it has been late", ["queue"]);
  const paused = gauge("wattle_paused", "1 for each switch that is paused", ["what"]);
  const backupAge = gauge("wattle_backup_age_seconds", "Since the last whole backup");
  const backupLate = gauge("wattle_backup_late_seconds", "For how long the next backup has been late");
  const all = [length, oldest, late, paused, backupAge, backupLate];
  const began = BigInt(clock.now());
  return async () => {
    for (const each of all) each.reset();
    try {
      const now = clock.now();
      for (const [queue, count] of Object.entries(QUEUES)) {
        const { count: waiting, oldest: oldestAt } = await count(database.read, BigInt(now));
        length.set({ queue }, waiting);
        oldest.set({ queue }, oldestAt === null ? 0 : Math.max(0, now - Number(oldestAt)) / SECOND);
        const hours = targetOf(config.QUEUE_TARGETS, queue === "payouts" ? "withdrawals" : queue);
        if (hours === undefined) continue;
        const lateAt = oldestAt === null ? BigInt(now) : dueAt(oldestAt, hours, config.TIME_ZONE);
        late.set({ queue }, Math.max(0, now - Number(lateAt)) / SECOND);
      }
      for (const { what, paused: isPaused } of await listSwitches(database.read))
        if (isPaused === 1n) paused.set({ what }, 1);
      // Before the first one, the time since the process began counts, as for all that has never been.
      const backup = (await readLastBackup(database.read)) ?? { madeAt: began };
      backupAge.set((now - Number(backup.madeAt)) / SECOND);
      const nextAt = nextBackupDue(config, backup);
      backupLate.set(Math.max(0, now - Number(nextAt)) / SECOND);
      up.set(1);
    } catch (error) {
      log.warn({ err: error }, "the database did not answer what is asked for /metrics");
      for (const each of all) each.reset();
      up.set(0);
    }
  };
}

/** Coins with their decimals, as a figure. */
function figureOf(units: bigint, decimals: number): number {
  const total = decimalText(units, decimals);
  return Number(total);
}

/** How the house trades: read from the database, and left out where it does not answer. */
function hedgingReading({ config, database, clock, log }: WatchedServices, gauge: GaugeOf): Reading {
  const position = gauge("wattle_hedging_position", "Coins that the house has, less those owed", [
    "currency",
  ]);
  const unknown = gauge("wattle_hedging_unknown_orders", "Orders that may have been placed");
  const slippage = gauge(
    "wattle_hedging_slippage",
    "Costs above the guarded price in the last 24 hours, in the home currency",
    ["currency"],
  );
  return async () => {
    position.reset();
    slippage.reset();
    if (config.VENUES === undefined) return;
    try {
      const policies = await listHedgingPolicies(database.read);
      const hedged = new Set(policies.map(({ currency }) => currency));
      for (const { currency, held, owed } of await listPositions(database.read))
        if (hedged.has(currency)) position.set({ currency }, figureOf(held - owed, 8));
      const open = await listOpenVenueOrders(database.read);
      unknown.set(open.filter(({ status }) => status === "unknown").length);
      const fills = await venueFillsSince(database.read, BigInt(clock.now() - DAY_MILLISECONDS));
      for (const [currency, of] of Map.groupBy(fills, (fill) => fill.currency))
        slippage.set(
          { currency },
          figureOf(
            of.reduce((sum, fill) => sum - slippageOf(fill), 0n),
            2,
          ),
        );
    } catch (error) {
      log.warn({ err: error }, "the database did not answer what is asked for /metrics");
    }
  };
}

/** Counts that the process keeps by itself, shown as they are at the moment. */
function addCounts(registry: Registry, { vitals }: WatchedServices): void {
  for (const [name, help, counts] of [
    ["wattle_exchanges_total", "Executed exchanges, by what was given and got", vitals.exchanges],
    ["wattle_held_rates_total", "Rates that were held, by what is given and got", vitals.heldRates],
  ] as const)
    new Counter({
      name,
      help,
      labelNames: ["pair"],
      registers: [registry],
      collect() {
        this.reset();
        for (const [pair, count] of counts) this.inc({ pair }, count);
      },
    });
}

/** Adds all that is read only when someone asks. @returns what reads it */
export function addGauges(registry: Registry, services: WatchedServices): () => Promise<void> {
  const gauge: GaugeOf = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  addCounts(registry, services);
  const readings = [
    ...ownReadings(services, gauge),
    storedReading(services, gauge),
    hedgingReading(services, gauge),
  ];
  return async () => {
    for (const read of readings) await read();
  };
}
