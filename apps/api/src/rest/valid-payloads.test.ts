/** The server accepts all that the document allows: nothing that fits its schemas is ever `validation_failed`. */
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { TOKEN_LIMITS } from "@wattle/contracts/tokens";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { isPlainMessage } from "@wattle/contracts/plain-text";
import { DIALECTS } from "@wattle/db/testing/databases";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { appRouter } from "../router.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { ageSessions } from "../testing/visitor.ts";
import { isRecord } from "./json-schemas.ts";
import { buildOpenApi, type Operation } from "./openapi.ts";
import { REST_ROUTES } from "./routes.ts";
import { DocumentArbitrary, type WantedField } from "./testing/document-arbitrary.ts";

/** Payloads for each operation, on each database; `VALID_RUNS=10000` for a long look. */
const numRuns = Number(process.env["VALID_RUNS"] ?? 40);

const document = buildOpenApi(appRouter, REST_ROUTES, {
  origin: "https://wattle.example",
  brand: DEFAULT_BRAND,
});

// Some calls answer at a moment that nothing they find decides: no payload needs to wait for it.
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof import("node:timers/promises")>();
  return { ...timers, setTimeout: () => timers.setTimeout(1) };
});

interface Called {
  readonly path: string;
  readonly verb: string;
  readonly operation: Operation;
}

type Given = Readonly<Record<string, unknown>>;

/** Operations that read a query or a body. A stream has no end, and the parameters of `GET /api/rates`. */
const operations: readonly Called[] = Object.entries(document.paths)
  .flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })))
  .filter(
    ({ operation }) =>
      operation.operationId !== "streamPrices" &&
      (operation.requestBody !== undefined || operation.parameters.some((each) => each.in === "query")),
  );

/** Numbers with their check digits, of banks that there are. */
const CHECKED_ACCOUNTS: Readonly<Record<string, Given>> = {
  NGN: { bank_code: "011", account_number: "0000014579" },
  NZD: { account_number: "01-0902-0068389-00" },
};

/** As many as one may have: of the account, not of the payload. */
const COUNTS = new Set<string>([
  OWN_MESSAGES.tooManyWebhooks,
  OWN_MESSAGES.tooManyBankAccounts,
  OWN_MESSAGES.tooManyCoinPayees,
  ownMessage.tooManyTokens(TOKEN_LIMITS.live),
]);
const isCount = (text: string): boolean => COUNTS.has(text) || /^You have \d+ \w+ \w+ already$/.test(text);

interface Own {
  readonly bankAccount: string;
  readonly payee: string;
  readonly event: string;
}

/** New passwords: each kind of character at least once, anywhere. */
const passwords = fc
  .tuple(
    ...["[A-Z]", "[a-z]", "[0-9]", "[~!@#$%^&*()\\-_=+{};:,<.>?']", "[A-Za-z0-9]{4,26}"].map((piece) =>
      fc.stringMatching(new RegExp(`^${piece}$`, "u")),
    ),
  )
  .chain((pieces) => fc.shuffledSubarray(pieces, { minLength: pieces.length }))
  .map((pieces) => pieces.join(""));

