import { equalBytes } from "@noble/curves/utils.js";
import { Refused } from "@wattle/bitcoin/refused";
import { Transaction } from "micro-eth-signer";
import { checksummed } from "./address.ts";

/** Gas of a transfer to an address without code. */
export const PLAIN_GAS = 21_000n;

/** A payment of ether (EIP-1559) that calls no contract with data. Amounts are in wei. */
export interface Transfer {
  readonly chainId: bigint;
  readonly nonce: bigint;
  /** The address in small letters. */
  readonly to: string;
  readonly value: bigint;
  readonly gasLimit: bigint;
  /** The most that a unit of gas may cost, its tip included. */
  readonly maxFee: bigint;
  readonly maxTip: bigint;
}

export interface SentTransfer extends Transfer {
  /** The transaction's hash, as people write it. */
  readonly txid: string;
  /** The sender's address in small letters, which follows from the signature. */
  readonly from: string;
}

/** The most that a transfer can take as its fee. */
export const highestFee = ({ gasLimit, maxFee }: Pick<Transfer, "gasLimit" | "maxFee">): bigint =>
  gasLimit * maxFee;

/** The transaction of a transfer, not signed. @throws Error if a number is out of range, or the tip is above the fee */
export const transactionOf = (transfer: Transfer) =>
  new Transaction(
    "eip1559",
    {
      chainId: transfer.chainId,
      nonce: transfer.nonce,
      to: checksummed(transfer.to),
      value: transfer.value,
      gasLimit: transfer.gasLimit,
      maxFeePerGas: transfer.maxFee,
      maxPriorityFeePerGas: transfer.maxTip,
      data: "0x",
      accessList: [],
    },
    { strict: false },
  );

type PayingTransaction = ReturnType<typeof transactionOf>;

/** The transaction in a node's bytes, of which there is only one way to write each. */
function decode(raw: Uint8Array): PayingTransaction {
  let transaction: PayingTransaction;
  try {
    const decoded = Transaction.fromBytes(raw);
    if (decoded.type !== "eip1559") throw new Refused("transfer_form");
    transaction = decoded as unknown as PayingTransaction;
    if (!equalBytes(transaction.toBytes(), raw)) throw new Refused("transfer_form");
  } catch {
    throw new Refused("transfer_form");
  }
  const { to, data, accessList } = transaction.raw;
  if (to === "0x" || data !== "0x" || accessList.length > 0) throw new Refused("transfer_data");
  return transaction;
}

/**
 * Reads a signed transfer, as nodes take it.
 * @throws Refused for any other kind of transaction, and for a signature that no chain takes
 */
export function readSignedTransfer(raw: Uint8Array): SentTransfer {
  const transaction = decode(raw);
  if (!transaction.isSigned) throw new Refused("unsigned");
  let from: string;
  try {
    from = transaction.sender.toLowerCase();
  } catch {
    throw new Refused("signature_wrong");
  }
  const { chainId, nonce, to, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction.raw;
  return {
    chainId,
    nonce,
    to: to.toLowerCase(),
    value,
    gasLimit,
    maxFee: maxFeePerGas,
    maxTip: maxPriorityFeePerGas,
    txid: transaction.hash,
    from,
  };
}
