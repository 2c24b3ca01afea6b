/**
 * Kraken's spot exchange by its REST interface (docs.kraken.com/api). A private call is a form with a growing nonce, signed with
 * HMAC-SHA512 over its path and the SHA-256 of nonce and form. Answers are `{error: [text], result}`, mostly with HTTP status 200.
 */
import { createHash, createHmac } from "node:crypto";
import { currencyOf, knownMarkets } from "@wattle/contracts/markets";
import { member, parseAnswer, readText } from "../prices/fetch-answer.ts";
import { RateSourceError } from "../prices/rate-source.ts";
import { EXACT_DECIMALS, exactUnits } from "./exact.ts";
import { VenueError, type NewVenueOrder, type Venue, type VenueOrder } from "./venue.ts";

const TIMEOUT_MILLISECONDS = 5000;
/** Kraken places no order later than this. */
const DEADLINE_MILLISECONDS = 5000;
const LARGEST_ANSWER_BYTES = 1024 * 1024;
const RULES_MILLISECONDS = 3_600_000;
/** Closed orders come 50 at a time. */
const PIECE = 50;
const MOST_PIECES = 20;

interface KrakenParts {
  readonly url: string;
  readonly key: string;
  /** In base64. */
  readonly secret: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Form = Readonly<Record<string, string>>;

/** Signature of a private call. @param form with its nonce, as it is sent */
export function signatureOf(path: string, nonce: string, form: string, secret: string): string {
  const digest = createHash("sha256")
    .update(nonce + form)
    .digest();
  return createHmac("sha512", Buffer.from(secret, "base64")).update(path).update(digest).digest("base64");
}

const UNREADABLE = "The answer isn’t Kraken’s. Look at KRAKEN_API_URL.";

/** Errors by how they begin, with what staff can do. */
const ERRORS: ReadonlyArray<readonly [begins: RegExp, kind: VenueError["kind"], says: string]> = [
  [
    /^E(?:API|Order|General):(?:Rate limit|Temporary lockout)/,
    "rate_limited",
    "Kraken limits our calls. We try again by ourselves.",
  ],
  [/^EGeneral:Too many requests/, "rate_limited", "Kraken limits our calls. We try again by ourselves."],
  [/^EService:Deadline elapsed/, "refused", "Kraken was too slow to place it, and didn’t."],
  [/^EService:Market in/, "refused", "Kraken has paused this market."],
  [/^E(?:Service|General:Internal)/, "unreachable", "Kraken is busy. We ask again by ourselves."],
  [
    /^EAPI:Invalid nonce/,
    "denied",
    "Kraken refuses our nonce. No other program may use this key; look at the server’s clock.",
  ],
  [
    /^EAPI:Invalid (?:key|signature)/,
    "denied",
    "Kraken refuses our key. Look at KRAKEN_API_KEY and KRAKEN_API_SECRET.",
  ],
  [
    /^EGeneral:Permission denied/,
    "denied",
    "The key lacks a right: query funds, query orders, create and cancel orders.",
  ],
  [/^EOrder:Duplicate/, "garbage", "Kraken has an order under this name. We look for it."],
  [/^EOrder:Insufficient funds/, "refused", "Not enough funds at Kraken. Move money or coins there."],
  [/^EOrder:Order minimum not met/, "refused", "Kraken takes no order that small. Raise the smallest order."],
];

/** Other errors by which Kraken says that it did nothing. */
const REFUSALS = /^E(?:Order|API|Query|Trade|Funding|General:(?:Invalid|Permission|Unknown))/;

function errorOf(text: string): VenueError {
  const known = ERRORS.find(([begins]) => begins.test(text));
  if (known !== undefined) return new VenueError(known[1], known[2]);
  const shown = text.replaceAll(/[^\w :.,-]/g, " ").slice(0, 80);
  return REFUSALS.test(text)
    ? new VenueError("refused", `Kraken refused it: ${shown}.`)
    : new VenueError("garbage", `Kraken gives an error that we don’t know: ${shown}. Ask Kraken.`);
}

/** The error, if there are several, after which an order may have been placed. */
function worstOf(said: readonly unknown[]): VenueError {
  const errors = said.map((text) => errorOf(String(text)));
  const unsure = errors.find(({ kind }) => kind === "garbage" || kind === "unreachable");
  return unsure ?? errors[0] ?? new VenueError("garbage", UNREADABLE);
}

/** Whether no connection came about, so that nothing left. An error after that may come when Kraken has the order. */
function isUnconnected(error: unknown): boolean {
  const cause = member(error, "cause");
  // If there are several addresses, each has failed.
  const each = cause instanceof AggregateError ? (cause.errors as readonly unknown[]) : [cause];
  return (
    each.length > 0 &&
    each.every((failed) => ["connect", "getaddrinfo"].includes(String(member(failed, "syscall"))))
  );
}

async function answerOf(response: Response): Promise<unknown> {
  const { status } = response;
  if (status === 429)
    throw new VenueError("rate_limited", "Kraken limits our calls. We try again by ourselves.");
  if (status >= 500)
    throw new VenueError("unreachable", "Kraken gives no answer. We ask again by ourselves.");
  let answer: unknown;
  try {
    answer = parseAnswer(await readText(response, LARGEST_ANSWER_BYTES));
  } catch (error) {
    if (error instanceof RateSourceError) throw new VenueError("garbage", UNREADABLE);
    throw error;
  }
  const errors = member(answer, "error");
  if (!Array.isArray(errors)) throw new VenueError("garbage", UNREADABLE);
  // Warnings begin with W, and the call is done.
  const failed = errors.filter((text) => !String(text).startsWith("W"));
  if (failed.length > 0) throw worstOf(failed);
  return member(answer, "result");
}

/** Sends one call. @throws VenueError */
async function send({ fetch }: KrakenParts, url: URL, init: RequestInit): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    return await answerOf(await fetch(url, { ...init, redirect: "manual", credentials: "omit", signal }));
  } catch (error) {
    if (error instanceof VenueError) throw error;
    // The error of fetch is not passed on: its text may repeat what was sent.
    const kind = isUnconnected(error) ? "unsent" : "unreachable";
    throw new VenueError(kind, "Kraken gives no answer. We ask again by ourselves.");
  }
}