/** Rules that the document has in words, since no schema can say them: each with its place. */
const narrowedBy =
  (own: Own) =>
  ({ component, name }: WantedField): fc.Arbitrary<unknown> | undefined => {
    // "no more decimals than the currency has: 2 for fiat, 8 for crypto"
    if (component === "AmountInput") {
      const cents = fc.integer({ min: 0, max: 99_999_999 });
      // "Refused if no credit can be so large", "Refused if its debit would be too large"
      if (name === "debit_amount" || name === "credit_amount")
        return cents.map((units) => (units / 100).toFixed(2));
      return fc.oneof(
        cents.map((units) => (units / 100).toFixed(2)),
        cents,
        fc.stringMatching(/^(0|[1-9][0-9]{0,9})([.][0-9]{1,2})?$/),
      );
    }
    // "One uppercase and lowercase letter required, …"
    if (name === "password") return passwords;
    // "Currency code, one of `GET /api/currencies`"
    if (component === "CurrencyCode") return fc.constantFrom("AUD", "NGN", "BTC", "ETH");
    if (name === "symbols") return fc.subarray(["BTC", "ETH"], { minLength: 1 }).map((all) => all.join(","));
    // "some countries are not served"
    if (name === "country") return fc.constantFrom("AU", "NG", "NZ", "DE", "JP");
    // "one of `GET /api/users/bank-accounts`", "The `id` of the last event that you have seen"
    if (name === "bank_account_id") return fc.constant(own.bankAccount);
    // "one of `GET /api/users/coin-payees`"
    if (name === "coin_payee_id") return fc.constant(own.payee);
    // "one that has begun"
    if (name === "year") return fc.constantFrom(2009, 2020, 2026);
    // "Day they were acquired, such as 2024-02-29"
    if (name === "acquired_on") return fc.constantFrom("2009-01-03", "2024-02-29");
    // "each once", "with its check digits in AU and NZ", "Required if `tin` is null, not with one"
    if (name === "residences") {
      return fc.constantFrom(
        [{ country: "AU", tin: "123456782" }],
        [{ country: "NZ", tin: null, no_tin_reason: "applied_for" }],
      );
    }
    if (component === "Id" && name === "after") return fc.constant(own.event);
    return undefined;
  };

/** A payload with what one of its fields asks of another, as the fields' descriptions say. */
function consistent(given: Given): Given {
  const { password, scopes, currency } = given;
  return {
    ...given,
    // "The password once more"
    ...("password_confirmation" in given && { password_confirmation: password }),
    // "A token of scope `withdraw` needs this or `addresses`"
    ...(Array.isArray(scopes) && scopes.includes("withdraw") && { expires_in_days: 30 }),
    // "with their check digits"
    ...("account_name" in given && CHECKED_ACCOUNTS[String(currency)]),
    // "Not with `coin_payee_id`", "Required without `bank_account_id`"
    ...(given["transaction_type"] === "withdraw" && {
      coin_payee_id: given["bank_account_id"] == null ? (given["coin_payee_id"] ?? "none") : null,
    }),
    // "Required if `whose` is `other`", "Required if `wallet` is `provider`"
    ...(given["whose"] === "other" && { holder_name: given["holder_name"] ?? "Mary" }),
    ...(given["wallet"] === "provider" && { provider_name: given["provider_name"] ?? "Exchange" }),
    // "Not with `debit_amount`"
    ...("credit_amount" in given && { debit_amount: undefined }),
    // "Not with `page` or `search`"
    ...("after" in given && { page: undefined, search: undefined }),
    // "one that `GET /api/users/system-bank-accounts` has for the currency"
    ...(given["transaction_type"] === "deposit" && { payment_method: "bank_transfer" }),
  };
}

/** "control and hidden characters are refused": said of all texts at once. */
const isPlain = (value: unknown): boolean =>
  typeof value === "string"
    ? isPlainMessage(value)
    : !isRecord(value) && !Array.isArray(value)
      ? true
      : Object.values(value).every(isPlain);

test.each([
  ["decimals", "no more decimals than the currency has: 2 for fiat, 8 for crypto"],
  ["currencies", "one of `GET /api/currencies`"],
  ["a wanted amount", "Refused if no credit can be so large"],
  ["a given amount", "Refused if its debit would be too large"],
  ["one amount", "Not with `debit_amount`"],
  ["a new password", "One uppercase and lowercase letter required"],
  ["countries", "some countries are not served"],
  ["one's own bank account", "one of `GET /api/users/bank-accounts`"],
  ["one's own event", "The `id` of the last event that you have seen"],
  ["a password's repetition", "The password once more"],
  ["the bound of a token that may withdraw", "A token of scope `withdraw` needs this or `addresses`"],
  ["check digits in Nigeria", "10 digits with their check digit"],
  ["check digits in New Zealand", "BB-bbbb-AAAAAAA-SSS with its check digits"],
  ["one's own payee", "one of `GET /api/users/coin-payees`"],
  ["one party of a withdrawal", "Not with `coin_payee_id`"],
  ["a payee's owner", "Required if `whose` is `other`"],
  ["a payee's provider", "Required if `wallet` is `provider`"],
  ["where a list goes on", "Not with `page` or `search`"],
  ["ways to pay", "one that `GET /api/users/system-bank-accounts` has for the currency"],
  ["tax years", "one that has begun"],
  ["tax residence", "Required if `tin` is null, not with one"],
  ["tax numbers", "with its check digits in AU and NZ"],
  ["days", "Day they were acquired, such as 2024-02-29"],
  ["hidden characters", "control and hidden characters are refused"],
])("what no schema can say of %s is said in words", (_what, words) => {
  expect(JSON.stringify(document)).toContain(words);
});

