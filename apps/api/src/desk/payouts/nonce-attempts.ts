/** Attempts on networks with accounts: each is one transaction of an account, with a nonce that it owns. */
import { createHash } from "node:crypto";
import type { CoinAttemptKind } from "@wattle/contracts/choices";
import { claimNonces, type NonceAttempt } from "@wattle/db/coin-nonces";
import { insertAttempt, NOT_TAKEN } from "@wattle/db/coin-attempts";
import type { LeftOut } from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { PLAIN_GAS, type Transfer } from "@wattle/ethereum/transfer";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import { unitsAbove } from "../../coins/coin-network.ts";
import type { ActServices } from "../approvals/act.ts";
import { requireNetwork } from "./draft-coin-payouts.ts";
import { emptyRates, type GasRates } from "./gas-rates.ts";
import type { Chosen } from "./network-payouts.ts";

/** A transaction that an attempt will be. */
export interface Planned {
  readonly kind: CoinAttemptKind;
  /** Scripts of the accounts. */
  readonly sender: string;
  readonly to: string;
  readonly nonce: bigint;
  /** Smallest units. */
  readonly value: bigint;
  readonly gas: bigint;
  readonly rates: GasRates;
  /** The withdrawal that it pays, if it pays one. */
  readonly member: Payment | null;
}

/** A transaction to ourselves, that only spends its nonce, at no more than the signer's ceiling. */
export const emptyOf = (sender: string, nonce: bigint, rates: GasRates): Planned => ({
  kind: "cancel",
  sender,
  to: sender,
  nonce,
  value: 0n,
  gas: PLAIN_GAS,
  rates: emptyRates(rates),
  member: null,
});

/** Base units that a fee and all it pays take at most. */
export const costOf = ({ value, gas, rates }: Pick<Planned, "value" | "gas" | "rates">): bigint =>
  value * WEI_PER_UNIT + gas * rates.maxFee;

type Written = Pick<NonceAttempt, "nonce" | "value" | "size" | "fee_rate" | "tip_rate">;

/** The transaction of an attempt. */
export const transferOf = (
  chainId: bigint,
  { nonce, value, size, fee_rate, tip_rate }: Written,
  to: string,
): Transfer => ({
  chainId,
  nonce,
  to,
  value: value * WEI_PER_UNIT,
  gasLimit: size,
  maxFee: fee_rate,
  maxTip: tip_rate,
});

/** A hash of all that is signed. An attempt keeps it, so that no other transaction comes of it. */
export const digestOf = (sender: string, transfer: Transfer): string =>
  createHash("sha256")
    .update([sender, ...Object.entries(transfer).flat()].join(" "))
    .digest("hex");

async function write(
  tx: WriteTx,
  { clock, config, ids }: ActServices,
  { id: payout_id, network }: CoinPayoutRow,
  { planned, position }: { planned: readonly Planned[]; position: bigint },
): Promise<void> {
  const at = BigInt(clock.now());
  const settled = await requireNetwork(tx, network);
  for (const [script, own] of Map.groupBy(planned, ({ sender }) => sender))
    await claimNonces(
      tx,
      { network, script, at, settled },
      own.map(({ nonce }) => nonce),
    );
  for (const { kind, sender, to, nonce, value, gas, rates, member } of planned) {
    const parts = { nonce, value, size: gas, fee_rate: rates.maxFee, tip_rate: rates.maxTip };
    const attempt: CoinAttempt = {
      id: ids.uuid(),
      payout_id,
      position,
      kind,
      txid: null,
      fee: gas * rates.maxFee,
      change: 0n,
      sender,
      transaction_id: member?.id ?? null,
      ...parts,
      digest: digestOf(sender, transferOf(BigInt(config.ETHEREUM_CHAIN_ID), parts, to)),
      made_at: at,
      ...NOT_TAKEN,
    };
    await insertAttempt(tx, attempt, network, [{ txid: sender, output: nonce }]);
  }
}

/** The highest rate of those that pay someone, if one does: empty ones that take the place of others can be far above it. */
export function rateOf(all: readonly { readonly kind: CoinAttemptKind; readonly rate: bigint }[]): bigint {
  const paying = all.filter(({ kind }) => kind !== "cancel");
  return (paying.length > 0 ? paying : all).reduce((most, { rate }) => (rate > most ? rate : most), 0n);
}

/** Transactions of a batch. */
export const asChosen = (
  services: ActServices,
  payout: CoinPayoutRow,
  planned: readonly Planned[],
  leftOut: readonly LeftOut[] = [],
): Chosen => ({
  members: planned.flatMap(({ member }) => member ?? []),
  leftOut,
  rate: rateOf(planned.map(({ kind, rates }) => ({ kind, rate: rates.maxFee }))),
  fee: unitsAbove(
    payout.network,
    planned.reduce((sum, { gas, rates }) => sum + gas * rates.maxFee, 0n),
  ),
  write: (tx, position) => write(tx, services, payout, { planned, position }),
});
