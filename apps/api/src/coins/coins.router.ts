import { coinSenderInput, unnamedCoins } from "@wattle/contracts/coin-payees";
import { coinSending, setSendingInput } from "@wattle/contracts/coin-sending";
import {
  coinAddress,
  coinAddressInput,
  coinDepositPage,
  coinDepositsInput,
  incomingCoins,
  outgoingCoins,
} from "@wattle/contracts/coins";
import { z } from "zod";
import { confirmed, identitySent, may, router, verified } from "../procedures.ts";
import { listIncomingCoins, readCoinAddress } from "./customer-address.ts";
import { listCoinDeposits } from "./list-deposits.ts";
import { listOutgoingCoins } from "./outgoing-coins.ts";
import { listUnnamedCoins, nameSender } from "./senders.ts";
import { readSending, setSending } from "./sending.ts";

export const coinsRouter = router({
  /** A mutation, since the first call makes the address. */
  address: may("deposit-money")
    .meta({ token: "read", errors: ["currency_inactive", "account_under_review", "paused"] })
    .input(coinAddressInput)
    .output(coinAddress)
    .mutation(({ ctx, input }) => readCoinAddress(ctx.services, ctx.user, input.currency)),
  incoming: verified
    .meta({ token: "none" })
    .output(incomingCoins)
    .query(({ ctx }) => listIncomingCoins(ctx.services, ctx.user)),
  outgoing: verified
    .meta({ token: "none" })
    .output(outgoingCoins)
    .query(({ ctx }) => listOutgoingCoins(ctx.services, ctx.user)),
  deposits: verified
    .meta({ token: "read", costly: "page" })
    .input(coinDepositsInput)
    .output(coinDepositPage)
    .query(({ ctx, input }) => listCoinDeposits(ctx.services, ctx.user.id, input)),
  /** Coins whose sender the law asks for. */
  unnamed: verified
    .meta({ token: "none" })
    .output(unnamedCoins)
    .query(({ ctx }) => listUnnamedCoins(ctx.services, ctx.user.id)),
  nameSender: verified
    .meta({ token: "none", errors: ["not_found", "state_conflict"] })
    .input(coinSenderInput)
    .output(z.void())
    .mutation(({ ctx, input }) => nameSender(ctx, ctx.user.id, input)),
  sending: identitySent
    .meta({ token: "none" })
    .output(coinSending)
    .query(({ ctx }) => readSending(ctx.services, ctx.user.id)),
  setSending: confirmed.identitySent
    .meta({ token: "none" })
    .input(setSendingInput)
    .output(coinSending)
    .mutation(({ ctx, input }) => setSending(ctx, ctx.user.id, input.on)),
});
