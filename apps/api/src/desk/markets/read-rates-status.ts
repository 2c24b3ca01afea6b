import type { RatesStatus, SourceState } from "@wattle/contracts/rates-status";
import { listSwitches } from "@wattle/db/switches";
import { isoTime } from "../../clock.ts";
import { RateUnavailableError } from "../../prices/rate-service.ts";
import type { SourceStatus } from "../../prices/source-health.ts";
import type { Services } from "../../services.ts";
import { SYSTEM } from "../../switches/switches.ts";

function stateOf({ lastSuccessAt, lastFailure, restingUntil }: SourceStatus): SourceState {
  if (restingUntil !== undefined) return "resting";
  if (lastFailure !== undefined && lastFailure.at >= (lastSuccessAt ?? 0)) return "failing";
  return lastSuccessAt === undefined ? "unasked" : "answering";
}

const timeOf = (at: number | undefined): string | null => (at === undefined ? null : isoTime(BigInt(at)));

/**
 * How each price source is doing, as this process knows it, and which pairs the system has paused. Asks for one price first, so
 * that a process that has asked for none yet (the command line) knows something.
 */
export async function readRatesStatus({
  rates,
  config,
  clock,
  database,
}: Pick<Services, "rates" | "config" | "clock" | "database">): Promise<RatesStatus> {
  const { defaultPair, homeCurrency } = config.brand.markets;
  await rates.current(defaultPair.credit, homeCurrency).catch((cause: unknown) => {
    if (!(cause instanceof RateUnavailableError)) throw cause;
  });
  const now = clock.now();
  const switches = await listSwitches(database.read);
  return {
    sources: rates.status().map((source) => {
      const { lastSuccessAt, lastFailure, restingUntil } = source;
      return {
        name: source.name,
        state: stateOf(source),
        last_answer_at: timeOf(lastSuccessAt),
        age: lastSuccessAt === undefined ? null : Math.max(0, Math.round((now - lastSuccessAt) / 1000)),
        last_error:
          lastFailure === undefined
            ? null
            : { at: isoTime(BigInt(lastFailure.at)), kind: lastFailure.kind, message: lastFailure.message },
        resting_until: timeOf(restingUntil),
      };
    }),
    paused: switches
      .filter(({ what, paused, set_by }) => what.startsWith("pair:") && paused === 1n && set_by === SYSTEM)
      .map(({ what, reason, set_at }) => ({
        pair: what.slice("pair:".length),
        reason,
        since: isoTime(set_at),
      })),
  };
}
