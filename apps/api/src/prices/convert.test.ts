import { formatRate } from "@wattle/exchange-core/rate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createConvertSource } from "./convert.ts";
import type { RateSource } from "./rate-source.ts";
import { failureOf } from "./testing/failure-of.ts";
import { startStandIn, type StandIn } from "./testing/stand-in-server.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12, 0, 0, 750);
const NOW_S = Math.floor(NOW_MS / 1000);
const ACCESS_KEY = "k3y/with+signs";

let service: StandIn;
let source: RateSource;

beforeEach(async () => {
  service = await startStandIn();
  source = createConvertSource({
    url: `${service.url}/api/convert?plan=pro`,
    accessKey: ACCESS_KEY,
    fetch,
    now: () => NOW_MS,
  });
});
afterEach(() => service.close());

const ask = (signal = new AbortController().signal) => source.fetchRate("BTC", "AUD", signal);

describe("the question", () => {
  test("is a GET with access key, from, to and an amount of 1, in addition to what the address holds", async () => {
    service.answerJson('{"success": true, "result": 150000}');
    await ask();
    expect(service.asked).toHaveLength(1);
    const [question] = service.asked;
    expect(question?.method).toBe("GET");
    expect(question?.url.pathname).toBe("/api/convert");
    expect(Object.fromEntries(question?.url.searchParams ?? [])).toEqual({
      plan: "pro",
      access_key: ACCESS_KEY,
      from: "BTC",
      to: "AUD",
      amount: "1",
    });
  });

  test("has no cookies and no CSRF or requested-with headers", async () => {
    service.answerJson('{"success": true, "result": 150000}', 200, { "set-cookie": "seen=1; Path=/" });
    await ask();
    await ask();
    for (const { headers } of service.asked) {
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/cookie|xsrf|csrf|requested|authorization|referer/i)]),
      );
    }
    expect(service.asked).toHaveLength(2);
  });

  test("goes to /convert where the address names no path", async () => {
    service.answerJson('{"success": true, "result": 150000}');
    const bare = createConvertSource({ url: service.url, accessKey: "", fetch, now: () => NOW_MS });
    await bare.fetchRate("ETH", "NGN", new AbortController().signal);
    expect(service.asked[0]?.url.pathname).toBe("/convert");
  });
});

describe("the answer", () => {
  test.each([
    [
      "info.rate",
      '{"success":true,"info":{"timestamp":1795176000,"rate":151234.56},"result":1}',
      "151234.56",
    ],
    [
      "info.quote",
      '{"success":true,"info":{"timestamp":1795176000,"quote":151234.5},"result":1}',
      "151234.5",
    ],
    ["only result", '{"success":true,"info":{"timestamp":1795176000},"result":151234.56}', "151234.56"],
    [
      "a rate of null, then a quote",
      '{"success":true,"info":{"rate":null,"quote":7,"timestamp":1795176000}}',
      "7",
    ],
    ["decimal text", '{"success":true,"info":{"timestamp":"1795176000"},"result":"151234.56"}', "151234.56"],
    [
      "digits a float would lose",
      '{"success":true,"info":{"timestamp":1795176000,"rate":123456789012.345678}}',
      "123456789012.345678",
    ],
    ["an exponent", '{"success":true,"info":{"timestamp":1795176000,"rate":1.5E5}}', "150000"],
    ["a tiny exponent", '{"success":true,"info":{"timestamp":1795176000,"rate":1e-8}}', "0.00000001"],
    [
      "more than 18 significant digits, cut off and never rounded up",
      '{"success":true,"info":{"timestamp":1795176000,"rate":1.99999999999999999999}}',
      "1.99999999999999999",
    ],
  ])("gives the price from %s", async (_description, body, expected) => {
    service.answerJson(body);
    const { bid, ask: asked, timestamp, source: name } = await ask();
    expect(asked).toEqual(bid);
    expect({ rate: formatRate(bid), timestamp, name }).toEqual({
      rate: expected,
      timestamp: 1_795_176_000,
      name: "convert",
    });
  });

  test("that names no time is dated with its receipt, in whole seconds", async () => {
    service.answerJson('{"success": true, "result": 150000.5}');
    await expect(ask()).resolves.toMatchObject({ timestamp: NOW_S });
  });
});

