import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import type { Services } from "../services.ts";
import { HOLD_MILLISECONDS } from "../signed-quotes/quote.ts";

/** Prices of coins hardly move by more than this in the time that a rate is held. */
const LOWEST = { tenThousandths: 3000n, text: "0.3%" } as const;

/** Warning about a low fee; undefined for others. */
export function lowFeeWarning(fee: string): string | undefined {
  const percent = parseFeePercent(fee);
  if (percent === undefined) return undefined;
  const { digits, scale } = percent;
  return digits * powerOfTen(4 - scale) < LOWEST.tenThousandths
    ? `below ${LOWEST.text}: a rate is held for ${HOLD_MILLISECONDS / 1000} seconds, in which the price can move by more than the fee`
    : undefined;
}

/** Says at the start which pairs have such a fee. */
export async function warnOfLowFees({ markets, log }: Pick<Services, "markets" | "log">): Promise<void> {
  const { pairs } = await markets();
  for (const { from, to, fee } of pairs.filter(({ active }) => active)) {
    const warning = lowFeeWarning(fee);
    if (warning !== undefined)
      log.warn({ pair: `${from}/${to}` }, `the fee of ${from}/${to} is ${fee}%, ${warning}`);
  }
}
