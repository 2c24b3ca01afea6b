import type { RateCard } from "@wattle/contracts/rates";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { MOST_STREAMS } from "./serve-price-stream.ts";

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
