import { parseAddress } from "@wattle/bitcoin/address";
import { Refused } from "@wattle/bitcoin/refused";
import { coinMoveInput, coinPayout } from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import type { MarketCurrency } from "@wattle/contracts/markets";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { watchedAmong } from "@wattle/db/chains";
import { insertCoinPayout, lockCoinPayouts } from "@wattle/db/coin-payouts";
import { parseAmount } from "@wattle/exchange-core/amount";
import type { z } from "zod";
import { exactMoney } from "../../amount-text.ts";
import { coinOn, coinUnits, isFollowed } from "../../coins/coin-network.ts";
import type { ActServices } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { addAttempt, chooseOrConflict } from "./choose-coins.ts";
import { venuePayments } from "./coin-payments.ts";
import { freeCoins, newDraft } from "./draft-coin-payouts.ts";
import { nodeRate } from "./node-rate.ts";
import { coinPayoutOf } from "./read-coin-payouts.ts";

interface Destination {
  readonly address: string;
  readonly amount: bigint;
}

/** Script of an address in hex. @throws DomainError `address_invalid` */
function scriptOf({ config }: Pick<ActServices, "config">, address: string): string {
  try {
    return Buffer.from(parseAddress(address, config.BITCOIN_CHAIN).script).toString("hex");
  } catch (error) {
    if (error instanceof Refused) throw DomainError.at("address", "address_invalid");
    throw error;
  }
}

/**
 * The venue's address and what it gets; undefined for other moves.
 * @throws DomainError `state_conflict` if the house trades nowhere; `address_invalid`, `address_own`, `amount_below_minimum`
 */
async function destinationOf(
  services: ActServices,
  network: Network,
  coin: MarketCurrency,
  { what, address = "", amount: text = "" }: z.output<typeof coinMoveInput>,
): Promise<Destination | undefined> {
  if (what !== "venue") return undefined;
  if (services.venue === undefined)
    throw new DomainError("state_conflict", { message: OWN_MESSAGES.noVenue });
  // Coins that stay ours would leave the books.
  const ours = await watchedAmong(services.database, network, [scriptOf(services, address)]);
  if (ours.size > 0) throw DomainError.at("address", "address_own");
  const parsed = parseAmount(text, coin);
  const least = coinUnits(coin.chain?.withdrawal_min ?? "0", coin);
  if (!parsed.ok || parsed.amount < least || parsed.amount === 0n)
    throw DomainError.at("amount", "amount_below_minimum", ownMessage.minimum(exactMoney(least, coin.code)));
  return { address, amount: parsed.amount };
}

const MOVES = { sweep: "a sweep", consolidate: "a consolidation", venue: "a move to the venue" } as const;

/**
 * Makes a batch without customers' payments: a sweep brings customers' deposits into the treasury, a consolidation makes one coin of the
 * treasury's many, and a move sends some of them to the venue. The first two spend no coin that costs more than it brings. It throws
 * `validation_failed` at `network` if no coin is on it, `state_conflict` if there is nothing to move, as `destinationOf` for the venue,
 * and `paused`.
 */
export const createCoinMove = alone({
  title: "Move our own coins",
  roles: ["finance"],
  moves: { what: "nothing: makes a batch", people: "one", why: "two people release the batch" },
  errors: [
    "address_invalid",
    "address_own",
    "amount_below_minimum",
    "paused",
    "service_unavailable",
    "state_conflict",
  ],
  input: coinMoveInput,
  output: coinPayout,
  look: async (services, input) => {
    const { network } = input;
    const coin = coinOn((await services.markets()).currencies, network);
    if (coin === undefined || !isFollowed(services, network))
      throw DomainError.at("network", "validation_failed", OWN_MESSAGES.noCoinOnNetwork);
    const to = await destinationOf(services, network, coin, input);
    return { currency: coin.code, rate: await nodeRate(services), to };
  },
  plan: (tx, { services, operator, known: { currency, rate, to } }, { network, what }) =>
    Promise.resolve({
      subject: `${MOVES[what]} on ${network}`,
      changes: [
        { what: "Batch", before: "None", after: "Draft" },
        ...(to === undefined
          ? []
          : [
              {
                what: "Goes to",
                before: "None",
                after: `${exactMoney(to.amount, currency)} to ${to.address}`,
              },
            ]),
      ],
      log: ({ id, fee, to_venue }) => ({
        action: "coin_payout.moved",
        subject: id,
        details: { network, what, fee, ...to_venue },
      }),
      run: async () => {
        await lockCoinPayouts(tx, network);
        const { coins, unburied } = await freeCoins(tx, { network, currency });
        const moved = coins.filter(({ treasury }) => treasury !== (what === "sweep"));
        // To consolidate, one coin of the treasury is as good as another.
        if (moved.length < (what === "consolidate" ? 2 : 1))
          throw new DomainError("state_conflict", { message: OWN_MESSAGES.noCoinToMove });
        const draft = await newDraft(tx, services, operator, { network, currency, what, to });
        const chosen = chooseOrConflict({
          payments: venuePayments(services, draft),
          coins: moved,
          rate,
          changeScript: draft.change_script,
          replaces: unburied.filter(({ free }) => free.length > 0).map(({ free }) => free),
          all: to === undefined,
        });
        await insertCoinPayout(tx, draft);
        await addAttempt(tx, services, draft, "pay", chosen);
        return coinPayoutOf(tx, services, draft.id);
      },
    }),
});