const memberText = (of: unknown, name: string): string => {
  const value = member(of, name);
  if (typeof value !== "string") throw new VenueError("garbage", UNREADABLE);
  return value;
};

/** An amount as text, known to be one. */
const amountIn = (of: unknown, name: string): string => {
  const text = memberText(of, name);
  exactUnits(text);
  return text;
};

/** @throws VenueError `refused` for a currency that Kraken does not trade */
function assetName(code: string): string {
  const name = currencyOf(code)?.source_codes["kraken"];
  if (name === undefined) throw new VenueError("refused", `Kraken doesn’t trade ${code}.`);
  return name;
}

/** Our code of one of Kraken's assets: `XXBT`, `XBT` and `ZAUD` are BTC, BTC and AUD. */
const codeOf = (asset: string): string | undefined =>
  knownMarkets().currencies.find(
    ({ source_codes: { kraken } }) =>
      kraken !== undefined && [kraken, `X${kraken}`, `Z${kraken}`].includes(asset),
  )?.code;

/** The coin of a pair such as `XBTAUD`. */
function coinOf(pair: string): string | undefined {
  const { currencies } = knownMarkets();
  const isPair = (coin: string | undefined, money: string | undefined): boolean =>
    coin !== undefined && money !== undefined && pair.replace("/", "") === coin + money;
  return currencies.find(
    ({ kind, source_codes: coin }) =>
      kind === "crypto" &&
      currencies.some(({ source_codes: money }) => isPair(coin["kraken"], money["kraken"])),
  )?.code;
}

/** @returns undefined for an order of a coin that we do not have */
function orderOf(venueId: string, said: unknown): VenueOrder | undefined {
  const description = member(said, "descr");
  const currency = coinOf(memberText(description, "pair"));
  const side = memberText(description, "type");
  if (currency === undefined) return undefined;
  if (side !== "buy" && side !== "sell") throw new VenueError("garbage", UNREADABLE);
  const clientId = member(said, "cl_ord_id");
  return {
    venueId,
    clientId: typeof clientId === "string" ? clientId : null,
    side,
    currency,
    state: ["pending", "open"].includes(memberText(said, "status")) ? "open" : "closed",
    filled: amountIn(said, "vol_exec"),
    cost: amountIn(said, "cost"),
    fee: amountIn(said, "fee"),
  };
}

const ordersIn = (result: unknown, list: "open" | "closed"): VenueOrder[] =>
  Object.entries(member(result, list) ?? {}).flatMap(([id, said]) => orderOf(id, said) ?? []);

const wholeNumber = (decimals: string): number => {
  if (!/^\d{1,2}$/.test(decimals)) throw new VenueError("garbage", UNREADABLE);
  return Math.min(Number(decimals), EXACT_DECIMALS);
};

