import { createServer, type IncomingMessage, type Server } from "node:http";
import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import { learnMarkets } from "@wattle/contracts/markets";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exactUnits } from "./exact.ts";
import { createKrakenVenue, signatureOf } from "./kraken.ts";
import { VenueError, type NewVenueOrder, type Venue } from "./venue.ts";

/** The example of Kraken's documentation, which has this secret, too. */
const PUBLISHED = {
  secret: "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==",
  nonce: "1616492376594",
  form: "nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25",
  signature: "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==",
};

test("a call is signed as in Kraken's published example", () => {
  const { nonce, form, secret, signature } = PUBLISHED;
  expect(signatureOf("/0/private/AddOrder", nonce, form, secret)).toBe(signature);
});

interface Stored {
  readonly cl_ord_id: string;
  readonly status: string;
  readonly vol: string;
  readonly vol_exec: string;
  readonly cost: string;
  readonly fee: string;
  readonly descr: { readonly pair: string; readonly type: string };
}

/** A server that answers like Kraken: it checks nonce and signature, and keeps open and closed orders apart. */
class Kraken {
  readonly open = new Map<string, Stored>();
  readonly closed = new Map<string, Stored>();
  readonly forms: URLSearchParams[] = [];
  /** Answers instead, once for each. */
  readonly next: { readonly status?: number; readonly body: string }[] = [];
  /** State of an order after it came. */
  fills: (form: URLSearchParams) => Partial<Stored> = (form) => ({
    status: "closed",
    vol_exec: form.get("volume") ?? "",
    cost: "1500.12345",
    fee: "3.90032",
  });
  balances: Record<string, string> = {
    ZAUD: "61240.1834",
    XXBT: "0.6200000000",
    "XBT.F": "1.0",
    XXDG: "7.0",
  };
  #nonce = 0n;
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status = 200, body }) => {
        if (status === 0) return request.socket.destroy();
        response.writeHead(status, { "content-type": "application/json" }).end(body);
      });
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `http://127.0.0.1:${address.port}`;
  }
  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<{ status?: number; body: string }> {
    let text = "";
    for await (const part of request) text += String(part);
    const other = this.next.shift();
    if (other !== undefined) return other;
    const result = this.#result(request, text);
    const error = typeof result === "string" ? [result] : [];
    return { body: JSON.stringify(error.length > 0 ? { error } : { error, result }) };
  }

  #result({ url = "", headers }: IncomingMessage, text: string): unknown {
    const path = url.split("?")[0] ?? "";
    if (path === "/0/public/Ticker")
      return { XXBTZAUD: { a: ["150010.10000", "1", "1.000"], b: ["150000.10000", "1", "1.000"] } };
    if (path === "/0/public/AssetPairs")
      return { XXBTZAUD: { pair_decimals: 1, lot_decimals: 8, ordermin: "0.00005" } };
    const form = new URLSearchParams(text);
    const nonce = form.get("nonce") ?? "";
    if (BigInt(nonce) <= this.#nonce) return "EAPI:Invalid nonce";
    this.#nonce = BigInt(nonce);
    if (headers["api-key"] !== "KEY") return "EAPI:Invalid key";
    if (headers["api-sign"] !== signatureOf(path, nonce, text, PUBLISHED.secret))
      return "EAPI:Invalid signature";
    this.forms.push(form);
    const named = (orders: ReadonlyMap<string, Stored>) =>
      Object.fromEntries(
        [...orders].filter(([, { cl_ord_id: name }]) => [null, name].includes(form.get("cl_ord_id"))),
      );
    switch (path) {
      case "/0/private/Balance":
        return this.balances;
      case "/0/private/AddOrder":
        return this.#add(form);
      case "/0/private/OpenOrders":
        return { open: named(this.open) };
      case "/0/private/ClosedOrders":
        return { closed: form.get("ofs") === "0" ? named(this.closed) : {}, count: this.closed.size };
      case "/0/private/CancelOrder":
        return this.open.delete(form.get("txid") ?? "") ? { count: 1 } : "EOrder:Unknown order";
      default:
        return "EGeneral:Unknown method";
    }
  }

  #add(form: URLSearchParams): unknown {
    const name = form.get("cl_ord_id") ?? "";
    if ([...this.open.values()].some(({ cl_ord_id: taken }) => taken === name))
      return "EOrder:Duplicate cl_ord_id";
    const id = `O${this.open.size + this.closed.size}UCLID-ORDER`;
    const vol = form.get("volume") ?? "";
    const descr = { pair: form.get("pair") ?? "", type: form.get("type") ?? "" };
    const order = {
      cl_ord_id: name,
      status: "open",
      vol,
      vol_exec: "0",
      cost: "0",
      fee: "0",
      descr,
      ...this.fills(form),
    };
    (order.status === "open" ? this.open : this.closed).set(id, order);
    return { descr: { order: "buy" }, txid: [id] };
  }
}

