import type { ErrorBody } from "@wattle/contracts/errors";
import type { HeldRate } from "@wattle/contracts/quotes";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { balanceOf, historyTotal, holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

/** The JSON text at the amount's place, and why it is no amount. */
const BAD_AMOUNTS: readonly [string, string][] = [
  ["an exponent in text", '"1e5"'],
  ["an exponent in text, upper case", '"1E2"'],
  ["a thousands comma", '"1,000"'],
  ["a decimal comma", '"0,5"'],
  ["full-width digits", '"１００"'],
  ["Arabic-Indic digits", '"٠.٥"'],
  ["a plus sign", '"+1"'],
  ["a space before", '" 1"'],
  ["a space after", '"1 "'],
  ["a no-break space", '"1\\u00a0000"'],
  ["a line break", '"1\\n"'],
  ["a null character", '"1\\u0000"'],
  ["nothing after the point", '"1."'],
  ["nothing before the point", '".5"'],
  ["two points", '"1.2.3"'],
  ["a leading zero", '"01"'],
  ["hexadecimal", '"0x10"'],
  ["an underscore", '"1_000"'],
  ["a currency sign", '"$1"'],
  ["NaN as text", '"NaN"'],
  ["Infinity as text", '"Infinity"'],
  ["empty text", '""'],
  ["text of spaces", '"   "'],
  ["null", "null"],
  ["true", "true"],
  ["a list", '["0.01"]'],
  ["an empty list", "[]"],
  ["an object", '{"valueOf":"0.01"}'],
  ["an object that looks like a parsed number", '{"source":"0.01"}'],
  ["40 digits", `"${"9".repeat(40)}"`],
  ["41 digits", `"${"9".repeat(41)}"`],
  ["40 digits as a number", "9".repeat(40)],
  ["the largest 64-bit number plus one smallest unit", '"92233720368547758.08"'],
  ["a megabyte's worth of exponent", "1e999999999"],
  ["a negative amount", '"-1"'],
  ["a negative number", "-1"],
  ["negative zero", '"-0"'],
  ["zero", '"0"'],
  ["zero with decimals", '"0.00"'],
  ["zero as a number", "0"],
  ["a number too small for any currency", "1e-9"],
];

/** JSON knows no such words, so these bodies are no JSON at all. */
const NOT_JSON: readonly [string, string][] = [
  ["NaN", "NaN"],
  ["Infinity", "Infinity"],
  ["undefined", "undefined"],
  ["a leading plus", "+1"],
  ["a leading point", ".5"],
  ["a trailing point", "1."],
  ["a leading zero", "01"],
];

describe.each(DIALECTS)("amounts that are none on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let selling: HeldRate;
  let buying: HeldRate;

  beforeAll(async () => {
    api = await startTestApp({ dialect });
    customer = api.client();
    await customer.login("customer@demo.test");
    selling = await holdRate(customer, "BTC", "AUD");
    buying = await holdRate(customer, "AUD", "BTC");
  });
  afterAll(() => api.close());

  const bodyOf = (held: HeldRate, credit: string, debit: string): string =>
    `{"balance":{"credit":${credit},"credit_currency":"${held.credit_currency}"},"debit":${debit},` +
    `"debit_currency":"${held.debit_currency}","transaction_type":"exchange","hash":"${held.hash}"}`;

  async function expectNothingMoved(work: () => Promise<void>): Promise<void> {
    const before = [await balanceOf(customer), await historyTotal(customer)];
    await work();
    expect([await balanceOf(customer), await historyTotal(customer)]).toEqual(before);
  }

  describe.each([
    ["BTC", () => selling, ["1 decimal too many", '"0.012345678"']],
    ["AUD", () => buying, ["1 decimal too many", '"100.001"']],
  ] as const)("of %s", (_currency, heldOf, tooManyDecimals) => {
    test.each([...BAD_AMOUNTS, tooManyDecimals])("as credit: %s", async (_, text) => {
      const held = heldOf();
      await expectNothingMoved(async () => {
        const answer = await customer.post<ErrorBody>(
          "/api/users/transactions",
          bodyOf(held, text, '"0.00"'),
        );
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty(["balance.credit"]);
        expect(answer.body.message).not.toBe("");
      });
    });
  });

  test.each([...BAD_AMOUNTS, ["1 decimal too many", '"1500.001"'] as const])(
    "as debit: %s",
    async (_, text) => {
      await expectNothingMoved(async () => {
        const answer = await customer.post<ErrorBody>(
          "/api/users/transactions",
          bodyOf(selling, '"0.01"', text),
        );
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toHaveProperty("debit");
      });
    },
  );

  test.each([
    ["credit", "balance.credit"],
    ["debit", "debit"],
  ])("a %s that is missing is named", async (name, field) => {
    const payload = payloadOf(selling, "0.01");
    const answer = await customer.post<ErrorBody>(
      "/api/users/transactions",
      name === "credit"
        ? { ...payload, balance: { credit_currency: "BTC" } }
        : { ...payload, debit: undefined },
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [field]: ["Enter amount"] });
  });

  test.each(NOT_JSON)("a bare %s makes the body no JSON: 400", async (_, text) => {
    await expectNothingMoved(async () => {
      const answer = await customer.post<ErrorBody>(
        "/api/users/transactions",
        bodyOf(selling, text, '"1.00"'),
      );
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe("malformed_json");
    });
  });

  test("several wrong fields are all named at once", async () => {
    const answer = await customer.post<ErrorBody>("/api/users/transactions", {
      balance: { credit: "1e5", credit_currency: "BTC" },
      debit: "-1",
      debit_currency: "AUD",
      transaction_type: "exchange",
      hash: selling.hash,
    });
    expect(answer.body.errors).toEqual({
      "balance.credit": ["Enter an amount like 100.00 (BTC: 0.01)"],
      debit: ["Enter a positive amount"],
    });
  });

  test("after all of these the quotes are still good", async () => {
    expect((await postExchange(customer, payloadOf(selling, "0.01"))).status).toBe(201);
    expect((await postExchange(customer, payloadOf(buying, "1500.00"))).status).toBe(201);
  });
});
