import type { Services } from "../services.ts";

/** Says at the start which active currencies no configured source prices: no one can exchange or deposit them. */
export async function warnOfUnpriced({
  markets,
  rates,
  log,
}: Pick<Services, "markets" | "rates" | "log">): Promise<void> {
  const { currencies } = await markets();
  const unpriced = currencies.filter(({ active, code }) => active && !rates.knows(code));
  if (unpriced.length === 0) return;
  log.warn(
    { currencies: unpriced.map(({ code }) => code) },
    "no price source knows these currencies: they cannot be exchanged or deposited",
  );
}
