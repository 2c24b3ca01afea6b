import type { WriteTx } from "@wattle/db/database";
import {
  addPlayAccounts,
  addPlayBlock,
  changePlayNode,
  findPlayTransaction,
  forgetPlayTransaction,
  minePlayTransactions,
  newestPlayBlocks,
  undoPlayAccounts,
} from "@wattle/db/play-chain";
import { PLAIN_GAS, readSignedTransfer } from "@wattle/ethereum/transfer";
import { heightOf } from "../../followed.ts";
import { createPlayChain, PlayError, type Mined, type PlayChain, type PlayParts } from "../play-chain.ts";
import { FORWARDER, gasNeeded, gasPrice, REFUSER, sentOn, TIP, TOKEN } from "./gas.ts";
import { accountNow, offerTransfer, waitingTransfers, type Account } from "./mempool.ts";
import {
  blockHash,
  readBlock,
  readTransaction,
  writeBlock,
  type EtherBlock,
  type EtherPayment,
  type PlayTransaction,
} from "./records.ts";
import { signByStranger, STRANGER } from "./stranger.ts";

type EtherParts = PlayParts & { readonly chainId: bigint };

const FIRST_BASE_FEE = 1_000_000_000n;
/** Blocks of a new chain, after the first one. */
const FIRST_BLOCKS = 10;
const STRANGERS_WEALTH = 10n ** 24n;
/** Base fees until a transaction of the stranger offers too little. */
const PATIENCE = 10n;

export interface EtherPlay extends PlayChain<EtherPayment> {
  /** The stranger pays through a contract: the payments are in no transaction. @throws PlayError */
  readonly sendByContract: (payments: readonly EtherPayment[]) => Promise<string>;
  /** The stranger sends tokens, whose smallest parts `wei` counts. @throws PlayError */
  readonly sendTokens: (payments: readonly EtherPayment[]) => Promise<string>;
}

/** The accounts that a block changes, as they are so far. */
class Accounts {
  readonly #all = new Map<string, Account>();
  readonly #tx: WriteTx;
  readonly #network: string;
  constructor(tx: WriteTx, network: string) {
    this.#tx = tx;
    this.#network = network;
  }

  async at(script: string): Promise<Account> {
    return this.#all.get(script) ?? accountNow(this.#tx, this.#network, script);
  }

  async change(script: string, wei: bigint, nonces = 0n): Promise<void> {
    const before = await this.at(script);
    this.#all.set(script, { wei: before.wei + wei, nonce: before.nonce + nonces });
  }

  keep(height: bigint): Promise<void> {
    const rows = [...this.#all].map(([script, { wei, nonce }]) => ({
      network: this.#network,
      script,
      height,
      wei: String(wei),
      nonce,
    }));
    return addPlayAccounts(this.#tx, rows);
  }
}

/** Does a transaction in a block. @returns undefined if it waits for another one */
async function execute(
  accounts: Accounts,
  transaction: PlayTransaction & { readonly txid: string },
  baseFee: bigint,
): Promise<EtherBlock["transactions"][number] | undefined> {
  const { txid, from, to, nonce, value, gasLimit, sendsOn } = transaction;
  const price = gasPrice(transaction, baseFee);
  const sender = await accounts.at(from);
  if (price === undefined || sender.nonce !== nonce || sender.wei < value + gasLimit * price)
    return undefined;
  const needed = gasNeeded(to);
  const ok = to !== REFUSER && needed <= gasLimit;
  const fee = (needed < gasLimit ? needed : gasLimit) * price;
  await accounts.change(from, -fee - (ok ? value : 0n), 1n);
  if (ok) {
    const paid = sentOn(transaction);
    const payments = paid.length > 0 ? paid : [{ script: to, wei: value }];
    for (const { script, wei } of payments) await accounts.change(script, wei);
  }
  return { txid, from, to, nonce, value, ok, fee, sendsOn: ok ? sendsOn : [] };
}

/** Mines the next block, in the transaction that has locked the chain. */
async function mineNext(
  tx: WriteTx,
  { network, now }: EtherParts,
  rewards: readonly EtherPayment[] = [],
): Promise<Mined> {
  const [newest] = await newestPlayBlocks(tx, network, 1);
  const node = await changePlayNode(tx, network);
  if (newest === undefined || node === undefined) throw new PlayError("the chain has no block yet");
  const height = newest.height + 1n;
  const accounts = new Accounts(tx, network);
  const transactions: EtherBlock["transactions"] = [];
  const inTurn = (await waitingTransfers(tx, network)).toSorted((a, b) =>
    Number.parseInt(String(a.nonce - b.nonce), 10),
  );
  for (const waiting of inTurn) {
    const done = await execute(accounts, waiting, node.fee_rate);
    if (done !== undefined) transactions.push(done);
  }
  for (const { script, wei } of rewards) await accounts.change(script, wei);
  const raw = writeBlock({
    parent: newest.hash,
    time: Math.max(readBlock(newest).time + 1, Math.floor(now() / 1000)),
    salt: String(node.changes),
    rewards: [...rewards],
    transactions,
  });
  const hash = blockHash(raw);
  await addPlayBlock(tx, { network, height, hash, raw });
  await minePlayTransactions(
    tx,
    transactions.map(({ txid }) => txid),
    height,
  );
  await accounts.keep(height);
  return { height: heightOf(height), hash };
}

