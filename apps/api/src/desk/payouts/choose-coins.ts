/** Which coins a batch spends. */
import { parseAddress } from "@wattle/bitcoin/address";
import { selectCoins, type Coin, type Replaced, type Selection } from "@wattle/bitcoin/coin-selection";
import { HIGHEST_FEE } from "@wattle/bitcoin/fee-rate";
import { paymentTxid, type PaymentOutput } from "@wattle/bitcoin/payment-file";
import { Refused } from "@wattle/bitcoin/refused";
import type { CoinAttemptKind } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { insertAttempt, NOT_TAKEN, type OwnCoin } from "@wattle/db/coin-attempts";
import type { WriteTx } from "@wattle/db/database";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { bytesOf } from "../../chains/chain-node.ts";
import { heightOf } from "../../chains/followed.ts";
import type { Services } from "../../services.ts";
import type { CoinPayment } from "./coin-payments.ts";

/** A coin of ours as the selection knows it. */
export type Spendable = Coin;

export const spendableOf = ({ txid, output, amount, role }: OwnCoin): Spendable => ({
  txid,
  output: heightOf(output),
  satoshi: BigInt(amount),
  treasury: role === "treasury",
});

type Point = Pick<OwnCoin, "txid" | "output">;

export const samePoint = (a: Point, b: Point): boolean => a.txid === b.txid && a.output === b.output;

/** A payment as a transaction of Bitcoin has it. */
export interface CoinOutput {
  readonly member: CoinPayment["member"];
  readonly script: Uint8Array;
  readonly satoshi: bigint;
}

export const outputOf = (
  { config }: Pick<Services, "config">,
  { member, address, amount }: CoinPayment,
): CoinOutput => ({
  member,
  script: parseAddress(address, config.BITCOIN_CHAIN).script,
  satoshi: amount,
});

export interface Choosing {
  readonly payments: readonly CoinOutput[];
  readonly coins: readonly Spendable[];
  /** Satoshi for 1,000 virtual bytes. */
  readonly rate: bigint;
  readonly changeScript: string;
  readonly required?: readonly Spendable[];
  readonly replaces?: readonly (readonly Spendable[])[];
  readonly replaced?: Replaced | undefined;
  readonly all?: boolean;
}

/** Coins that were chosen, with what they pay. */
export interface ChosenCoins {
  readonly payments: readonly CoinOutput[];
  readonly rate: bigint;
  readonly selection: Selection<Spendable>;
  readonly outputs: readonly PaymentOutput[];
}

/** The refusals of a selection that only other coins help against. */
const SHORT = { coins_short: OWN_MESSAGES.coinsShort, coins_scattered: OWN_MESSAGES.coinsScattered } as const;

/** @throws Refused as `selectCoins` */
function choose({ changeScript: hex, ...request }: Choosing): ChosenCoins {
  const changeScript = bytesOf(hex);
  const selection = selectCoins({ ...request, changeScript });
  const change = selection.change > 0n ? [{ script: changeScript, satoshi: selection.change }] : [];
  const outputs = [...request.payments.map(({ script, satoshi }) => ({ script, satoshi })), ...change];
  return { payments: request.payments, rate: request.rate, selection, outputs };
}

/** The same. @throws DomainError `state_conflict` if the coins do not suffice; Refused for the fee rate */
export function chooseOrConflict(choosing: Choosing): ChosenCoins {
  try {
    return choose(choosing);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.reason !== "coins_short" && error.reason !== "coins_scattered") throw error;
    throw new DomainError("state_conflict", { message: SHORT[error.reason] });
  }
}

/**
 * Chooses coins for as many payments as they suffice for, and as the signer's ceiling for a fee allows: the oldest first.
 * @throws DomainError as `chooseOrConflict`
 */
export function chooseForMost(choosing: Choosing): ChosenCoins {
  let { payments } = choosing;
  for (;;) {
    try {
      const chosen = choose({ ...choosing, payments });
      if (chosen.selection.fee <= HIGHEST_FEE || payments.length === 1) return chosen;
    } catch (error) {
      if (!(error instanceof Refused) || payments.length === 1)
        return chooseOrConflict({ ...choosing, payments });
    }
    payments = payments.slice(0, -1);
  }
}

/** Writes an attempt that was chosen. From then on it owns its coins. */
export async function addAttempt(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  payout: CoinPayoutRow,
  kind: CoinAttemptKind,
  { selection, outputs, rate }: ChosenCoins,
  position: bigint,
): Promise<void> {
  const attempt: CoinAttempt = {
    id: ids.uuid(),
    payout_id: payout.id,
    position,
    kind,
    txid: paymentTxid(selection.inputs, outputs),
    fee_rate: rate,
    fee: selection.fee,
    change: selection.change,
    size: BigInt(selection.size),
    sender: null,
    nonce: null,
    transaction_id: null,
    value: null,
    tip_rate: null,
    digest: null,
    made_at: BigInt(clock.now()),
    ...NOT_TAKEN,
  };
  const coins = selection.inputs.map(({ txid, output }) => ({ txid, output: BigInt(output) }));
  await insertAttempt(tx, attempt, payout.network, coins);
}