describe("garbage is refused", () => {
  test.each([
    ["zero", '{"success":true,"info":{"rate":0}}'],
    ["zero with decimals", '{"success":true,"info":{"rate":0.000}}'],
    ["negative", '{"success":true,"info":{"rate":-150000}}'],
    ["NaN, which is not JSON", '{"success":true,"info":{"rate":NaN}}'],
    ["NaN as text", '{"success":true,"info":{"rate":"NaN"}}'],
    ["Infinity as text", '{"success":true,"result":"Infinity"}'],
    ["a number beyond all bounds", '{"success":true,"info":{"rate":1e999}}'],
    ["text that is no number", '{"success":true,"info":{"rate":"a lot"}}'],
    ["empty text", '{"success":true,"info":{"rate":""}}'],
    ["text with a thousands comma", '{"success":true,"info":{"rate":"150,000"}}'],
    ["a junk rate next to a good result", '{"success":true,"info":{"rate":"?"},"result":150000}'],
    ["a boolean", '{"success":true,"info":{"rate":true}}'],
    ["a list", '{"success":true,"info":{"rate":[150000]}}'],
    ["no price", '{"success":true,"info":{"timestamp":1795176000}}'],
    ["no success", '{"info":{"rate":150000}}'],
    ["success as text", '{"success":"true","info":{"rate":150000}}'],
    ["an unreadable time", '{"success":true,"info":{"timestamp":"yesterday","rate":150000}}'],
    ["a time with a fraction", '{"success":true,"info":{"timestamp":1795176000.5,"rate":150000}}'],
    ["a time in milliseconds", '{"success":true,"info":{"timestamp":1795176000000,"rate":150000}}'],
    ["a negative time", '{"success":true,"info":{"timestamp":-1,"rate":150000}}'],
    ["null", "null"],
    ["a list of answers", '[{"success":true,"result":150000}]'],
    ["a web page", "<!doctype html><title>Welcome</title>"],
    ["nothing", ""],
    ["half an answer", '{"success":true,"info":{"rate":1500'],
    ["nesting without end", "[".repeat(60_000)],
    ["a price on the prototype", '{"__proto__":{"success":true,"result":150000}}'],
  ])("%s", async (_description, body) => {
    service.answerJson(body);
    expect((await failureOf(ask())).kind).toBe("garbage");
  });

  test("bytes that are not UTF-8", async () => {
    service.answer((_request, response) => {
      response.end(
        Buffer.concat([Buffer.from('{"success":true,"result":1,"x":"'), Buffer.from([0xff, 0x22, 0x7d])]),
      );
    });
    expect((await failureOf(ask())).kind).toBe("garbage");
  });

  test("an answer over 64 KiB, without reading it to its end", async () => {
    const isCut = Promise.withResolvers<void>();
    service.answer((_request, response) => {
      const pour = (): void => {
        while (response.write(" ".repeat(16_384)));
      };
      response.on("drain", pour).on("close", isCut.resolve);
      pour();
    });
    expect(await failureOf(ask())).toMatchObject({ kind: "garbage", message: "the answer is too large" });
    await isCut.promise;
  });

  test("64 KiB are read, a byte more is too much", async () => {
    const answer = '{"success": true, "result": 150000}';
    service.answerJson(answer.padEnd(65_536, " "));
    await expect(ask()).resolves.toMatchObject({ source: "convert" });
    service.answerJson(answer.padEnd(65_537, " "));
    expect((await failureOf(ask())).message).toBe("the answer is too large");
  });

  test("64 KiB of zipped blanks that unpack to more", async () => {
    const { gzipSync } = await import("node:zlib");
    const packed = gzipSync(`{"success": true, "result": 150000${" ".repeat(5_000_000)}}`);
    expect(packed.byteLength).toBeLessThan(65_536);
    service.answer((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
    );
    expect((await failureOf(ask())).message).toBe("the answer is too large");
  });
});

describe("failures of the service", () => {
  test("success: false inside HTTP 200 is a refusal with the service's words, without the access key", async () => {
    service.answerJson(
      JSON.stringify({
        success: false,
        error: {
          code: 101,
          type: "invalid_access_key",
          info: `Key ${ACCESS_KEY}\nis wrong: ?access_key=${encodeURIComponent(ACCESS_KEY)}`,
        },
        result: 150_000,
      }),
    );
    const failure = await failureOf(ask());
    expect(failure.kind).toBe("refused");
    expect(failure.message).toBe(
      "success: false 101 invalid_access_key Key [access key] is wrong: ?access_key=[access key]",
    );
  });

  test.each([
    ["no error", '{"success":false}'],
    ["an error that is text", '{"success":false,"error":"no"}'],
  ])("success: false with %s is a refusal too", async (_description, body) => {
    service.answerJson(body);
    expect(await failureOf(ask())).toMatchObject({ kind: "refused", message: "success: false" });
  });

  test("a long story is cut short", async () => {
    service.answerJson(JSON.stringify({ success: false, error: { info: "no ".repeat(1_000) } }));
    expect((await failureOf(ask())).message.length).toBeLessThan(250);
  });

  test.each([
    ["seconds", "17", 17],
    ["a date", new Date(NOW_MS + 30_250).toUTCString(), 31],
    ["a date gone by", new Date(NOW_MS - 60_000).toUTCString(), 0],
    ["junk", "soon", undefined],
    ["more digits than make sense", "9".repeat(40), undefined],
    ["nothing", undefined, undefined],
  ])("429 with Retry-After as %s", async (_description, header, expected) => {
    service.answerJson("{}", 429, header === undefined ? {} : { "retry-after": header });
    expect(await failureOf(ask())).toMatchObject({ kind: "rate_limited", retryAfterSeconds: expected });
  });

  test.each([
    [500, "unreachable"],
    [503, "unreachable"],
    [401, "refused"],
    [404, "refused"],
    [204, "refused"],
  ])("HTTP status %i is %s, even with a price in the body", async (status, kind) => {
    service.answerJson(status === 204 ? "" : '{"success":true,"result":150000}', status);
    expect(await failureOf(ask())).toMatchObject({ kind, message: `HTTP status ${status}` });
  });

  test("a redirect is refused: the access key goes nowhere else", async () => {
    const elsewhere = await startStandIn();
    elsewhere.answerJson('{"success":true,"result":150000}');
    service.answerJson("", 302, { location: `${elsewhere.url}/convert` });
    expect((await failureOf(ask())).kind).toBe("refused");
    expect(elsewhere.asked).toHaveLength(0);
    await elsewhere.close();
  });

  test("a closed port is unreachable; the message names the reason and not the address", async () => {
    await service.close();
    expect(await failureOf(ask())).toMatchObject({
      kind: "unreachable",
      message: "no answer (ECONNREFUSED)",
    });
  });

  test("a connection cut in the middle of the body is unreachable", async () => {
    service.answer((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"success":', () => response.destroy());
    });
    expect((await failureOf(ask())).kind).toBe("unreachable");
  });
});

describe("giving up ends the request with the reason given", () => {
  test.each([
    ["before any answer", (): void => {}],
    [
      "in the middle of a trickling body",
      (write: (text: string) => void): void => {
        write('{"success":true,');
      },
    ],
  ])("%s", async (_description, begin) => {
    const isAsked = Promise.withResolvers<void>();
    const isCut = Promise.withResolvers<void>();
    service.answer((_request, response) => {
      response.on("close", isCut.resolve);
      begin((text) => response.writeHead(200).write(text));
      isAsked.resolve();
    });
    const controller = new AbortController();
    const outcome = ask(controller.signal).catch((error: unknown) => error);
    await isAsked.promise;
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    await isCut.promise;
  });
});
