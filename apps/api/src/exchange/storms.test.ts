import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@wattle/contracts/errors";
import { insertUser } from "@wattle/db/accounts";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { customer as customerRow } from "@wattle/db/testing/fixtures";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../access/passwords.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { TestClient } from "../testing/client.ts";
import { balanceOf, historyTotal, holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";

/** How often each storm is raised. */
const STORMS = attacks({ few: 1, many: 200 });
const AGAIN = { repeats: STORMS - 1 };

const units = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));

const countBy = (answers: readonly { status: number; body: unknown }[]): Record<string, number> =>
  Object.fromEntries(
    [
      ...Map.groupBy(answers, ({ status, body }) => (status === 201 ? "executed" : (body as ErrorBody).code)),
    ].map(([outcome, group]) => [outcome, group.length]),
  );

describe.each(DIALECTS)("storms on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterEach(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
  });
  afterAll(() => {
    noteFigures(`${dialect}: 3 × ${STORMS} storms of 100 submits; each quote executed once`);
    return api.close();
  });

  async function signedIn(email: string): Promise<TestClient> {
    const client = api.client();
    await client.login(email);
    return client;
  }

  test("100 parallel submits of one quote without keys execute exactly one", AGAIN, async () => {
    // Two tabs: two sessions of the same customer.
    const tabs = [await signedIn("customer@demo.test"), await signedIn("customer@demo.test")] as const;
    const [tab] = tabs;
    const [before, rows] = [await balanceOf(tab), await historyTotal(tab)];
    const payload = payloadOf(await holdRate(tab), "0.001");
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => postExchange(tabs[index % 2 === 0 ? 0 : 1], payload)),
    );
    expect(countBy(answers)).toEqual({ executed: 1, quote_used: 99 });
    expect(await historyTotal(tab)).toBe(rows + 1);
    const after = await balanceOf(tab);
    expect(units(before["BTC"]) - units(after["BTC"])).toBe(100_000n);
    expect(units(after["AUD"]) - units(before["AUD"])).toBe(units(String(payload.debit)));
  });

  test(
    "100 parallel submits of one request with its key are one exchange, and all get its answer",
    AGAIN,
    async () => {
      const client = await signedIn("customer@demo.test");
      const rows = await historyTotal(client);
      const payload = payloadOf(await holdRate(client), "0.001");
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => postExchange(client, payload, key)),
      );
      expect(countBy(answers)).toEqual({ executed: 100 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await historyTotal(client)).toBe(rows + 1);
    },
  );

  test("100 parallel submits of one quote under 100 keys execute exactly one", AGAIN, async () => {
    const client = await signedIn("customer@demo.test");
    const rows = await historyTotal(client);
    const payload = payloadOf(await holdRate(client), "0.001");
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => postExchange(client, payload, randomUUID())),
    );
    expect(countBy(answers)).toEqual({ executed: 1, quote_used: 99 });
    expect(await historyTotal(client)).toBe(rows + 1);
  });

  test("parallel submits of one key with different quotes execute one; the others are conflicts", async () => {
    const client = await signedIn("customer@demo.test");
    const rows = await historyTotal(client);
    const quotes = await Promise.all(Array.from({ length: 20 }, () => holdRate(client)));
    const answers = await Promise.all(
      quotes.map((held) => postExchange(client, payloadOf(held, "0.01"), "one-key")),
    );
    expect(countBy(answers)).toEqual({ executed: 1, idempotency_conflict: 19 });
    expect(await historyTotal(client)).toBe(rows + 1);
  });

  test("exchanges racing for one balance take no more than there is", async () => {
    const client = await signedIn("nigeria@demo.test");
    const { BTC } = await balanceOf(client);
    expect(BTC).toBe("0.50000000");
    const quotes = await Promise.all(Array.from({ length: 40 }, () => holdRate(client, "BTC", "AUD")));
    const answers = await Promise.all(
      quotes.map((held, index) => postExchange(client, payloadOf(held, "0.03"), `race-${index}`)),
    );
    expect(countBy(answers)).toEqual({ executed: 16, insufficient_funds: 24 });
    expect((await balanceOf(client))["BTC"]).toBe("0.02000000");
  });

  test("many customers buying and selling at once end with exactly what their exchanges say", async () => {
    const passwordHash = await hashPassword("Wattle-Demo1");
    const ids = Array.from({ length: 12 }, () => api.services.ids.uuid());
    await api.services.database.write(async (tx) => {
      for (const id of ids) {
        await insertUser(tx, customerRow(id, { password_hash: passwordHash }));
        for (const [currency, amount] of [
          ["AUD", 10_000_00n],
          ["BTC", 50_000_000n],
        ] as const) {
          await postEntry(tx, {
            id: api.services.ids.uuid(),
            kind: "deposit",
            description: "Opening balance",
            createdBy: "test",
            createdAt: BigInt(api.clock.now()),
            postings: [
              {
                source: houseAccount("bank", currency),
                destination: availableAccount(id, currency),
                currency,
                amount,
              },
            ],
          });
        }
      }
    });
    await Promise.all(
      ids.map(async (id, person) => {
        const client = await signedIn(`${id}@wattle.test`);
        const answers = await Promise.all(
          Array.from({ length: 12 }, async (_, index) => {
            const buying = (index + person) % 2 === 0;
            const held = await (buying ? holdRate(client, "AUD", "BTC") : holdRate(client, "BTC", "AUD"));
            const credit = buying ? `${100 + index}.${person + 10}` : `0.0${1000 + index * 37 + person}`;
            return postExchange(client, payloadOf(held, credit), `${person}-${index}`);
          }),
        );
        expect(countBy(answers)).toEqual({ executed: 12 });
        const expected = { AUD: 10_000_00n, BTC: 50_000_000n };
        for (const { body } of answers) {
          const { credit, credit_currency, debit, debit_currency } = body.data;
          expected[credit_currency as keyof typeof expected] -= units(credit);
          expected[debit_currency as keyof typeof expected] += units(debit);
        }
        const after = await balanceOf(client);
        expect({ AUD: units(after["AUD"]), BTC: units(after["BTC"]) }).toEqual(expected);
        expect(await historyTotal(client)).toBe(12);
      }),
    );
  });
});
