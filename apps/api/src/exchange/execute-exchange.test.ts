import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import type { HeldRate } from "@wattle/contracts/quotes";
import { parseAmount } from "@wattle/exchange-core/amount";
import { priceBreakdown, prepareConversion } from "@wattle/exchange-core/convert";
import { CURRENCIES } from "@wattle/exchange-core/testing/currencies";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { parseRate } from "@wattle/exchange-core/rate";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  signQuote,
  signingKeyOf,
  generateSigningKey,
  verifyQuote,
  type Quote,
} from "../signed-quotes/quote.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { balanceOf, historyTotal, holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { gate, lockWaits } from "../testing/locks.ts";
import { mutate } from "../testing/procedures.ts";
import { CLOCK_TOLERANCE } from "./price-exchange.ts";

describe.each(DIALECTS)("exchange on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let customerId: string;
  let nigerian: TestClient;

  beforeAll(async () => {
    api = await startTestApp({ dialect });
    customer = api.client();
    nigerian = api.client();
    customerId = (await customer.login("customer@demo.test")).user.id;
    await nigerian.login("nigeria@demo.test");
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const refusalOf = (body: ErrorBody) => ({
    code: body.code,
    message: body.message,
    errors: body.errors,
  });

  test("sells bitcoin: the answer, the balances, the history row and the ledger entry agree to the digit", async () => {
    const before = await balanceOf(customer);
    const held = await holdRate(customer);
    const payload = { ...payloadOf(held, "0.01234567"), payment_method: "bank_transfer" };
    const answer = await postExchange(customer, payload);
    expect(answer.status).toBe(201);
    const row = answer.body.data;

    const [rate, fee] = [parseRate(held.rate), parseFeePercent(held.fee)];
    if (rate === undefined || fee === undefined) throw new Error("a held rate without rate or fee");
    const { BTC, AUD } = CURRENCIES;
    const credit = parseAmount("0.01234567", BTC);
    if (!credit.ok) throw new Error("not an amount");
    const price = priceBreakdown(credit.amount, prepareConversion({ from: BTC, to: AUD, rate, fee }));
    expect(price.fee + price.converted).toBe(1_234_567n);

    expect(row).toMatchObject({
      id: expect.any(String),
      transaction_type: "exchange",
      status: "completed",
      credit: "0.01234567",
      credit_currency: "BTC",
      debit: payload.debit,
      debit_currency: "AUD",
      rate: held.rate,
      fee: "1",
      fee_amount: "0.00012346",
      fee_currency: "BTC",
      converted: "0.01222221",
      reference: expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/),
      payment_method: "bank_transfer",
      bank_account_id: null,
      coin_payee_id: null,
      txid: null,
      note: null,
      created_at: new Date(api.clock.now()).toISOString(),
      updated_at: new Date(api.clock.now()).toISOString(),
    });

    const units = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));
    const after = await balanceOf(customer);
    expect(units(after["BTC"])).toBe(units(before["BTC"]) - 1_234_567n);
    expect(units(after["AUD"])).toBe(units(before["AUD"]) + price.debit);
    expect(after["ETH"]).toBe(before["ETH"]);

    const history = await customer.get<{ data: Transaction[] }>("/api/users/transactions?per_page=1");
    expect(history.body.data).toEqual([row]);

    const read = api.services.database.read;
    const stored = await read
      .selectFrom("transactions")
      .select(["entry_id", "quote", "quote_id"])
      .where("id", "=", row.id)
      .executeTakeFirstOrThrow();
    expect(stored.quote).toBe(held.hash);
    const postings = await read
      .selectFrom("ledger_postings")
      .selectAll()
      .where("entry_id", "=", stored.entry_id ?? "")
      .orderBy("position")
      .execute();
    const [btc, aud] = [`customer:${customerId}:available:BTC`, `customer:${customerId}:available:AUD`];
    expect(
      postings.map(({ source_account, destination_account, currency, amount }) => [
        source_account,
        destination_account,
        currency,
        amount,
      ]),
    ).toEqual([
      [btc, "house:trading:BTC", "BTC", 1_222_221n],
      [btc, "house:fees:BTC", "BTC", 12_346n],
      ["house:trading:AUD", aud, "AUD", price.debit],
    ]);
    const entry = await read
      .selectFrom("ledger_entries")
      .selectAll()
      .where("id", "=", stored.entry_id ?? "")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      kind: "exchange",
      created_by: customerId,
      description: `Exchange ${row.reference}`,
      reverses_entry_id: null,
      created_at: BigInt(api.clock.now()),
    });
  });

  test.each([
    ["buys bitcoin", "AUD", "BTC", "1500.50"],
    ["sells ether", "ETH", "AUD", "0.5"],
    ["buys ether with the least amount", "AUD", "ETH", "100"],
    ["an amount without decimals", "AUD", "BTC", "100000"],
  ])("%s", async (_, from, to, credit) => {
    const payload = payloadOf(await holdRate(customer, from, to), credit);
    const answer = await postExchange(customer, payload);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ debit: payload.debit, debit_currency: to });
  });

  test("a Nigerian customer buys and sells with NGN at NGN's limits", async () => {
    const held = await holdRate(nigerian, "NGN", "BTC");
    expect([held.min, held.max]).toEqual(["100000.00", "5000000.00"]);
    expect((await postExchange(nigerian, payloadOf(held, "100000"))).status).toBe(201);
    const selling = await holdRate(nigerian, "BTC", "NGN");
    expect((await postExchange(nigerian, payloadOf(selling, selling.min))).status).toBe(201);
  });

  test("amounts may be JSON numbers, also with an exponent, and keep every digit", async () => {
    const held = await holdRate(customer);
    const { debit } = payloadOf(held, "0.01");
    const body = `{"balance":{"credit":1e-2,"credit_currency":"BTC"},"debit":${String(debit)},"debit_currency":"AUD","transaction_type":"exchange","hash":"${held.hash}"}`;
    const answer = await postExchange(customer, body);
    expect(answer.status).toBe(201);
    expect(answer.body.data.credit).toBe("0.01000000");
  });

  test("a long JSON number is never read through a float", async () => {
    // As a double 0.010000000000000000001 is 0.01, which would be accepted.
    const held = await holdRate(customer);
    const body = (credit: string): string =>
      `{"balance":{"credit":${credit},"credit_currency":"BTC"},"debit":${String(payloadOf(held, "0.01").debit)},"debit_currency":"AUD","transaction_type":"exchange","hash":"${held.hash}"}`;
    const answer = await customer.post<ErrorBody>("/api/users/transactions", body("0.010000000000000000001"));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ "balance.credit": ["Too many decimals for this currency"] });
    expect((await postExchange(customer, body("0.01000000"))).status).toBe(201);
  });

  test("over tRPC the same exchange executes; a number there is refused, for it is a float already", async () => {
    const held = await holdRate(customer);
    const payload = payloadOf(held, "0.01");
    const refused = await customer.post("/trpc/exchange.execute", {
      ...payload,
      balance: { credit: 0.01, credit_currency: "BTC" },
    });
    expect(refused.status).toBe(422);
    const answer = await customer.post<{ result: { data: Transaction } }>("/trpc/exchange.execute", payload);
    expect(answer.status).toBe(200);
    expect(answer.body.result.data).toMatchObject({ credit: "0.01000000", debit: payload.debit });
  });

  describe("limits", () => {
    let held: HeldRate;
    beforeEach(async () => {
      held = await holdRate(customer);
    });

    const change = (amount: string, units: bigint): string => {
      const text = (BigInt(amount.replace(".", "")) + units).toString().padStart(9, "0");
      return `${text.slice(0, -8)}.${text.slice(-8)}`;
    };

    test("the minimum is allowed", async () => {
      expect((await postExchange(customer, payloadOf(held, held.min))).status).toBe(201);
    });

    test("one smallest unit below the minimum is not", async () => {
      const answer = await customer.post<ErrorBody>(
        "/api/users/transactions",
        payloadOf(held, change(held.min, -1n)),
      );
      expect(answer.status).toBe(422);
      const message = `Min amount for exchange ${held.min} BTC`;
      expect(refusalOf(answer.body)).toEqual({
        code: "amount_below_minimum",
        message,
        errors: { "balance.credit": [message] },
      });
    });

    test("zero is below the minimum", async () => {
      const answer = await customer.post<ErrorBody>("/api/users/transactions", payloadOf(held, "0"));
      expect(answer.body.code).toBe("amount_below_minimum");
    });

    test("the maximum is allowed, one smallest unit above it is not", async () => {
      const above = await customer.post<ErrorBody>(
        "/api/users/transactions",
        payloadOf(held, change(held.max, 1n)),
      );
      expect(above.status).toBe(422);
      const message = `Max amount to exchange: ${held.max} BTC`;
      expect(refusalOf(above.body)).toEqual({
        code: "amount_above_maximum",
        message,
        errors: { "balance.credit": [message] },
      });
      expect((await postExchange(customer, payloadOf(held, held.max))).status).toBe(201);
    });

    test("more than any account can hold is refused at a field, not an error of ours", async () => {
      const buying = await holdRate(customer, "AUD", "BTC");
      const answer = await customer.post<ErrorBody>("/api/users/transactions", {
        ...payloadOf(buying, "100"),
        balance: { credit: "92233720368547758.07", credit_currency: "AUD" },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty("debit");
    });
  });

  describe("funds", () => {
    test("more than the balance names what there is", async () => {
      // The Nigerian customer has no more than 0.5 BTC, worth less than the maximum.
      const { BTC } = await balanceOf(nigerian);
      const held = await holdRate(nigerian, "BTC", "AUD");
      const answer = await nigerian.post<ErrorBody>("/api/users/transactions", payloadOf(held, "0.55"));
      expect(answer.status).toBe(422);
      expect(refusalOf(answer.body)).toEqual({
        code: "insufficient_funds",
        message: `Max amount to exchange: ${BTC} BTC`,
        errors: { "balance.credit": [`Max amount to exchange: ${BTC} BTC`] },
      });
      // The quote is still good for an amount that is there.
      expect((await postExchange(nigerian, payloadOf(held, "0.01"))).status).toBe(201);
    });

    test.each([
      ["within the limits", "1.0", "insufficient_funds"],
      ["above them", "30.0", "amount_above_maximum"],
    ])("an amount %s with nothing of the currency names the zero balance", async (_, credit, code) => {
      const held = await holdRate(nigerian, "ETH", "AUD");
      const answer = await nigerian.post<ErrorBody>("/api/users/transactions", payloadOf(held, credit));
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code, message: "Your balance: 0 ETH" });
    });
  });

  describe("quotes that are not good", () => {
    const expectRefused = async (client: TestClient, payload: unknown, code: string): Promise<void> => {
      const [balance, total] = [await balanceOf(client), await historyTotal(client)];
      const answer = await client.post<ErrorBody>("/api/users/transactions", payload);
      expect(answer.body.code).toBe(code);
      expect(answer.status).toBe(code === "quote_used" ? 409 : 422);
      expect(answer.body.errors).toHaveProperty("hash");
      expect(await balanceOf(client)).toEqual(balance);
      expect(await historyTotal(client)).toBe(total);
    };

    const readQuote = async (held: HeldRate): Promise<Quote> => {
      const quote = await verifyQuote(held.hash, api.services.signingKeys.publicKeys);
      if (quote === undefined) throw new Error("the server's own quote does not verify");
      return quote;
    };

    test("used before, also with another amount", async () => {
      const held = await holdRate(customer);
      expect((await postExchange(customer, payloadOf(held, "0.01"))).status).toBe(201);
      await expectRefused(customer, payloadOf(held, "0.01"), "quote_used");
      await expectRefused(customer, payloadOf(held, "0.02"), "quote_used");
    });

    test("used and meanwhile expired: still said to be used", async () => {
      const held = await holdRate(customer);
      expect((await postExchange(customer, payloadOf(held, "0.01"))).status).toBe(201);
      api.clock.advance(60_000);
      await expectRefused(customer, payloadOf(held, "0.01"), "quote_used");
    });

    test("good until the last millisecond of its 45 seconds, expired from then on", async () => {
      const held = await holdRate(customer);
      const issuedAt = api.clock.now();
      expect(Date.parse(held.expires_at) - issuedAt).toBe(45_000);
      const late = await holdRate(customer);
      api.clock.set(issuedAt + 44_999);
      expect((await postExchange(customer, payloadOf(held, "0.01"))).status).toBe(201);
      api.clock.set(issuedAt + 45_000);
      await expectRefused(customer, payloadOf(late, "0.01"), "quote_expired");
    });

    const shifted = (quote: Quote, by: number): string =>
      signQuote(
        {
          ...quote,
          id: api.services.ids.uuid(),
          issuedAt: quote.issuedAt + by,
          expiresAt: quote.expiresAt + by,
        },
        api.services.signingKeys.current,
      );

    test.each([
      ["as far ahead as two clocks may differ", CLOCK_TOLERANCE, undefined],
      ["a millisecond more than that", CLOCK_TOLERANCE + 1, "quote_invalid"],
      ["ten minutes ahead", 600_000, "quote_invalid"],
    ])("issued %s (%d ms): %s", async (_, ahead, code) => {
      const held = await holdRate(customer);
      const payload = { ...payloadOf(held, "0.01"), hash: shifted(await readQuote(held), ahead) };
      if (code === undefined) expect((await postExchange(customer, payload)).status).toBe(201);
      else await expectRefused(customer, payload, code);
    });

    /** Exchanges while another work holds the customer's balance, until `during` has been done. */
    const whileLocked = async (
      exchange: () => Promise<Answer<{ data: Transaction }>>,
      during: () => void | Promise<void>,
      waitsInPostgres = true,
    ): Promise<Answer<{ data: Transaction }>> => {
      const { database } = api.services;
      const lock = gate();
      const holding = database.write(async (tx) => {
        await tx
          .updateTable("ledger_balances")
          .set((row) => ({ balance: row.ref("balance") }))
          .where("user_id", "=", customerId)
          .execute();
        lock.arrive();
        await lock.opened;
      });
      await lock.arrived;
      const write = vi.spyOn(database, "write");
      const answer = exchange();
      try {
        await expect.poll(() => write.mock.calls.length).toBe(1);
        if (dialect === "postgres" && waitsInPostgres) await lockWaits(database, 1);
        await during();
      } finally {
        write.mockRestore();
        lock.open();
      }
      await holding;
      return answer;
    };

    test("expired while the exchange waited for a lock: refused, nothing moved, not used up", async () => {
      const held = await holdRate(customer);
      const [balance, total] = [await balanceOf(customer), await historyTotal(customer)];
      const answer = await whileLocked(
        () => postExchange(customer, payloadOf(held, "0.01"), "waited-too-long"),
        () => api.clock.advance(45_000),
      );
      expect(answer).toMatchObject({ status: 422, body: { code: "quote_expired" } });
      expect(answer.body).toHaveProperty("errors.hash");
      expect(await balanceOf(customer)).toEqual(balance);
      expect(await historyTotal(customer)).toBe(total);
      // The key is free again.
      const next = payloadOf(await holdRate(customer), "0.01");
      expect((await postExchange(customer, next, "waited-too-long")).status).toBe(201);
    });

    // SQLite cannot be paused while another one writes.
    test.runIf(dialect === "postgres")(
      "paused while the exchange waited: refused, nothing moved",
      async () => {
        const operator = api.client();
        await operator.login("operator@demo.test");
        const pause = (paused: boolean) => mutate(operator, "ops.switches.set", { what: "trading", paused });
        const held = await holdRate(customer);
        const balance = await balanceOf(customer);
        const answer = await whileLocked(
          () => postExchange(customer, payloadOf(held, "0.01")),
          async () => {
            await pause(true);
            // As every request does.
            await api.services.switches.require("deposits");
          },
        );
        await pause(false);
        expect(answer).toMatchObject({ status: 503, body: { code: "paused" } });
        expect(await balanceOf(customer)).toEqual(balance);
      },
    );

    test("still held after the wait: executed", async () => {
      const held = await holdRate(customer);
      const answer = await whileLocked(
        () => postExchange(customer, payloadOf(held, "0.01")),
        () => api.clock.advance(44_999),
      );
      expect(answer.status).toBe(201);
    });

    test("executed, then expired while its repeat waited: the repeat gets the first answer", async () => {
      const held = await holdRate(customer);
      const post = () => postExchange(customer, payloadOf(held, "0.01"), "repeated-in-the-queue");
      const first = await post();
      // PostgreSQL finds the key before it comes to the balance.
      const again = await whileLocked(post, () => api.clock.advance(45_000), false);
      expect(again).toMatchObject({ status: 201, text: first.text });
    });

    test("another customer's", async () => {
      const held = await holdRate(nigerian, "BTC", "AUD");
      await expectRefused(customer, payloadOf(held, "0.01"), "quote_invalid");
    });

    test("a guest's", async () => {
      const held = await holdRate(api.client());
      await expectRefused(customer, payloadOf(held, "0.01"), "quote_invalid");
    });

    test.each([
      [
        "currencies swapped",
        { balance: { credit: "1500.00", credit_currency: "AUD" }, debit_currency: "BTC" },
      ],
      ["another crypto currency", { balance: { credit: "0.01", credit_currency: "ETH" } }],
      ["another fiat currency", { debit_currency: "NGN" }],
      ["an inactive currency", { debit_currency: "USD" }],
    ])("for another pair: %s", async (_, changes) => {
      const held = await holdRate(customer);
      await expectRefused(customer, { ...payloadOf(held, "0.01"), ...changes }, "quote_invalid");
      expect((await postExchange(customer, payloadOf(held, "0.01"))).status).toBe(201);
    });

    const claimsOf = (hash: string): Record<string, unknown> =>
      JSON.parse(Buffer.from(hash.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

    test.each<[string, (hash: string) => string]>([
      [
        "a better rate in the payload",
        (hash) => {
          const [header, , signature] = hash.split(".");
          return `${header}.${part({ ...claimsOf(hash), rate: "999999" })}.${signature}`;
        },
      ],
      ["algorithm none", (hash) => `${part({ alg: "none", typ: "quote+jwt" })}.${hash.split(".")[1]}.`],
      [
        "an HMAC made with the public key",
        (hash) =>
          `${part({ alg: "HS256", typ: "quote+jwt", kid: api.services.signingKeys.current.kid })}.${hash.split(".")[1]}.${"A".repeat(43)}`,
      ],
      ["no signature", (hash) => `${hash.split(".").slice(0, 2).join(".")}.`],
      [
        "another letter in the signature",
        (hash) => hash.slice(0, -4) + (hash.at(-4) === "A" ? "B" : "A") + hash.slice(-3),
      ],
      [
        "another spelling of the same signature bytes",
        // The last of 86 base64url characters carries two bits; the four others of it are padding.
        (hash) => {
          const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
          const last = alphabet.indexOf(hash.at(-1) ?? "");
          return hash.slice(0, -1) + alphabet.charAt(last ^ 1);
        },
      ],
      ["padding after it", (hash) => `${hash}=`],
      ["a fourth part", (hash) => `${hash}.x`],
      ["a space before it", (hash) => ` ${hash}`],
      ["text", () => "not-a-quote"],
      ["dots", () => ".."],
      ["the longest text allowed", () => "a".repeat(4096)],
    ])("forged: %s", async (_, forge) => {
      const held = await holdRate(customer);
      await expectRefused(customer, { ...payloadOf(held, "0.01"), hash: forge(held.hash) }, "quote_invalid");
      expect((await postExchange(customer, payloadOf(held, "0.01"))).status).toBe(201);
    });

    test("signed by a key that is not ours, under our key's name", async () => {
      const held = await holdRate(customer);
      const stranger = signingKeyOf(generateSigningKey().privatePem);
      const hash = signQuote(await readQuote(held), {
        ...stranger,
        kid: api.services.signingKeys.current.kid,
      });
      await expectRefused(customer, { ...payloadOf(held, "0.01"), hash }, "quote_invalid");
    });

    test.each([
      ["missing", undefined],
      ["null", null],
      ["empty", ""],
      ["a number", 5],
      ["longer than any quote", "a".repeat(4097)],
    ])("a hash that is %s is a wrong input", async (_, hash) => {
      const held = await holdRate(customer);
      await expectRefused(customer, { ...payloadOf(held, "0.01"), hash }, "validation_failed");
    });
  });

  test("a debit one smallest unit off is refused, never corrected, and the quote stays usable", async () => {
    const held = await holdRate(customer);
    const payload = payloadOf(held, "0.01");
    const cents = BigInt(String(payload.debit).replace(".", ""));
    for (const wrong of [cents + 1n, cents - 1n]) {
      const text = wrong.toString();
      const answer = await customer.post<ErrorBody>("/api/users/transactions", {
        ...payload,
        debit: `${text.slice(0, -2)}.${text.slice(-2)}`,
      });
      expect(answer.status).toBe(422);
      expect(refusalOf(answer.body)).toEqual({
        code: "debit_mismatch",
        message: "Amount and rate don't match. Try again.",
        errors: { debit: ["Amount and rate don't match. Try again."] },
      });
    }
    expect((await postExchange(customer, payload)).status).toBe(201);
  });

  test("the same figure in fewer decimals is the same debit", async () => {
    const held = await holdRate(customer, "AUD", "BTC");
    const payload = payloadOf(held, "100.00");
    const debit = String(payload.debit).replace(/0+$/, "");
    expect((await postExchange(customer, { ...payload, debit })).status).toBe(201);
  });

  test("checks come in order: guards, shape, quote, debit, minimum and maximum, funds", async () => {
    const post = async (client: TestClient, payload: unknown): Promise<string> =>
      (await client.post<ErrorBody>("/api/users/transactions", payload)).body.code;
    const client = api.client();
    await client.login("unverified@demo.test");
    const good = payloadOf(await holdRate(nigerian, "ETH", "AUD"), "1");
    const tiny = payloadOf(await holdRate(nigerian, "ETH", "AUD"), "0.00000001");
    // Each payload is wrong in every later respect as well; the Nigerian customer has no ETH.
    const everythingWrong = { ...tiny, debit: "1e5", hash: "x" };
    expect(await post(api.client(), everythingWrong)).toBe("unauthenticated");
    expect(await post(client, everythingWrong)).toBe("identity_unverified");
    expect(await post(nigerian, everythingWrong)).toBe("validation_failed");
    expect(await post(nigerian, { ...tiny, debit: "5.00", hash: "x" })).toBe("quote_invalid");
    expect(await post(nigerian, { ...tiny, debit: "5.00" })).toBe("debit_mismatch");
    expect(await post(nigerian, tiny)).toBe("amount_below_minimum");
    expect(await post(nigerian, good)).toBe("insufficient_funds");
    api.clock.advance(45_000);
    expect(await post(nigerian, { ...tiny, debit: "5.00" })).toBe("quote_expired");
  });

  test.each([
    ["a transaction type that does not exist", { transaction_type: "gift" }, "transaction_type"],
    ["no transaction type", { transaction_type: undefined }, "transaction_type"],
    ["a payment method that does not exist", { payment_method: "cash" }, "payment_method"],
    ["an unknown currency", { debit_currency: "DOGE" }, "debit_currency"],
    ["a currency in lower case", { debit_currency: "aud" }, "debit_currency"],
    ["a currency named like an object's part", { debit_currency: "constructor" }, "debit_currency"],
    ["no balance", { balance: undefined }, "balance"],
    ["a balance that is text", { balance: "0.01" }, "balance"],
  ])("%s is refused at its field", async (_, changes, field) => {
    const held = await holdRate(customer);
    const answer = await customer.post<ErrorBody>("/api/users/transactions", {
      ...payloadOf(held, "0.01"),
      ...changes,
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  test.each([null, [], "text", 5, true])("a payload that is %j is refused", async (payload) => {
    const answer = await customer.post<ErrorBody>("/api/users/transactions", JSON.stringify(payload));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {}).length).toBeGreaterThan(0);
  });
});
