import type { OutgoingCoins } from "@wattle/contracts/coins";
import { offeredCurrency } from "@wattle/contracts/markets";
import type { SignedInUser } from "../access/admission.ts";
import { isoTime } from "../clock.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import { FACTS } from "./coin-network.ts";
import { nextSigning } from "./next-signing.ts";

/** Coins that a customer can send to a wallet, on networks that are followed, and when that happens. */
export async function listOutgoingCoins(
  services: Pick<Services, "clock" | "config" | "markets">,
  user: SignedInUser,
): Promise<OutgoingCoins> {
  const { clock, config } = services;
  const markets = await services.markets();
  return {
    coins: markets.currencies.flatMap(({ code: currency }) => {
      const chain = offeredCurrency(markets, currency, countryOf(user))?.chain;
      if (!chain || !FACTS[chain.network].isFollowed(services)) return [];
      const { network, withdrawal_min, withdrawal_fee } = chain;
      const explorer_url = config.EXPLORER_URL[network] ?? null;
      return [{ currency, network, withdrawal_min, withdrawal_fee, explorer_url }];
    }),
    next_signing_at: isoTime(BigInt(nextSigning(clock.now(), config.COIN_SIGNING_TIMES, config.TIME_ZONE))),
  };
}
