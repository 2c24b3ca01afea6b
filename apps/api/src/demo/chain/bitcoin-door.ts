import { addressOfScript, parseAddress } from "@wattle/bitcoin/address";
import { formatBitcoin, parseBitcoin } from "@wattle/bitcoin/amount";
import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { parseFeeRate } from "@wattle/bitcoin/fee-rate";
import { BITCOIN } from "../../chains/bitcoin.ts";
import { addressBy, amountBy, sendInput } from "./chain-inputs.ts";
import type { OpenDoor, ShownTransaction } from "./play-door.ts";

const address = addressBy((text) => Buffer.from(parseAddress(text, "regtest").script).toString("hex"));
const amount = amountBy((text) => parseBitcoin(text) || undefined, "Enter an amount with up to 8 decimals");

/** Outputs without an address, such as commitments, are left out. */
const transactionsOf = (raw: string): ShownTransaction[] =>
  readBlock(CHAINS.regtest, Buffer.from(raw, "hex")).transactions.map(({ txid, outputs }) => ({
    txid,
    outputs: outputs.flatMap(({ script, satoshi }) => {
      const to = addressOfScript(Buffer.from(script, "hex"), "regtest");
      return to === undefined ? [] : [{ address: to, amount: formatBitcoin(satoshi) }];
    }),
  }));

export const openBitcoinDoor: OpenDoor = ({ networks }) => {
  const play = networks.bitcoin?.play;
  if (play === undefined) return undefined;
  return {
    network: BITCOIN,
    name: "Bitcoin",
    coin: "BTC",
    firstRate: "5",
    play,
    async send(body) {
      const { outputs } = sendInput(body, { address, amount, more: {} });
      const payments = outputs.map((each) => ({ script: each.address, satoshi: each.amount }));
      return { txid: await play.send(payments) };
    },
    parseRate: parseFeeRate,
    transactionsOf: ({ raw }) => transactionsOf(raw),
  };
};
