import { addressOfScript } from "@wattle/bitcoin/address";
import { formatBitcoin } from "@wattle/bitcoin/amount";
import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { formatFeeRate } from "@wattle/bitcoin/fee-rate";
import type { TransactionOutput } from "@wattle/bitcoin/transaction";
import { Refused } from "@wattle/bitcoin/refused";
import { DomainError } from "@wattle/contracts/errors";
import { newestPlayBlocks, waitingPlayTransactions } from "@wattle/db/play-chain";
import type { PlayBlock } from "@wattle/db/tables";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { BITCOIN } from "../../chains/bitcoin.ts";
import { heightOf } from "../../chains/followed.ts";
import { PlayError, type PlayChain } from "../../chains/play/play-chain.ts";
import { fieldErrors } from "../../procedures.ts";
import type { Services } from "../../services.ts";
import { signWithDemoKey } from "../demo-signer.ts";
import { chainPage } from "./chain-page.ts";
import { feesInput, mineInput, nodeInput, reorgInput, sendInput, signInput } from "./chain-inputs.ts";

const MOST_BLOCKS = 50;

type ChainServices = Pick<Services, "bitcoin" | "config" | "database">;

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new DomainError("validation_failed", { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

/** Does an act of the play chain. A refusal is an error at the field. */
async function act<T>(
  { bitcoin, config }: ChainServices,
  field: string,
  work: (play: PlayChain<TransactionOutput>) => Promise<T>,
): Promise<T> {
  if (!config.DEMO || bitcoin?.play === undefined) throw new DomainError("not_found");
  try {
    await bitcoin.play.begin();
    return await work(bitcoin.play);
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    throw new DomainError("validation_failed", { fields: { [field]: [error.message] } });
  }
}

/** A block as people read it. Outputs without an address, such as commitments, are left out. */
function shownBlock({ raw, height, hash }: PlayBlock) {
  const { transactions } = readBlock(CHAINS.regtest, Buffer.from(raw, "hex"));
  return {
    height: heightOf(height),
    hash,
    transactions: transactions.map(({ txid, outputs }) => ({
      txid,
      outputs: outputs.flatMap(({ script, satoshi }) => {
        const address = addressOfScript(Buffer.from(script, "hex"), "regtest");
        return address === undefined ? [] : [{ address, amount: formatBitcoin(satoshi) }];
      }),
    })),
  };
}

async function shownChain({ database: { read: reader } }: ChainServices) {
  const blocks = (await newestPlayBlocks(reader, BITCOIN, MOST_BLOCKS)).map(shownBlock);
  const mempool = (await waitingPlayTransactions(reader, BITCOIN)).map(({ txid }) => txid);
  const { height, hash } = blocks[0] ?? { height: 0, hash: "" };
  return { network: BITCOIN, height, hash, mempool, blocks };
}

/** Signs a file for the demo's wallets. @throws PlayError */
function signDemoFile(content: string): string {
  try {
    return Buffer.from(signWithDemoKey(Buffer.from(content, "base64"))).toString("base64");
  } catch (error) {
    throw error instanceof Refused ? new PlayError(error.message) : error;
  }
}

/** Acts by the last part of their address, each with the field at which a refusal shows. */
const ACTS: Readonly<
  Record<string, readonly [string, (play: PlayChain<TransactionOutput>, body: unknown) => Promise<object>]>
> = {
  send: ["amount", async (play, body) => ({ txid: await play.send(read(sendInput(body), body)) })],
  mine: ["blocks", (play, body) => play.mine(read(mineInput, body).blocks)],
  reorg: [
    "depth",
    (play, body) => {
      const { depth, drop } = read(reorgInput, body);
      return play.reorganise(depth, drop);
    },
  ],
  node: [
    "state",
    async (play, body) => {
      const { network, state } = read(nodeInput, body);
      await play.setNode({ state });
      return { network, state };
    },
  ],
  sign: [
    "content",
    (_play, body) => {
      const { content } = read(signInput, body);
      return Promise.resolve({ content: signDemoFile(content) });
    },
  ],
  fees: [
    "rate",
    async (play, body) => {
      const { network, rate } = read(feesInput, body);
      await play.setNode({ fee_rate: rate });
      return { network, rate: formatFeeRate(rate) };
    },
  ],
};

/** A form's fields as the body of an act. */
function bodyOf(form: URLSearchParams): Record<string, unknown> {
  const { drop, ...fields } = Object.fromEntries(form);
  return { ...fields, drop: drop === undefined || drop === "" ? [] : [drop] };
}

/** The page at `/dev/chain`, whose forms do the same acts without a script. */
async function servePage(app: FastifyInstance, services: ChainServices): Promise<void> {
  const page = (problem?: string): Promise<string> =>
    act(services, "network", async () =>
      chainPage(services.config.brand, await shownChain(services), problem),
    );
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
      const [field, work] = (Object.hasOwn(ACTS, name) ? ACTS[name] : undefined) ?? [];
      try {
        if (field === undefined || work === undefined) throw new DomainError("bad_request");
        await act(services, field, (play) => work(play, bodyOf(form)));
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
  app.get("/dev/chain.json", (_request, reply) =>
    act(services, "network", async () => {
      void reply.header("cache-control", "no-store");
      return { networks: [await shownChain(services)] };
    }),
  );
  for (const [name, [field, work]] of Object.entries(ACTS))
    app.post(`/dev/chain/${name}`, ({ body }) => act(services, field, (play) => work(play, body)));
  await servePage(app, services);
}
