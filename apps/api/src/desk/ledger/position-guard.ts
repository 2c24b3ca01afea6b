import { magnitude } from "@wattle/exchange-core/decimal";
import type { PositionRow } from "@wattle/contracts/position";
import { sideSwitch } from "@wattle/contracts/switches";
import { leapOwedAside } from "@wattle/db/leap-aside";
import { advanceOwed } from "@wattle/db/owed";
import { listHedgingPolicies } from "@wattle/db/hedging";
import { listPositions, type Position } from "@wattle/db/position";
import { amountText } from "../../amount-text.ts";
import { turnMarket } from "../../audit/turn-market.ts";
import { startTimer } from "../../prices/timer.ts";
import type { Services } from "../../services.ts";
import { startSweep } from "../../transactions/start-sweep.ts";

type GuardServices = Pick<Services, "database" | "clock" | "ids" | "switches" | "log" | "venue">;
type WatchServices = GuardServices & Pick<Services, "config">;

/** How far a position is off: which side of it makes it worse, and whether that has to stop. */
export function judge({ owed, held, soft, hard }: Position): {
  readonly difference: bigint;
  readonly state: PositionRow["state"];
  /** The side of customers' orders that makes it worse. */
  readonly worse: "buy" | "sell";
} {
  const difference = held - owed;
  const worse = difference < 0n ? "buy" : "sell";
  const above = (limit: bigint | null): boolean => limit !== null && magnitude(difference) > limit;
  return { difference, worse, state: above(hard) ? "paused" : above(soft) ? "warning" : "ok" };
}

/** Positions are judged so often. */
const SWEEP_MILLISECONDS = 5_000;

/** Hedging that fails for so long no longer brings a position back. */
const FAILING_MILLISECONDS = 10n * 60_000n;

/** Coins whose wanted orders have not been filled for ten minutes; none if the house does not trade. */
async function failingCoins({
  database,
  clock,
  venue,
}: Pick<Services, "database" | "clock" | "venue">): Promise<ReadonlySet<string>> {
  if (venue === undefined) return new Set();
  const before = BigInt(clock.now()) - FAILING_MILLISECONDS;
  const policies = await listHedgingPolicies(database.read);
  return new Set(
    policies
      .filter(({ mode, failing_since: since }) => mode === "on" && since !== null && since <= before)
      .map(({ currency }) => currency),
  );
}

/**
 * Pauses the side of a coin that takes its position further beyond the hard limit, or beyond the soft one while hedging fails, and
 * resumes it once the position is back within the limit. Pauses by staff stay.
 */
export async function judgePositions(services: GuardServices): Promise<void> {
  const failing = await failingCoins(services);
  for (const position of await listPositions(services.database.read)) {
    const { currency, soft, hard } = position;
    const { state, worse, difference } = judge(position);
    const isHedgingLost = state === "warning" && failing.has(currency);
    const limit = isHedgingLost
      ? `the soft limit ${amountText(soft ?? 0n, currency)}, and hedging fails`
      : `the hard limit ${amountText(hard ?? 0n, currency)}`;
    for (const side of ["buy", "sell"] as const) {
      const paused = (state === "paused" || isHedgingLost) && side === worse;
      const row = (await services.switches.rows()).get(sideSwitch(side, currency));
      if (paused === (row?.paused === 1n)) continue;
      const reason = paused
        ? `inventory less owed is ${amountText(difference, currency)} ${currency}, ${limit}`
        : "within the hard limit";
      await turnMarket(services, sideSwitch(side, currency), { paused, reason });
    }
  }
}

/**
 * Most seals that are taken in one by one. If more are missing, the balances are added up: that is faster than hundreds
 * of seals.
 */
const MOST_SEALS = 20;

/** Takes in seals. If that fails, the log says so and positions are still judged. */
async function takeInSeals({ config, database, log }: WatchServices, signal: AbortSignal): Promise<void> {
  try {
    for (let seal = 0; seal < MOST_SEALS; seal++) if (!(await advanceOwed(database))) return;
    await leapOwedAside(config.DATABASE_URL, signal);
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, "what customers own could not be added up");
  }
}

/** Judges all positions, at once and then every few seconds. @returns what stops it */
export function startPositionGuard(services: WatchServices): () => Promise<void> {
  const stopping = new AbortController();
  const stop = startSweep(
    services,
    async () => {
      await takeInSeals(services, stopping.signal);
      await judgePositions(services);
    },
    "positions could not be judged",
    (run) => startTimer(run, SWEEP_MILLISECONDS),
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