describe.each(DIALECTS)("payloads generated from the document on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let own: Own;

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login("customer@demo.test");
    await ageSessions(app, "customer@demo.test");
    const { body: accounts } = await customer.get<{ data: { id: string }[] }>("/api/users/bank-accounts");
    await customer.get("/api/events");
    await customer.post("/api/users/transactions", {
      transaction_type: "deposit",
      balance: { credit: "50.00", credit_currency: "AUD" },
      payment_method: "bank_transfer",
    });
    const { body: events } = await customer.get<{ data: { id: string }[] }>("/api/events?limit=1");
    own = { bankAccount: accounts.data[0]?.id ?? "", payee: "none", event: events.data[0]?.id ?? "" };
  });
  afterAll(() => app.close());

  let sent = 0;
  /** Each from an address of its own: limits by address would hide what lies behind them. */
  const clientOf = async (operation: Operation): Promise<TestClient> => {
    const isOpen = operation.security.some((each) => Object.keys(each).length === 0);
    if (!isOpen) return customer;
    sent += 1;
    return app.client({ ip: `10.9.${(sent >> 8) & 255}.${sent & 255}` });
  };

  async function send({ path, verb, operation }: Called, given: Given): Promise<Answer<unknown>> {
    const client = await clientOf(operation);
    const url = path.replaceAll(/\{\w+\}/g, own.bankAccount);
    if (operation.requestBody !== undefined) {
      return client.send(verb.toUpperCase() as "POST", url, {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(given),
      });
    }
    const query = new URLSearchParams(
      Object.entries(given).flatMap(([key, value]): [string, string][] =>
        value === undefined ? [] : [[key, typeof value === "string" ? value : JSON.stringify(value)]],
      ),
    );
    return client.get(`${url}?${query.toString()}`);
  }

  test.each(operations.map((called) => [called.operation.operationId, called] as const))(
    "%s",
    async (_name, called) => {
      const { operation } = called;
      const shapes = new DocumentArbitrary(document.components["schemas"] ?? {}, narrowedBy(own));
      const body = operation.requestBody?.content["application/json"].schema;
      const query = {
        type: "object",
        required: operation.parameters.flatMap(({ name, in: place, required }) =>
          place === "query" && required ? [name] : [],
        ),
        properties: Object.fromEntries(
          operation.parameters.flatMap(({ name, in: place, schema }) =>
            place === "query" ? [[name, schema]] : [],
          ),
        ),
      };
      const payload = shapes
        .of(body ?? query)
        .filter(isPlain)
        .map((given) => consistent(given as Given));
      await fc.assert(
        fc.asyncProperty(payload, async (given) => {
          const { status, text } = await send(called, given);
          const said = `${status} ${text.slice(0, 400)}`;
          expect(status, said).toBeLessThan(500);
          if (status !== 422 || !text.includes('"validation_failed"')) return;
          const { errors } = JSON.parse(text) as { errors: Readonly<Record<string, readonly string[]>> };
          expect(
            Object.entries(errors).filter(([, [why = ""]]) => !isCount(why)),
            said,
          ).toEqual([]);
        }),
        { numRuns },
      );
    },
  );
});
