/** The unsigned file of a batch on Ethereum. It is made again each time from what is sealed and booked. */
import { DomainError } from "@wattle/contracts/errors";
import { listAttemptCoins, listAttempts } from "@wattle/db/coin-attempts";
import { nonceAttempt, type NonceAttempt } from "@wattle/db/coin-nonces";
import type { Reader } from "@wattle/db/database";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { parseAddress } from "@wattle/ethereum/address";
import { buildBatchFile, type Purpose } from "@wattle/ethereum/batch-file";
import { checkSigned } from "@wattle/ethereum/check-signed";
import type { Wallet } from "@wattle/ethereum/descriptor";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { ethereumWallet } from "../../coins/ethereum-facts.ts";
import { placeOfScript } from "../../coins/wallets.ts";
import type { ActServices } from "../approvals/act.ts";
import { coinPaymentsOf, type CoinPayment } from "./coin-payments.ts";
import type { SignedAttempt } from "./network-payouts.ts";
import { digestOf, transferOf } from "./nonce-attempts.ts";

/** The key of an account of ours. @throws WalletChanged */
export async function placeOf(
  reader: Reader,
  services: ActServices,
  script: string,
): Promise<{ readonly wallet: Wallet; readonly index: number }> {
  const { descriptor, index } = await placeOfScript(reader, services, ETHEREUM, script);
  return { wallet: ethereumWallet(descriptor), index };
}

const changed = (): DomainError => new DomainError("state_conflict");

/** A withdrawal has one nonce in all files of a batch: no two of its transactions can be in blocks. @throws DomainError `state_conflict` */
function requireOneNonceEach(attempts: readonly NonceAttempt[]): void {
  const nonces = new Map<string, string>();
  for (const { transaction_id: pays, sender, nonce, position } of attempts) {
    if (pays === null) continue;
    const own = `${sender}:${nonce}`;
    const twice = attempts.filter((each) => each.transaction_id === pays && each.position === position);
    if ((nonces.get(pays) ?? own) !== own || twice.length > 1) throw changed();
    nonces.set(pays, own);
  }
}

/** The payment of an attempt: to whom, as what is sealed says, and how much, as the books say. @throws DomainError `state_conflict` */
function paidBy(
  { what, change_script }: CoinPayoutRow,
  { kind, sender, transaction_id: pays, value }: NonceAttempt,
  payments: readonly CoinPayment[],
): { readonly to: string; readonly value: bigint } {
  if (kind === "cancel") return { to: sender, value: 0n };
  if (what === "sweep") return { to: change_script, value };
  const payment = payments.find(({ member }) => (member?.id ?? null) === pays);
  if (payment === undefined) throw changed();
  return { to: parseAddress(payment.address).script, value: payment.amount };
}

/**
 * The purpose of a transaction, as the file says it. The signer knows the treasury of its own seed only: a sweep to a new seed is a payment
 * for it, and its limit for the day counts that.
 */
const purposeOf = ({ kind }: CoinAttempt, isOfOneSeed: boolean): Purpose =>
  kind === "pay" && isOfOneSeed ? "sweep" : kind;

/**
 * The unsigned file of attempts: the same each time.
 * @throws DomainError `state_conflict` if it is no longer what was released; WalletChanged
 */
export async function batchFileOf(
  services: ActServices,
  payout: CoinPayoutRow,
  newest: readonly CoinAttempt[],
): Promise<Uint8Array> {
  const { read } = services.database;
  const chainId = BigInt(services.config.ETHEREUM_CHAIN_ID);
  requireOneNonceEach((await listAttempts(read, payout.id)).map(nonceAttempt));
  const payments = await coinPaymentsOf(read, services, payout);
  const swept = payout.what === "sweep" ? await placeOf(read, services, payout.change_script) : undefined;
  const transfers = [];
  for (const attempt of newest.map(nonceAttempt)) {
    const [coin, ...more] = await listAttemptCoins(read, payout.network, attempt.id);
    const { sender, nonce, digest } = attempt;
    const isItsNonce = coin?.txid === sender && coin?.output === nonce && more.length === 0;
    const { to, value } = paidBy(payout, attempt, payments);
    const transfer = transferOf(chainId, { ...attempt, value }, to);
    if (!isItsNonce || value !== attempt.value) throw changed();
    if (digestOf(sender, transfer) !== digest) throw changed();
    const from = await placeOf(read, services, sender);
    const isOfOneSeed = from.wallet.fingerprint === swept?.wallet.fingerprint;
    transfers.push({ transfer, from, what: purposeOf(attempt, isOfOneSeed) });
  }
  return buildBatchFile({ chainId, transfers });
}

/** The signed transactions of a file, each for its attempt. @throws Refused; DomainError `state_conflict` if one is of no attempt */
export const signedAttempts = (
  released: Uint8Array,
  content: Uint8Array,
  newest: readonly CoinAttempt[],
): SignedAttempt[] =>
  checkSigned(released, content).map(({ from, nonce, txid, raw }) => {
    const attempt = newest.find((each) => each.sender === from && each.nonce === nonce);
    if (attempt === undefined) throw changed();
    return { attempt, txid, raw };
  });
