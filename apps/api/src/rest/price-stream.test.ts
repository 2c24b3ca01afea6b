import type { RateCard } from "@wattle/contracts/rates";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from "fastify";
import type { RequestContext } from "../context.ts";
import { sendError } from "../http/errors.ts";
import { guest, router } from "../procedures.ts";
import { MOST_STREAMS, servePriceStream } from "./serve-price-stream.ts";

describe("the stream of prices", () => {
  let app: TestApp;
  let origin = "";
  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite" });
    origin = await app.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => app.close());

  const open = (query: string, signal?: AbortSignal, at = origin): Promise<Response> =>
    fetch(`${at}/api/prices/stream?${query}`, signal === undefined ? {} : { signal });

  /** The rows of a stream, one by one. */
  async function* rowsOf(response: Response): AsyncGenerator<RateCard> {
    let text = "";
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events)
        if (event.startsWith("data: ")) yield JSON.parse(event.slice(6)) as RateCard;
    }
  }

  test("has the rows of /api/rates at once, and then the one that changes", async () => {
    const ended = new AbortController();
    const response = await open("symbols=BTC,ETH&in=AUD", ended.signal);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const rows = rowsOf(response);
    const two = [(await rows.next()).value, (await rows.next()).value];
    const { data } = (await (await fetch(`${origin}/api/rates?symbols=BTC,ETH&in=AUD`)).json()) as {
      data: RateCard[];
    };
    expect(two.map((row) => (row as RateCard).symbol)).toEqual(["BTC", "ETH"]);
    expect(Object.keys(two[0] as RateCard)).toEqual(Object.keys(data[0] ?? {}));
    app.services.shockPrice?.("BTC", "AUD", { digits: 101n, scale: 2 });
    app.clock.advance(6000);
    const next = (await rows.next()).value as RateCard;
    expect(next.symbol).toBe("BTC");
    expect(next.rate).not.toBe((two[0] as RateCard).rate);
    ended.abort();
  });

  test.each([
    ["a coin that is not offered", "symbols=XYZ", 422, "validation_failed"],
    ["a fiat currency as a coin", "symbols=AUD", 422, "pair_unsupported"],
    ["an unknown key", "symbol=BTC", 422, "validation_failed"],
  ])("%s is refused as JSON", async (_case, query, status, code) => {
    const response = await open(query);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test("one client has so many at once, another one when one of them ends, and none once the server stops", async () => {
    const other = await startTestApp({ dialect: "sqlite" });
    const at = await other.app.listen({ port: 0, host: "127.0.0.1" });
    const stops = Array.from({ length: MOST_STREAMS.client }, () => new AbortController());
    const [first, ...others] = await Promise.all(stops.map(({ signal }) => open("symbols=BTC", signal, at)));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    const refused = await open("symbols=BTC", undefined, at);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    stops.at(-1)?.abort();
    const retry = async (): Promise<number> => {
      const { status, body } = await open("symbols=BTC", undefined, at);
      await body?.cancel();
      return status;
    };
    await expect.poll(retry).toBe(200);
    const closed = other.close();
    const rows = first === undefined ? undefined : rowsOf(first);
    while ((await rows?.next())?.done === false);
    await closed;
  });
});

describe("a stream of prices that do not change", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite" });
  });
  afterAll(() => app.close());

  /** Streams that were asked for. */
  let begun: FastifyReply[];

  /** A server with only this stream, whose prices `asked` comes before. */
  async function streaming(
    asked: () => Promise<void>,
    act: (url: string) => Promise<void>,
    accountOf: (request: FastifyRequest) => string = () => "anna",
  ): Promise<void> {
    begun = [];
    const server = Fastify({ trustProxy: true });
    server.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
    const list = guest.query(() => asked().then(() => []));
    const ctx = { services: app.services, user: null, token: null } as unknown as RequestContext;
    const contextOf = (request: FastifyRequest, reply: FastifyReply) => {
      Object.assign(request, { account: { user: { id: accountOf(request) } } });
      begun.push(reply);
      return ctx;
    };
    servePriceStream(server, router({ rates: router({ list }) }), app.services, contextOf, {
      look: 1,
      silence: 3,
    });
    const origin = await server.listen({ port: 0, host: "127.0.0.1" });
    await act(`${origin}/api/prices/stream?symbols=BTC`);
    await server.close();
  }

  test("says from time to time that it is still there", () =>
    streaming(
      () => Promise.resolve(),
      async (url) => {
        const reader = (await fetch(url)).body?.pipeThrough(new TextDecoderStream()).getReader();
        let text = "";
        while (!text.includes(": still here\n\n: still here\n\n"))
          text = (text + ((await reader?.read())?.value ?? "")).slice(-60);
        await reader?.cancel();
      },
    ));

  test("are limited for a network, however many accounts and addresses of it are asked from", () => {
    let asked = 0;
    return streaming(
      () => Promise.resolve(),
      async (url) => {
        const ending = new AbortController();
        // An answer that nothing refers to is ended by the garbage collector.
        const answers: Response[] = [];
        const from = async (ip: string): Promise<number> => {
          const headers = { "x-forwarded-for": ip };
          const answer = await fetch(url, { headers, signal: ending.signal });
          answers.push(answer);
          return answer.status;
        };
        const all = Array.from({ length: MOST_STREAMS.network }, (_, host) => from(`203.0.113.${host}`));
        expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
        expect(await from("203.0.113.250")).toBe(429);
        expect(await from("203.0.114.250")).toBe(200);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_STREAMS.network + 1);
        // The server waits for what is open to close.
        ending.abort();
      },
      () => `account ${(asked += 1)}`,
    );
  });

  test("counts none that has ended before it began", async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await streaming(
      () => {
        return held;
      },
      async (url) => {
        const gone = new AbortController();
        const impatient = Array.from({ length: MOST_STREAMS.client }, () =>
          fetch(url, { signal: gone.signal }),
        );
        await expect.poll(() => begun.length).toBe(MOST_STREAMS.client);
        gone.abort();
        expect((await Promise.allSettled(impatient)).map(({ status }) => status)).not.toContain("fulfilled");
        await expect.poll(() => begun.every(({ raw }) => raw.destroyed)).toBe(true);
        answer();
        const next = await fetch(url);
        expect(next.status).toBe(200);
        await next.body?.cancel();
      },
    );
  });
});
