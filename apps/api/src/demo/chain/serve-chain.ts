import { Refused } from "@wattle/bitcoin/refused";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { newestPlayBlocks, waitingPlayTransactions } from "@wattle/db/play-chain";
import type { FastifyInstance } from "fastify";
import { heightOf } from "../../chains/followed.ts";
import { PlayError } from "../../chains/play/play-chain.ts";
import { FACTS } from "../../coins/coin-network.ts";
import { signWithDemoKey } from "../demo-signer.ts";
import { openBitcoinDoor } from "./bitcoin-door.ts";
import {
  mineInput,
  networkInput,
  nodeInput,
  rateInput,
  readBody,
  reorgInput,
  signInput,
} from "./chain-inputs.ts";
import { chainPage } from "./chain-page.ts";
import { openEthereumDoor } from "./ethereum-door.ts";
import type { ChainServices, OpenDoor, PlayDoor } from "./play-door.ts";

const MOST_BLOCKS = 50;

const DOORS: Readonly<Record<Network, OpenDoor>> = { bitcoin: openBitcoinDoor, ethereum: openEthereumDoor };

/** Play chains of the demo, with their first blocks. @throws DomainError `not_found` if there is none */
async function openDoors(services: ChainServices): Promise<PlayDoor[]> {
  const doors = services.config.DEMO ? Object.values(DOORS).flatMap((open) => open(services) ?? []) : [];
  if (doors.length === 0) throw new DomainError("not_found");
  for (const { play } of doors) await play.begin();
  return doors;
}

async function shownChain({ database: { read } }: ChainServices, door: PlayDoor) {
  const { network } = door;
  const blocks = (await newestPlayBlocks(read, network, MOST_BLOCKS)).map((block) => ({
    height: heightOf(block.height),
    hash: block.hash,
    transactions: door.transactionsOf(block),
  }));
  const mempool = (await waitingPlayTransactions(read, network)).map(({ txid }) => txid);
  const { height, hash } = blocks[0] ?? { height: 0, hash: "" };
  return { network, height, hash, mempool, blocks };
}

/** Signs a file for the demo's wallets. @throws PlayError */
function signDemoFile(content: string): string {
  try {
    return Buffer.from(signWithDemoKey(Buffer.from(content, "base64"))).toString("base64");
  } catch (error) {
    throw error instanceof Refused ? new PlayError(error.message) : error;
  }
}

type Act = (door: PlayDoor, body: unknown) => Promise<object>;

/** Acts by the last part of their address, each with the field at which a refusal shows. */
const ACTS: Readonly<Record<string, readonly [string, Act]>> = {
  send: ["amount", (door, body) => door.send(body)],
  mine: ["blocks", ({ play }, body) => play.mine(readBody(mineInput, body).blocks)],
  reorg: [
    "depth",
    ({ play }, body) => {
      const { depth, drop } = readBody(reorgInput, body);
      return play.reorganise(depth, drop);
    },
  ],
  node: [
    "state",
    async ({ network, play }, body) => {
      const { state } = readBody(nodeInput, body);
      await play.setNode({ state });
      return { network, state };
    },
  ],
  sign: [
    "content",
    async (_door, body) => {
      const { content } = readBody(signInput, body);
      return { content: signDemoFile(content) };
    },
  ],
  fees: [
    "rate",
    async (door, body) => {
      const { network, play } = door;
      const { rate } = readBody(rateInput(door), body);
      await play.setNode({ fee_rate: rate });
      return { network, rate: FACTS[network].rateText(rate) };
    },
  ],
};

/** Does an act at the play chain that a body names. A refusal is an error at the field. */
async function act(
  services: ChainServices,
  [field, work]: readonly [string, Act],
  body: unknown,
): Promise<object> {
  const doors = await openDoors(services);
  const { network } = readBody(networkInput, body);
  const door = doors.find((each) => each.network === network);
  if (door === undefined) throw new DomainError("not_found");
  try {
    return await work(door, body);
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    throw new DomainError("validation_failed", { fields: { [field]: [error.message] } });
  }
}

/** A form's fields as the body of an act. */
function bodyOf(form: URLSearchParams): Record<string, unknown> {
  const { drop, ...fields } = Object.fromEntries(form);
  return { ...fields, drop: drop === undefined || drop === "" ? [] : [drop] };
}

/** The page at `/dev/chain`, whose forms do the same acts without a script. */
async function servePage(app: FastifyInstance, services: ChainServices): Promise<void> {
  const page = async (problem?: string): Promise<string> => {
    const doors = await openDoors(services);
    const chains = await Promise.all(
      doors.map(async (door) => ({ ...door, ...(await shownChain(services, door)) })),
    );
    return chainPage(services.config.brand, chains, problem);
  };
  const html = "text/html; charset=utf-8";
  app.get("/dev/chain", async (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .type(html)
      .send(await page()),
  );
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    scope.post("/dev/chain", { config: { body: "other" } }, async ({ body }, reply) => {
      const form = body instanceof URLSearchParams ? body : new URLSearchParams();
      const name = form.get("act") ?? "";
      const asked = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
      try {
        if (asked === undefined) throw new DomainError("bad_request");
        await act(services, asked, bodyOf(form));
      } catch (error) {
        if (!(error instanceof DomainError) || error.code === "not_found") throw error;
        const [problem = error.message] = Object.values(error.fields ?? {}).flat();
        return reply
          .code(422)
          .type(html)
          .send(await page(problem));
      }
      return reply.redirect("/dev/chain", 303);
    });
  });
}

/**
 * The play chain for people and tests: `GET /dev/chain.json`, acts as `POST /dev/chain/…`, and a page. Only in a demo, if a network
 * is on `play`.
 */
export async function serveChain(app: FastifyInstance, services: ChainServices): Promise<void> {
  app.get("/dev/chain.json", async (_request, reply) => {
    const doors = await openDoors(services);
    void reply.header("cache-control", "no-store");
    return { networks: await Promise.all(doors.map((door) => shownChain(services, door))) };
  });
  for (const [name, asked] of Object.entries(ACTS))
    app.post(`/dev/chain/${name}`, ({ body }) => act(services, asked, body));
  await servePage(app, services);
}
