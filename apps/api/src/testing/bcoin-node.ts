import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Address, OutScript } from "@scure/btc-signer";
import { CHAINS } from "@wattle/bitcoin/chains";
import { freePort } from "@wattle/db/testing/postgres-server";
import { bytesOf } from "../chains/chain-node.ts";
import { createJsonRpc, type AskNode } from "../chains/json-rpc.ts";
import { STRANGER_SCRIPT } from "../chains/play/bitcoin/stranger.ts";

/** Blocks until transactions may have witnesses, and the first rewards may be spent. */
const FIRST_BLOCKS = 440;
/** The stranger's address, as this node writes it. */
const STRANGER = Address({ ...CHAINS.regtest.network, bech32: "rb" }).encode(
  OutScript.decode(bytesOf(STRANGER_SCRIPT)),
);

/** A full node that others wrote, on regtest. The stranger of the play chain owns its first rewards. */
export interface BcoinNode {
  /** As `BITCOIN_NODE` names it. */
  readonly address: string;
  readonly ask: AskNode;
  readonly mine: (blocks: number) => Promise<unknown>;
  readonly close: () => void;
}

export async function startBcoin(): Promise<BcoinNode> {
  const [port, key] = [await freePort(), "key"];
  const program = path.join(import.meta.dirname, "bcoin-process.ts");
  const bcoin = spawn(process.execPath, [program, String(port), key], { stdio: ["pipe", "pipe", "ignore"] });
  await once(bcoin.stdout, "data");
  const address = `http://x:${key}@127.0.0.1:${port}`;
  const ask = createJsonRpc(address, { fetch });
  const mine = (blocks: number) => ask("generatetoaddress", [blocks, STRANGER]);
  await mine(FIRST_BLOCKS);
  return { address, ask, mine, close: () => void bcoin.kill() };
}