/** The stranger's next nonce, behind all that waits. */
async function nextNonce(tx: WriteTx, network: string): Promise<bigint> {
  const own = (await waitingTransfers(tx, network)).filter(({ from }) => from === STRANGER);
  const { nonce } = await accountNow(tx, network, STRANGER);
  return own.reduce((next, waiting) => (waiting.nonce >= next ? waiting.nonce + 1n : next), nonce);
}

interface StrangersPayment {
  readonly to: string;
  readonly value: bigint;
  readonly sendsOn?: readonly EtherPayment[];
}

async function payOne(
  tx: WriteTx,
  { network, chainId }: EtherParts,
  { to, value, sendsOn }: StrangersPayment,
): Promise<string> {
  const node = await changePlayNode(tx, network);
  const raw = signByStranger({
    chainId,
    nonce: await nextNonce(tx, network),
    to,
    value,
    gasLimit: gasNeeded(to),
    maxFee: PATIENCE * (node?.fee_rate ?? FIRST_BASE_FEE) + TIP,
    maxTip: TIP,
  });
  const refused = await offerTransfer(tx, { network, chainId }, raw, sendsOn);
  if (refused !== undefined) throw new PlayError(refused);
  return readSignedTransfer(raw).txid;
}

/** A transaction for each payment. @returns the last one's id */
async function pay(tx: WriteTx, parts: EtherParts, payments: readonly EtherPayment[]): Promise<string> {
  let last = "";
  for (const { script, wei } of payments) last = await payOne(tx, parts, { to: script, value: wei });
  return last;
}

/** The stranger uses a transaction's nonce otherwise, and pays itself nothing. */
async function doubleSpend(tx: WriteTx, { network, chainId }: EtherParts, txid: string): Promise<void> {
  const found = await findPlayTransaction(tx, txid);
  if (found?.height !== null) throw new PlayError(`the blocks have no transaction ${txid}`);
  const { from, nonce, maxFee, maxTip } = readTransaction(found);
  if (from !== STRANGER) throw new PlayError("only the stranger's own transactions can be dropped");
  await forgetPlayTransaction(tx, txid);
  const raw = signByStranger({
    chainId,
    nonce,
    to: STRANGER,
    value: 0n,
    gasLimit: PLAIN_GAS,
    maxFee: maxFee * 2n,
    maxTip: maxTip * 2n,
  });
  const refused = await offerTransfer(tx, { network, chainId }, raw);
  if (refused !== undefined) throw new PlayError(refused);
}

async function begin(tx: WriteTx, parts: EtherParts): Promise<void> {
  const { network, now } = parts;
  const raw = writeBlock({
    parent: `0x${"0".repeat(64)}`,
    time: Math.floor(now() / 1000) - FIRST_BLOCKS,
    salt: network,
    rewards: [{ script: STRANGER, wei: STRANGERS_WEALTH }],
    transactions: [],
  });
  await addPlayBlock(tx, { network, height: 0n, hash: blockHash(raw), raw });
  await addPlayAccounts(tx, [
    { network, script: STRANGER, height: 0n, wei: String(STRANGERS_WEALTH), nonce: 0n },
  ]);
  for (let block = 0; block < FIRST_BLOCKS; block++) await mineNext(tx, parts);
}

/** Ethereum with the rules of money, and three contracts. */
export const createEthereumPlay = (parts: EtherParts): EtherPlay => ({
  ...createPlayChain<EtherPayment>(parts, {
    firstRate: FIRST_BASE_FEE,
    begin: (tx) => begin(tx, parts),
    mine: (tx, rewards) => mineNext(tx, parts, rewards),
    pay: (tx, payments) => pay(tx, parts, payments),
    async undo(tx) {
      const [newest] = await newestPlayBlocks(tx, parts.network, 1);
      await undoPlayAccounts(tx, parts.network, newest?.height ?? 0n);
    },
    doubleSpend: (tx, txid) => doubleSpend(tx, parts, txid),
  }),
  sendByContract: (payments) =>
    parts.database.write((tx) => {
      const value = payments.reduce((sum, { wei }) => sum + wei, 0n);
      return payOne(tx, parts, { to: FORWARDER, value, sendsOn: payments });
    }),
  sendTokens: (payments) =>
    parts.database.write((tx) => payOne(tx, parts, { to: TOKEN, value: 0n, sendsOn: payments })),
});
