/** The unsigned file of an attempt. It is made again each time from what is sealed and booked, so that none is kept that someone could change. */
import {
  buildPaymentFile,
  paymentTxid,
  type PaymentInput,
  type PaymentOutput,
  type Place,
} from "@wattle/bitcoin/payment-file";
import { readPaymentFile } from "@wattle/bitcoin/read-payment-file";
import { DomainError } from "@wattle/contracts/errors";
import { listAttemptCoins } from "@wattle/db/coin-attempts";
import type { Reader } from "@wattle/db/database";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { bytesOf } from "../../chains/chain-node.ts";
import { heightOf } from "../../chains/followed.ts";
import { bitcoinWallet } from "../../coins/bitcoin-facts.ts";
import { previousOf } from "../../coins/previous-transactions.ts";
import { placeOfScript } from "../../coins/wallets.ts";
import type { ActServices } from "../approvals/act.ts";
import { outputOf } from "./choose-coins.ts";
import { coinPaymentsOf } from "./coin-payments.ts";

/** The keys of a script of ours. @throws WalletChanged */
async function placeOf(
  reader: Reader,
  services: ActServices,
  network: CoinPayoutRow["network"],
  script: string,
): Promise<Place> {
  const { descriptor, ...place } = await placeOfScript(reader, services, network, script);
  return { wallet: bitcoinWallet(services, descriptor), ...place };
}

async function outputsOf(
  reader: Reader,
  services: ActServices,
  payout: CoinPayoutRow,
  { kind, change }: CoinAttempt,
): Promise<PaymentOutput[]> {
  const paid = kind === "cancel" ? [] : await coinPaymentsOf(reader, services, payout);
  const outputs = paid.map((payment): PaymentOutput => {
    const { script, satoshi } = outputOf(services, payment);
    return { script, satoshi };
  });
  if (change === 0n) return outputs;
  const place = await placeOf(reader, services, payout.network, payout.change_script);
  return [...outputs, { script: bytesOf(payout.change_script), satoshi: change, place }];
}

/**
 * The unsigned file of an attempt: the same each time.
 * @throws DomainError `state_conflict` if it is no longer what was released; WalletChanged
 */
export async function paymentFileOf(
  services: ActServices,
  payout: CoinPayoutRow,
  attempt: CoinAttempt,
): Promise<Uint8Array> {
  const { read } = services.database;
  const { network } = payout;
  const previous = new Map<string, Uint8Array>();
  const inputs: PaymentInput[] = [];
  for (const coin of await listAttemptCoins(read, network, attempt.id)) {
    const raw = previous.get(coin.txid) ?? (await previousOf(services, network, coin));
    previous.set(coin.txid, raw);
    const place = await placeOf(read, services, network, coin.script);
    inputs.push({ ...place, txid: coin.txid, output: heightOf(coin.output), previous: raw });
  }
  const outputs = await outputsOf(read, services, payout, attempt);
  const file = buildPaymentFile(inputs, outputs);
  if (paymentTxid(inputs, outputs) !== attempt.txid || readPaymentFile(file).fee !== attempt.fee)
    throw new DomainError("state_conflict");
  return file;
}
