import type { Services } from "../services.ts";

/** Says at the start which active currencies no configured source prices: no one can exchange or deposit them. */
export async function warnOfUnpriced({
  markets,
  rates,
  log,
}: Pick<Services, "markets" | "rates" | "log">): Promise<void> {
  const { currencies } = await markets();
  const unpriced = currencies.filter(({ active, code }) => active && !rates.knows(code));
  for (const { code } of unpriced) {
    log.warn(
      { currency: code },
      `no source in RATE_SOURCE knows ${code}, so no one can exchange or deposit it; to close it: npm run ops -- markets currency ${code} --active no`,
    );
  }
}
