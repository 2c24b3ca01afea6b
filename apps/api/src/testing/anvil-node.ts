import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { freePort } from "@wattle/db/testing/postgres-server";
import { createJsonRpc, type AskNode } from "../chains/json-rpc.ts";

/** A stranger with ether: anvil's first account, which it signs for. */
const STRANGER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

/** A full node that others wrote. It makes blocks only when asked, and finalizes all but the last two. */
export interface AnvilNode {
  /** As `ETHEREUM_NODES` names it. */
  readonly address: string;
  readonly chainId: bigint;
  readonly ask: AskNode;
  /** Makes blocks. The first takes all waiting transactions. */
  readonly mine: (blocks: number) => Promise<void>;
  /** Sends ether of the stranger. @param data for a contract @returns its txid */
  readonly send: (to: string, wei: bigint, data?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const require = createRequire(import.meta.url);

/** The package has the program for one platform only, and is not installed on others. */
function programFile(): string | undefined {
  try {
    const program = path.join(
      path.dirname(require.resolve("@foundry-rs/anvil-linux-amd64/package.json")),
      "bin/anvil",
    );
    return process.platform === "linux" && process.arch === "x64" && existsSync(program)
      ? program
      : undefined;
  } catch {
    return undefined;
  }
}

const PROGRAM = programFile();
export const hasAnvil = PROGRAM !== undefined;

const hexOf = (number: bigint | number): string => `0x${number.toString(16)}`;

/** Starts a node with a chain of its own. */
export async function startAnvil(chainId = 31_337n): Promise<AnvilNode> {
  if (PROGRAM === undefined) throw new Error("there is no anvil for this platform");
  const port = await freePort();
  const options = ["--host", "127.0.0.1", "--port", `${port}`, "--chain-id", `${chainId}`];
  const anvil = spawn(PROGRAM, [...options, "--no-mining", "--slots-in-an-epoch", "1"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  while (!said.includes("Listening on")) said += String(await once(anvil.stdout, "data"));
  anvil.stdout.resume();
  const address = `http://127.0.0.1:${port}`;
  const ask = createJsonRpc(address, { fetch, version: "2.0" });
  return {
    address,
    chainId,
    ask,
    mine: async (blocks) => {
      await ask("anvil_mine", [hexOf(blocks)]);
    },
    send: async (to, wei, data = "0x") =>
      String(await ask("eth_sendTransaction", [{ from: STRANGER, to, value: hexOf(wei), data }])),
    close: async () => {
      const ended = once(anvil, "exit");
      anvil.kill();
      await ended;
    },
  };
}
