import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { OutgoingCoins } from "@wattle/contracts/coins";
import { displayMoment } from "@wattle/exchange-core/display";

/** Whether nothing can be sent to a payee yet. */
export const isOnHold = ({ available_at }: Pick<CoinPayee, "available_at">): boolean =>
  Date.parse(available_at) > Date.now();

/** When coins can be sent to a payee. */
export const freeText = ({ available_at }: Pick<CoinPayee, "available_at">): string =>
  displayMoment(Date.parse(available_at));

/** When payouts are signed next. */
export const signingText = ({ next_signing_at: at }: Pick<OutgoingCoins, "next_signing_at">): string =>
  displayMoment(Date.parse(at));

type Travel = Pick<CoinPayee, "whose" | "holder_name" | "wallet" | "provider_name">;

/** `Yours, self-hosted`, `Ada Example’s, at Bright Exchange` */
export function kindText({ whose, holder_name, wallet, provider_name }: Travel): string {
  const owner = whose === "mine" ? "Yours" : `${holder_name ?? "Someone"}’s`;
  return `${owner}, ${wallet === "self_hosted" ? "self-hosted" : `at ${provider_name ?? "a provider"}`}`;
}