function createCalls(parts: KrakenParts) {
  const { url, key, secret, now } = parts;
  const base = new URL(url);
  let lastNonce = 0n;
  const at = (path: string): URL => new URL(base.pathname.replace(/\/$/, "") + path, base);
  return {
    ask: (name: string, question: Form): Promise<unknown> => {
      const asked = at(`/0/public/${name}`);
      for (const [field, value] of Object.entries(question)) asked.searchParams.set(field, value);
      return send(parts, asked, { headers: { accept: "application/json" } });
    },
    act: (name: string, form: Form): Promise<unknown> => {
      const micro = BigInt(now()) * 1000n;
      lastNonce = micro > lastNonce ? micro : lastNonce + 1n;
      const nonce = String(lastNonce);
      const path = `/0/private/${name}`;
      const body = new URLSearchParams({ nonce, ...form }).toString();
      return send(parts, at(path), {
        method: "POST",
        body,
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          "API-Key": key,
          "API-Sign": signatureOf(path, nonce, body, secret),
        },
      });
    },
  };
}

type Rules = Awaited<ReturnType<Venue["rules"]>>;

const pairOf = (currency: string, of: string): string => assetName(currency) + assetName(of);

/** The only entry of an answer about one pair, which may have another name than we asked for. */
const only = (result: unknown): unknown => Object.values(result ?? {})[0];

/** The market's best prices and rules. */
function createMarket(
  ask: ReturnType<typeof createCalls>["ask"],
  now: () => number,
): Pick<Venue, "best" | "rules"> {
  const kept = new Map<string, { readonly rules: Rules; readonly at: number }>();
  return {
    async best(currency, of) {
      const ticker = only(await ask("Ticker", { pair: pairOf(currency, of) }));
      const [bid, asked] = [member(ticker, "b"), member(ticker, "a")];
      return { bid: amountIn(bid, "0"), ask: amountIn(asked, "0") };
    },
    async rules(currency, of) {
      const pair = pairOf(currency, of);
      const known = kept.get(pair);
      if (known !== undefined && now() - known.at < RULES_MILLISECONDS) return known.rules;
      const said = only(await ask("AssetPairs", { pair }));
      const rules = {
        priceDecimals: wholeNumber(memberText(said, "pair_decimals")),
        amountDecimals: Math.min(wholeNumber(memberText(said, "lot_decimals")), 8),
        least: amountIn(said, "ordermin"),
      };
      kept.set(pair, { rules, at: now() });
      return rules;
    },
  };
}

export function createKrakenVenue(parts: KrakenParts): Venue {
  const { ask, act } = createCalls(parts);
  const { now } = parts;
  async function closedOrders(form: Form): Promise<VenueOrder[]> {
    const found: VenueOrder[] = [];
    for (let piece = 0; piece < MOST_PIECES; piece++) {
      const result = await act("ClosedOrders", { ...form, ofs: String(piece * PIECE) });
      found.push(...ordersIn(result, "closed"));
      if (Object.keys(member(result, "closed") ?? {}).length < PIECE) break;
    }
    return found;
  }

  const bodyOf = (order: NewVenueOrder): Form => ({
    ordertype: "limit",
    type: order.side,
    pair: pairOf(order.currency, order.in),
    volume: order.amount,
    price: order.limit,
    timeinforce: "IOC",
    // The fee in money, not in coins.
    oflags: "fciq",
    cl_ord_id: order.clientId,
    deadline: new Date(now() + DEADLINE_MILLISECONDS).toISOString(),
  });

  return {
    name: "kraken",
    async balances() {
      const result = await act("Balance", {});
      return new Map(
        Object.keys(result ?? {}).flatMap((asset) => {
          const code = codeOf(asset);
          if (code !== undefined) return [[code, amountIn(result, asset)] as const];
          const said = memberText(result, asset);
          return currencyOf(asset) === undefined && /[1-9]/.test(said) ? [[asset, said] as const] : [];
        }),
      );
    },
    ...createMarket(ask, parts.now),
    async place(order) {
      const ids = member(await act("AddOrder", bodyOf(order)), "txid");
      return memberText(ids, "0");
    },
    async find(clientId, since) {
      const start = String(Math.floor(since / 1000));
      const orders = [
        ...ordersIn(await act("OpenOrders", { cl_ord_id: clientId }), "open"),
        ...(await closedOrders({ cl_ord_id: clientId, start })),
      ].filter((order) => order.clientId === clientId);
      const [found, second] = orders;
      if (second !== undefined && second.venueId !== found?.venueId)
        throw new VenueError("garbage", "Kraken has two orders under one name. Ask Kraken.");
      // One that was open at the first call may be closed at the second.
      return orders.at(-1);
    },
    async cancel(venueId) {
      await act("CancelOrder", { txid: venueId });
    },
    async fillsSince(since) {
      const orders = await closedOrders({ start: String(Math.floor(since / 1000)) });
      return orders.filter(({ filled }) => exactUnits(filled) > 0n);
    },
  };
}