const ORDER: NewVenueOrder = {
  clientId: "6d1b345e-2821-40e2-ad83-4ecb18a06876",
  side: "buy",
  currency: "BTC",
  in: "AUD",
  amount: "0.01",
  limit: "150200.1",
};

describe("Kraken", () => {
  let kraken: Kraken;
  let venue: Venue;
  let url: string;
  const NOW = Date.parse("2026-11-27T09:00:00Z");
  const venueOf = (more: object = {}) =>
    createKrakenVenue({ url, key: "KEY", secret: PUBLISHED.secret, fetch, now: () => NOW, ...more });
  beforeEach(async () => {
    learnMarkets(FIRST_MARKETS);
    kraken = new Kraken();
    url = await kraken.start();
    venue = venueOf();
  });
  afterEach(() => kraken.stop());
  const failure = async (call: Promise<unknown>): Promise<VenueError> => {
    const thrown = await call.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (thrown instanceof VenueError) return thrown;
    throw new Error(`expected a failure of the venue, got ${String(thrown)}`);
  };

  test("balances are exactly as said, those of other coins under Kraken's own names", async () => {
    kraken.balances["XETC"] = "0.0000000000";
    expect(Object.fromEntries(await venue.balances())).toEqual({
      AUD: "61240.1834",
      BTC: "0.6200000000",
      "XBT.F": "1.0",
      XXDG: "7.0",
    });
  });

  test("prices and the market's rules keep their decimals", async () => {
    expect(await venue.best("BTC", "AUD")).toEqual({ bid: "150000.10000", ask: "150010.10000" });
    expect(await venue.rules("BTC", "AUD")).toEqual({
      priceDecimals: 1,
      amountDecimals: 8,
      least: "0.00005",
    });
  });

  test("an order is a limit that is filled at once or cancelled, with our name and a deadline", async () => {
    expect(await venue.place(ORDER)).toBe("O0UCLID-ORDER");
    expect(Object.fromEntries(kraken.forms[0] ?? [])).toMatchObject({
      ordertype: "limit",
      type: "buy",
      pair: "XBTAUD",
      volume: "0.01",
      price: "150200.1",
      timeinforce: "IOC",
      oflags: "fciq",
      cl_ord_id: ORDER.clientId,
      deadline: "2026-11-27T09:00:05.000Z",
    });
  });

  test.each([
    ["closed", { status: "closed", vol_exec: "0.01" }, { state: "closed", filled: "0.01" }],
    [
      "filled in part and cancelled",
      { status: "canceled", vol_exec: "0.004" },
      { state: "closed", filled: "0.004" },
    ],
    ["open", { status: "open", vol_exec: "0.001" }, { state: "open", filled: "0.001" }],
    ["paid a fee", { status: "closed", vol_exec: "0.01", fee: "-0.12" }, { state: "closed", fee: "-0.12" }],
  ])("an order that is %s is found by our name", async (_what, becomes, expected) => {
    kraken.fills = () => ({ cost: "1500.12345", fee: "3.9", ...becomes });
    await venue.place(ORDER);
    expect(await venue.find(ORDER.clientId, NOW)).toMatchObject({
      venueId: "O0UCLID-ORDER",
      currency: "BTC",
      side: "buy",
      cost: "1500.12345",
      ...expected,
    });
    expect(await venue.find("another", NOW)).toBeUndefined();
  });

  test("fills are listed, an open order is cancelled, and a filled one is not", async () => {
    await venue.place(ORDER);
    expect(await venue.fillsSince(NOW)).toMatchObject([{ clientId: ORDER.clientId, filled: "0.01" }]);
    kraken.fills = () => ({});
    const id = await venue.place(ORDER);
    await venue.cancel(id);
    expect((await failure(venue.cancel(id))).kind).toBe("refused");
  });

  test.each([
    ["EOrder:Rate limit exceeded", "rate_limited"],
    ["EAPI:Rate limit exceeded", "rate_limited"],
    ["EService:Busy", "unreachable"],
    ["EService:Unavailable", "unreachable"],
    ["EGeneral:Internal error", "unreachable"],
    ["EService:Deadline elapsed", "refused"],
    ["EOrder:Insufficient funds", "refused"],
    ["EGeneral:Permission denied", "denied"],
    ["EAPI:Invalid nonce", "denied"],
    ["EQuery:Something else", "refused"],
    ["EGeneral:Invalid arguments", "refused"],
    ["EOrder:Duplicate cl_ord_id", "garbage"],
    ["EGeneral:Something new", "garbage"],
    ["Something new", "garbage"],
  ])("the error %s is %s", async (error, kind) => {
    kraken.next.push({ body: JSON.stringify({ error: [error] }) });
    const failed = await failure(venue.place(ORDER));
    expect(failed.kind).toBe(kind);
    expect(failed.message).toMatch(/\.$/);
  });

  test("of several errors the one counts after which the order may have been placed", async () => {
    kraken.next.push({ body: '{"error":["EOrder:Insufficient funds","EService:Busy"]}' });
    expect((await failure(venue.place(ORDER))).kind).toBe("unreachable");
  });

  test.each([
    ["HTML", { body: "<html>Just a moment…</html>" }, "garbage"],
    ["HTML of a broken gateway", { status: 502, body: "<html>" }, "unreachable"],
    ["429", { status: 429, body: "" }, "rate_limited"],
    ["a redirect", { status: 302, body: "" }, "garbage"],
    ["no list of errors", { body: "{}" }, "garbage"],
    ["no id", { body: '{"error":[],"result":{"txid":[]}}' }, "garbage"],
    ["no answer at all", { status: 0, body: "" }, "unreachable"],
  ])("an answer that is %s", async (_what, answer, kind) => {
    kraken.next.push(answer);
    expect((await failure(venue.place(ORDER))).kind).toBe(kind);
  });

  test.each(["1e3", "0.12345678901", "x", "", "12345678901"])(
    "an amount %j is not guessed",
    async (amount) => {
      kraken.balances = { ZAUD: amount };
      expect((await failure(venue.balances())).kind).toBe("garbage");
      expect(() => exactUnits(amount)).toThrow(VenueError);
    },
  );

  test("a nonce grows even if the clock stands still, and a wrong key is denied", async () => {
    await venue.balances();
    await venue.balances();
    expect((await failure(venueOf({ key: "OTHER", now: () => NOW + 60_000 }).balances())).kind).toBe(
      "denied",
    );
  });

  test("a call to no one is known not to have left", async () => {
    const gone = new Kraken();
    const nowhere = venueOf({ url: await gone.start() });
    await gone.stop();
    expect((await failure(nowhere.place(ORDER))).kind).toBe("unsent");
  });

  test.each([
    ["connect", "unsent"],
    ["getaddrinfo", "unsent"],
    ["read", "unreachable"],
    ["write", "unreachable"],
  ])("a connection that fails in %s is %s", async (syscall, kind) => {
    const cause = Object.assign(new Error("gone"), { code: "EHOSTUNREACH", syscall });
    const broken = venueOf({ fetch: () => Promise.reject(new TypeError("fetch failed", { cause })) });
    expect((await failure(broken.place(ORDER))).kind).toBe(kind);
  });

  test("a coin that it does not trade is refused before anything is sent", async () => {
    expect((await failure(venue.place({ ...ORDER, currency: "XYZ" }))).kind).toBe("refused");
    expect(kraken.forms).toEqual([]);
  });
});
