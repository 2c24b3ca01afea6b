import { sideSwitch } from "@wattle/contracts/switches";
import { advanceOwed } from "@wattle/db/owed";
import { listPositions } from "@wattle/db/position";
import { amountText } from "../amount-text.ts";
import { turnMarket } from "../audit/turn-market.ts";
import { startTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { judge } from "./position.ts";

type GuardServices = Pick<Services, "database" | "clock" | "ids" | "switches" | "log">;

/** Positions are judged so often. */
const SWEEP_MILLISECONDS = 5_000;

/**
 * Pauses the side of a coin that takes its position further beyond the hard limit, and lets it go on once it is within again. What
 * staff have paused stays paused.
 */
export async function judgePositions(services: GuardServices): Promise<void> {
  for (const position of await listPositions(services.database.read)) {
    const { currency, hard } = position;
    const { state, worse, difference } = judge(position);
    for (const side of ["buy", "sell"] as const) {
      const paused = state === "paused" && side === worse;
      const row = (await services.switches.rows()).get(sideSwitch(side, currency));
      if (paused === (row?.paused === 1n)) continue;
      const reason = paused
        ? `inventory less owed is ${amountText(difference, currency)} ${currency}, the hard limit ${amountText(hard ?? 0n, currency)}`
        : "within the hard limit";
      await turnMarket(services, sideSwitch(side, currency), { paused, reason });
    }
  }
}

/** Steps of taking in seals before positions are judged: where many are missing, judging does not wait for all of them. */
const STEPS = 50;

/** Takes in seals. Where that fails the log says so, and positions are judged all the same. */
async function takeInSeals({ database, log }: GuardServices): Promise<void> {
  try {
    for (let step = 0; step < STEPS && (await advanceOwed(database)); step++);
  } catch (error) {
    log.error({ err: error }, "what customers own could not be added up");
  }
}

/** Judges all positions, at once and then every few seconds. @returns what stops it */
export const startPositionGuard = (services: GuardServices): (() => Promise<void>) =>
  startSweep(
    services,
    async () => {
      await takeInSeals(services);
      await judgePositions(services);
    },
    "positions could not be judged",
    (run) => startTimer(run, SWEEP_MILLISECONDS),
  );
