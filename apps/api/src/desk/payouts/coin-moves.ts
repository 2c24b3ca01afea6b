import { coinMoveInput, coinPayout } from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { insertCoinPayout, lockCoinPayouts } from "@wattle/db/coin-payouts";
import { coinOn, isFollowed } from "../../coins/coin-network.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { addAttempt, chooseOrConflict } from "./choose-coins.ts";
import { freeCoins, newDraft } from "./coin-payouts.ts";
import { nodeRate } from "./node-rate.ts";
import { coinPayoutOf } from "./read-coin-payouts.ts";

/**
 * Makes a batch without payments: a sweep brings customers' deposits into the treasury, a consolidation makes one coin of the
 * treasury's many. Neither spends a coin that costs more than it brings. It throws `validation_failed` at `network` if no coin is on
 * it, `state_conflict` if there is nothing to move, and `paused`.
 */
export const createCoinMove = alone({
  title: "Move our own coins",
  roles: ["finance"],
  moves: { what: "nothing: makes a batch", people: "one", why: "two people release the batch" },
  errors: ["paused", "service_unavailable", "state_conflict"],
  input: coinMoveInput,
  output: coinPayout,
  look: async (services, { network }) => {
    const coin = coinOn((await services.markets()).currencies, network);
    if (coin === undefined || !isFollowed(services, network))
      throw DomainError.at("network", "validation_failed", OWN_MESSAGES.noCoinOnNetwork);
    return { currency: coin.code, rate: await nodeRate(services) };
  },
  plan: (tx, { services, operator, known: { currency, rate } }, { network, what }) =>
    Promise.resolve({
      subject: `a ${what === "sweep" ? "sweep" : "consolidation"} on ${network}`,
      changes: [{ what: "Batch", before: "None", after: "Draft" }],
      log: ({ id, fee }) => ({ action: "coin_payout.moved", subject: id, details: { network, what, fee } }),
      run: async () => {
        await lockCoinPayouts(tx, network);
        const { coins, unburied } = await freeCoins(tx, { network, currency });
        const moved = coins.filter(({ treasury }) => treasury === (what === "consolidate"));
        // One coin of the treasury is as good as another.
        if (moved.length < (what === "sweep" ? 1 : 2))
          throw new DomainError("state_conflict", { message: OWN_MESSAGES.noCoinToMove });
        const draft = await newDraft(tx, services, operator, { network, currency, what });
        const chosen = chooseOrConflict({
          payments: [],
          coins: moved,
          rate,
          changeScript: draft.change_script,
          replaces: unburied.filter(({ free }) => free.length > 0).map(({ free }) => free),
          all: true,
        });
        await insertCoinPayout(tx, draft);
        await addAttempt(tx, services, draft, "pay", chosen);
        return coinPayoutOf(tx, services, draft.id);
      },
    }),
});
