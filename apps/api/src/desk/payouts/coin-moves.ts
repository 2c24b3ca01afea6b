import { Refused } from "@wattle/bitcoin/refused";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { coinMoveInput, coinPayout } from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import type { MarketCurrency } from "@wattle/contracts/markets";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { watchedAmong } from "@wattle/db/chains";
import { insertCoinPayout, listOpenVenueMoves, lockCoinPayouts } from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import { parseAmount } from "@wattle/exchange-core/amount";
import type { z } from "zod";
import { exactMoney } from "../../amount-text.ts";
import { coinUnits, FACTS, followedCoinOn } from "../../coins/coin-network.ts";
import type { KnownAddress } from "../../coins/network-facts.ts";
import { venuePaymentOf, type VenuePayment } from "../../coins/venue-payment.ts";
import { requiredVenue } from "../../venues/required-venue.ts";
import type { ActServices } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { newDraft, treasuryScript, type Replaceable } from "./draft-coin-payouts.ts";
import { PAYOUTS } from "./payouts-by-network.ts";
import { coinPayoutOf } from "./read-coin-payouts.ts";

interface Once {
  readonly network: Network;
  readonly to: VenuePayment;
  readonly unburied: readonly Replaceable[];
}

/** @throws DomainError `address_invalid`, also for a link, which may ask for another amount */
function targetOf(services: ActServices, network: Network, text: string): KnownAddress {
  try {
    if (text.includes(":")) throw new Refused("uri_form");
    return FACTS[network].readTarget(services, text);
  } catch (error) {
    if (error instanceof Refused) throw DomainError.at("address", "address_invalid");
    throw error;
  }
}

/**
 * The venue's address and what it gets; undefined for other moves.
 * @throws DomainError `state_conflict` if the house trades nowhere; `address_invalid`, `address_own`; `validation_failed`,
 * `amount_below_minimum`
 */
async function destinationOf(
  services: ActServices,
  network: Network,
  coin: MarketCurrency,
  { what, address: typed = "", amount: text = "" }: z.output<typeof coinMoveInput>,
): Promise<VenuePayment | undefined> {
  if (what !== "venue") return undefined;
  requiredVenue(services);
  // Coins that stay ours would leave the books.
  const { address, script } = targetOf(services, network, typed);
  const ours = await watchedAmong(services.database, network, [script]);
  if (ours.size > 0) throw DomainError.at("address", "address_own");
  const parsed = parseAmount(text, coin);
  const least = coinUnits(coin.chain?.withdrawal_min ?? "0", coin);
  if (!parsed.ok) throw DomainError.at("amount", "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  if (parsed.amount < least || parsed.amount === 0n)
    throw DomainError.at("amount", "amount_below_minimum", ownMessage.minimum(exactMoney(least, coin.code)));
  return { address, amount: parsed.amount };
}

/**
 * The venue is paid once: not while the same move is open, nor while a file that was taken may pay it and no coin is free that would replace
 * that file.
 * @throws DomainError `state_conflict`
 */
async function requireOnce(
  tx: WriteTx,
  services: ActServices,
  { network, to, unburied }: Once,
): Promise<void> {
  if (unburied.some(({ isVenue, isFree }) => isVenue && !isFree))
    throw new DomainError("state_conflict", { message: OWN_MESSAGES.moveUnsettled });
  for (const payout of await listOpenVenueMoves(tx, network)) {
    const open = venuePaymentOf(services, payout);
    if (open?.address === to.address && open.amount === to.amount)
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.moveOpen });
  }
}

const MOVES = { sweep: "a sweep", consolidate: "a consolidation", venue: "a move to the venue" } as const;

/**
 * Makes a batch without customers' payments: a sweep brings customers' deposits into the treasury, a consolidation makes one coin of the
 * treasury's many, and a move sends some of them to the venue. The first two spend no coin that costs more than it brings. It throws
 * `validation_failed` at `network` if no coin is on it, `state_conflict` if there is nothing to move or the fee is above the signer's
 * ceiling, as `destinationOf` and `requireOnce` for the venue, and `paused`.
 */
export const createCoinMove = alone({
  title: "Move our own coins",
  roles: ["finance"],
  moves: {
    what: "nothing: makes a batch",
    people: "one",
    why: "two people release the batch, for the venue two others",
  },
  confirmed: true,
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
    const coin = await followedCoinOn(services, network);
    const to = await destinationOf(services, network, coin, input);
    const asked = { network, currency: coin.code, what: input.what, to, again: [], candidates: [] };
    return { currency: coin.code, to, open: await PAYOUTS[network].prepare(services, asked) };
  },
  plan: (tx, { services, operator, known: { currency, to, open } }, { network, what }) =>
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
        const drafting = await open(tx);
        if (to !== undefined) await requireOnce(tx, services, { network, to, unburied: drafting.unburied });
        const change_script = await treasuryScript(tx, services, network);
        const draft = newDraft(services, operator, { network, currency, what, to, change_script });
        const chosen = drafting.choose(draft, []);
        await insertCoinPayout(tx, draft);
        await chosen.write(tx, 0n);
        return coinPayoutOf(tx, services, draft.id);
      },
    }),
});
