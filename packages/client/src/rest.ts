import openapiFetch, { type Client, type Middleware } from "openapi-fetch";
import { isRepeatable, KEYED_CALLS } from "./calls.ts";
import type { components, paths } from "./openapi.gen.ts";
import { pause, retryingFetch, type Fetch } from "./retrying-fetch.ts";
import { QuoteChecker } from "./signed-quotes.ts";

export { SignatureError, type QuoteChecker, type QuoteClaims } from "./signed-quotes.ts";
export type { components, operations, paths } from "./openapi.gen.ts";

// In its build for `require` the function is the field `default` of what ours imports.
const { default: createClient = openapiFetch } = openapiFetch as { readonly default?: typeof openapiFetch };

/** The document's schemas by name: `Schemas["Transaction"]`. */
export type Schemas = components["schemas"];

export interface WattleOptions {
  /** Address of the exchange, such as `https://exchange.example`. */
  readonly url: string;
  /** A personal API token, `wat_…`. Without one only what is open to everyone can be called. */
  readonly token?: string;
  /** How often a call that may be repeated is sent again: 4 times unless said. */
  readonly retries?: number;
  /** Milliseconds to wait for the beginning of an answer, 15,000 unless said. */
  readonly timeout?: number;
  /** Milliseconds to wait at most where the server asks for a wait, 60,000 unless said. */
  readonly longestWait?: number;
  /** Whether held rates and receipts are checked by their signature before you get them. They are unless said. */
  readonly checkSignatures?: boolean;
  /** Sends a request: the platform's own `fetch` unless said. */
  readonly fetch?: Fetch;
}

/** Every call of the API, `GET("/api/rates")`, and the checking of what it signed. */
export type Wattle = Client<paths> &
  Pick<QuoteChecker, "verifyQuote" | "verifyRate" | "verifyReceipt"> & {
    /** The exchange's address, without a slash at the end. */
    readonly url: string;
  };

/** Gives each call that takes a key one of its own, and notes which calls may be sent again. */
function keying(repeatable: WeakSet<Request>): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      const call = `${request.method} ${schemaPath}`;
      if (KEYED_CALLS.has(call) && !request.headers.has("idempotency-key")) {
        request.headers.set("idempotency-key", crypto.randomUUID());
      }
      if (isRepeatable(call)) repeatable.add(request);
      return request;
    },
  };
}

/** Lets no price through that is not signed as it says. */
function checking(quotes: QuoteChecker): Middleware {
  return {
    async onResponse({ response, schemaPath }) {
      if (!response.ok) return;
      if (schemaPath === "/api/get-rate") {
        await quotes.verifyRate((await response.clone().json()) as Schemas["HeldRate"]);
      }
      if (schemaPath === "/api/users/transactions/{id}/receipt") {
        const { data } = (await response.clone().json()) as { readonly data: Schemas["Receipt"] };
        await quotes.verifyReceipt(data);
      }
    },
  };
}

/**
 * A client of an exchange. A call answers `{ data, response }`, or `{ error, response }` where the server refused it, and
 * throws if no answer came, or where a price is not signed as it says (`SignatureError`).
 */
export function createWattle({
  url,
  token,
  retries = 4,
  timeout = 15_000,
  longestWait = 60_000,
  checkSignatures = true,
  fetch = (request) => globalThis.fetch(request),
}: WattleOptions): Wattle {
  const address = url.replace(/\/+$/, "");
  const repeatable = new WeakSet<Request>();
  const client = createClient<paths>({
    baseUrl: address,
    // A token has no cookies, and a page of another site would be refused with them.
    credentials: "omit",
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    fetch: retryingFetch(fetch, {
      retries,
      timeout,
      longestWait,
      isRepeatable: (request) => repeatable.has(request),
      pause,
      chance: Math.random,
    }),
  });
  const quotes = new QuoteChecker(async () => {
    const { data } = await client.GET("/.well-known/jwks.json");
    return data?.keys ?? [];
  });
  client.use(keying(repeatable));
  if (checkSignatures) client.use(checking(quotes));
  return Object.assign(client, {
    url: address,
    verifyQuote: quotes.verifyQuote.bind(quotes),
    verifyRate: quotes.verifyRate.bind(quotes),
    verifyReceipt: quotes.verifyReceipt.bind(quotes),
  });
}
