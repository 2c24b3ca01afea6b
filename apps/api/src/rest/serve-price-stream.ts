import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { AnyTRPCRouter } from "@trpc/server";
import { rateCard, ratesInput, type RateCard } from "@wattle/contracts/rates";
import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { RequestContext } from "../context.ts";
import { addressOf } from "../http/client.ts";
import { addressKey, addressNetwork } from "../limits/address-key.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { refuseUnknownKeys } from "./adapter.ts";
import { PRICE_STREAM } from "./routes.ts";
import type { Services } from "../services.ts";
import { callProcedure } from "../trpc-internals.ts";
import { listRates } from "../rates/list-rates.ts";

/** How often prices are looked at, and after how long a silence a sign of life is sent, in milliseconds. */
interface StreamTimes {
  readonly look: number;
  readonly silence: number;
}

const STREAM_TIMES: StreamTimes = { look: 1000, silence: 15_000 };

/** One client, one network and one process have so many streams at once. */
export const MOST_STREAMS = { client: 10, network: 100, process: 2000 } as const;

type PriceServices = Pick<Services, "config" | "database" | "clock" | "rates" | "markets">;
type RatesInput = z.output<typeof ratesInput>;

/** Streams that are open, by what they are counted by. */
class OpenStreams {
  readonly #counts = new Map<string, number>();

  /** @throws DomainError `too_many_requests` @returns what ends it */
  open(client: string, network: string): () => void {
    const counted = [
      [`client ${client}`, MOST_STREAMS.client],
      [`network ${network}`, MOST_STREAMS.network],
      ["process", MOST_STREAMS.process],
    ] as const;
    if (counted.some(([key, most]) => (this.#counts.get(key) ?? 0) >= most)) {
      throw new DomainError("too_many_requests", { retryAfterSeconds: 60 });
    }
    for (const [key] of counted) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return () => {
      for (const [key] of counted) {
        const left = (this.#counts.get(key) ?? 1) - 1;
        if (left === 0) this.#counts.delete(key);
        else this.#counts.set(key, left);
      }
    };
  }
}

/** Key of a stream's limit, as for requests: the token, the account, or the address. */
const clientOf = (request: FastifyRequest): string =>
  request.account?.token?.id ?? request.account?.user.id ?? addressKey(addressOf(request));

/** A row as it is sent. */
interface Line {
  readonly symbol: string;
  readonly text: string;
}

const lineOf = (card: RateCard): Line => ({
  symbol: card.symbol,
  text: `data: ${JSON.stringify(card)}\n\n`,
});

/**
 * Prices for everyone who looks at the same ones at the same moment: they are computed and written out once, however many streams there are. While
 * there is no price there is no row.
 */
function sharedPrices(services: PriceServices, milliseconds: number) {
  const kept = new Map<string, { readonly at: number; readonly lines: Promise<readonly Line[]> }>();
  return (input: RatesInput): Promise<readonly Line[]> => {
    const at = Math.floor(performance.now() / milliseconds);
    const key = JSON.stringify(input);
    const known = kept.get(key);
    if (known?.at === at) return known.lines;
    const lines = listRates(services, null, input).then(
      (cards) => cards.map(lineOf),
      (error: unknown) => {
        if (error instanceof DomainError) return [];
        throw error;
      },
    );
    for (const [other, entry] of kept) if (entry.at < at) kept.delete(other);
    kept.set(key, { at, lines });
    return lines;
  };
}

/** The rows that have changed since they were sent last, and a comment after a long silence, until the stream is ended. */
async function* pieces(
  first: readonly Line[],
  look: () => Promise<readonly Line[]>,
  times: StreamTimes,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const sent = new Map<string, string>();
  let lines = first;
  let quiet = 0;
  while (!signal.aborted) {
    const changed = lines.filter(({ symbol, text }) => sent.get(symbol) !== text);
    for (const { symbol, text } of changed) sent.set(symbol, text);
    quiet = changed.length > 0 ? 0 : quiet + times.look;
    if (changed.length > 0) yield changed.map(({ text }) => text).join("");
    else if (quiet >= times.silence) {
      quiet = 0;
      yield ": still here\n\n";
    }
    try {
      await wait(times.look, undefined, { signal, ref: false });
    } catch {
      return;
    }
    lines = await look();
  }
}

/**
 * Serves prices as server-sent events: `GET /api/prices/stream?symbols=BTC,ETH&in=AUD`. Every row of `/api/rates` at
 * once, then each one that changes. The rules of `/api/rates` decide who may ask for which symbols. A client that reads
 * slowly misses prices in between, and gets the newest.
 */
export function servePriceStream(
  app: FastifyInstance,
  appRouter: AnyTRPCRouter,
  services: PriceServices,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
  times = STREAM_TIMES,
): void {
  const streams = new OpenStreams();
  const stopping = new AbortController();
  const pricesOf = sharedPrices(services, times.look);
  app.addHook("preClose", (done) => {
    stopping.abort();
    done();
  });
  app.get(PRICE_STREAM.path, async (request, reply) => {
    refuseUnknownKeys(request.query, new Set(Object.keys(ratesInput.shape)));
    const ctx = contextOf(request, reply);
    const first = z.array(rateCard).parse(await callProcedure(appRouter, "rates.list", ctx, request.query));
    const input = ratesInput.parse(request.query);
    // A connection that has ended meanwhile closes nothing any more.
    if (reply.raw.destroyed) return reply.hijack();
    const close = streams.open(clientOf(request), addressNetwork(addressOf(request)));
    const ended = new AbortController();
    const signal = AbortSignal.any([stopping.signal, ended.signal]);
    const stream = Readable.from(
      pieces(first.map(lineOf), () => pricesOf(input), times, signal),
      { highWaterMark: 1 },
    );
    // The connection's end, not the stream's: that one waits for its next piece.
    reply.raw.once("close", () => {
      ended.abort();
      close();
    });
    return reply
      .header("content-type", "text/event-stream; charset=utf-8")
      .header("x-accel-buffering", "no")
      .send(stream);
  });
  refuseOtherMethods(app, PRICE_STREAM.path, new Set(["GET"]));
}
