import { checksummed, parseAddress } from "@wattle/ethereum/address";
import { formatEther, parseGwei } from "@wattle/ethereum/wei";
import { z } from "zod";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { sentOn } from "../../chains/play/ethereum/gas.ts";
import { readBlock, type EtherPayment } from "../../chains/play/ethereum/records.ts";
import { addressBy, amountBy, sendInput } from "./chain-inputs.ts";
import type { OpenDoor, ShownTransaction } from "./play-door.ts";

const DECIMALS = 18;

const address = addressBy((text) => parseAddress(text).script);

function parseEther(text: string): bigint | undefined {
  const [, whole, decimals = ""] = /^(\d{1,9})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(DECIMALS, "0")) || undefined;
}

const amount = amountBy(parseEther, "Enter an amount with up to 18 decimals");
const by = z.enum(["wallet", "contract"], "Use wallet or contract").default("wallet");

const shownPayment = ({ script, wei }: EtherPayment) => ({
  address: checksummed(script),
  amount: formatEther(wei),
});

/** Each transaction with its recipient, and with those that a contract pays. Rewards have no transaction. */
const transactionsOf = (block: { readonly raw: string }): ShownTransaction[] =>
  readBlock(block).transactions.map(({ txid, to, value, ok, sendsOn }) => ({
    txid,
    outputs: ok ? [{ script: to, wei: value }, ...sentOn({ to, sendsOn })].map(shownPayment) : [],
  }));

export const openEthereumDoor: OpenDoor = ({ networks }) => {
  const play = networks.ethereum?.play;
  if (play === undefined) return undefined;
  return {
    network: ETHEREUM,
    name: "Ethereum",
    coin: "ETH",
    firstRate: "1",
    moreToSend:
      '<label>Sent by <select name="by"><option>wallet</option><option>contract</option></select></label>',
    play,
    async send(body) {
      const { outputs, rest } = sendInput(body, { address, amount, more: { by } });
      const payments = outputs.map((each) => ({ script: each.address, wei: each.amount }));
      return {
        txid: await (rest.by === "contract" ? play.sendByContract(payments) : play.send(payments)),
      };
    },
    parseRate: parseGwei,
    transactionsOf,
  };
};
