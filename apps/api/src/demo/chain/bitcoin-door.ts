import { addressOfScript, parseAddress } from "@wattle/bitcoin/address";
import { formatBitcoin, parseBitcoin } from "@wattle/bitcoin/amount";
import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { formatFeeRate, parseFeeRate } from "@wattle/bitcoin/fee-rate";
import { Refused } from "@wattle/bitcoin/refused";
import { z } from "zod";
import { BITCOIN } from "../../chains/bitcoin.ts";
import { amountBy, readBody, sendInput } from "./chain-inputs.ts";
import type { OpenDoor, ShownTransaction } from "./play-door.ts";

/** In satoshi for 1,000 virtual bytes, far above our own ceiling: fees that are too high can be tried. */
const HIGHEST_RATE = 10_000_000n;

const address = z.string("Enter an address").transform((text, context) => {
  try {
    return Buffer.from(parseAddress(text, "regtest").script).toString("hex");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});
const amount = amountBy((text) => parseBitcoin(text) || undefined, "Enter an amount with up to 8 decimals");
const rateInput = z.object({
  rate: amountBy((text) => {
    const rate = parseFeeRate(text);
    return rate === undefined || rate === 0n || rate > HIGHEST_RATE ? undefined : rate;
  }, "Enter a rate in sat/vB, up to 10000"),
});

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
    rateUnit: "sat/vB",
    firstRate: "5",
    play,
    async send(body) {
      const { outputs } = sendInput(body, { address, amount, more: {} });
      const payments = outputs.map((each) => ({ script: each.address, satoshi: each.amount }));
      return { txid: await play.send(payments) };
    },
    readRate(body) {
      const { rate } = readBody(rateInput, body);
      return { fee_rate: rate, rate: formatFeeRate(rate) };
    },
    transactionsOf: ({ raw }) => transactionsOf(raw),
  };
};
