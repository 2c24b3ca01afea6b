import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS, type FreshDatabase } from "@wattle/db/testing/databases";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type TestClient } from "../testing/client.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { balanceOf, holdRate, payloadOf, postExchange, type ExchangePayload } from "../testing/exchanges.ts";
import { enrich } from "../testing/enrich.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";

const CUSTOMERS = ["customer@demo.test", "nigeria@demo.test"];

const ROUNDS = attacks({ few: 4, many: 500 });
const IN_FLIGHT = 24;
/** A round's kill falls on the answer of some exchange up to this one, the rest being under way. */
const LATEST_KILL = IS_TRIAL ? 80 : 30;

interface Attempt {
  readonly client: TestClient;
  readonly key: string;
  readonly payload: ExchangePayload;
  /** The answer's text; undefined while no one knows whether the exchange was executed. */
  acknowledged?: string;
}

const units = (text: string | undefined): bigint => BigInt((text ?? "0").replace(".", ""));

describe.each(DIALECTS)("kill -9 amid exchanges on %s", (dialect) => {
  let database: FreshDatabase;
  let server: ServerProcess;
  let clients: readonly TestClient[];

  const restart = async (): Promise<void> => {
    server = await startServer({ DATABASE_URL: database.url });
  };

  beforeAll(async () => {
    database = await demoDatabase(dialect);
    await restart();
    for (const email of CUSTOMERS) await enrich(database, email);
    clients = await Promise.all(
      ["customer@demo.test", "customer@demo.test", "nigeria@demo.test"].map(async (email) => {
        const client = createClient(overHttp(() => server.origin));
        await client.login(email);
        return client;
      }),
    );
  });
  afterAll(async () => {
    await server.kill();
    await database.close();
  });

  /** Exchanges without pause until the server is killed in the middle of it. */
  async function burst(round: number): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    const killAt = 1 + Math.floor(Math.random() * LATEST_KILL);
    let acknowledged = 0;
    let killed: Promise<void> | undefined;
    const worker = async (index: number): Promise<void> => {
      const client = clients[index % clients.length];
      if (client === undefined) return;
      while (killed === undefined) {
        try {
          const held = await holdRate(client, "BTC", "AUD");
          const attempt: Attempt = {
            client,
            key: `${round}-${attempts.length}`,
            payload: payloadOf(held, held.min),
          };
          attempts.push(attempt);
          const answer = await postExchange(client, attempt.payload, attempt.key);
          if (answer.status !== 201) throw new Error(`an exchange answered ${answer.status}: ${answer.text}`);
          attempt.acknowledged = answer.text;
        } catch (error) {
          // Error of a call to a killed server: a connection that ends.
          if (killed !== undefined && error instanceof TypeError) return;
          throw error;
        }
        acknowledged++;
        if (acknowledged >= killAt) killed ??= server.kill();
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, (_, index) => worker(index)));
    await killed;
    return attempts;
  }

  const exchangeIds = async (): Promise<Set<string>> =>
    new Set(
      (
        await database.read
          .selectFrom("transactions")
          .select("id")
          .where("transaction_type", "=", "exchange")
          .execute()
      ).map(({ id }) => id),
    );

  test(`${ROUNDS} rounds lose no acknowledged exchange, double none, and leave every balance equal to its postings`, async () => {
    let unknown = 0;
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const idsBefore = await exchangeIds();
      const before = await Promise.all(clients.map(balanceOf));
      const attempts = await burst(round);
      await restart();

      expect((await checkLedger(database.read)).mismatches, `round ${round}`).toEqual([]);
      const recovered = new Map<Attempt, Transaction>();
      await Promise.all(
        attempts.map(async (attempt) => {
          const again = await postExchange(attempt.client, attempt.payload, attempt.key);
          if (attempt.acknowledged === undefined) unknown++;
          else {
            acknowledged++;
            expect(again.text).toBe(attempt.acknowledged);
          }
          // A refusal can only be that the rate ran out before an unexecuted exchange was repeated.
          if (again.status === 201) recovered.set(attempt, again.body.data);
          else expect((again.body as unknown as ErrorBody).code).toBe("quote_expired");
        }),
      );

      const made = (await exchangeIds()).difference(idsBefore);
      expect(made).toEqual(new Set([...recovered.values()].map(({ id }) => id)));
      expect(made.size).toBe(recovered.size);

      // Two of the clients are one customer, so each client's balance has moved by all of its customer's exchanges.
      const after = await Promise.all(clients.map(balanceOf));
      for (const [index, mine] of [[0, 1], [0, 1], [2]].entries()) {
        const exchanges = [...recovered].filter(([{ client }]) =>
          mine.some((one) => clients[one] === client),
        );
        const sold = exchanges.reduce((sum, [, { credit }]) => sum + units(credit), 0n);
        const got = exchanges.reduce((sum, [, { debit }]) => sum + units(debit), 0n);
        expect(units(before[index]?.["BTC"]) - units(after[index]?.["BTC"])).toBe(sold);
        expect(units(after[index]?.["AUD"]) - units(before[index]?.["AUD"])).toBe(got);
      }
      expect((await checkLedger(database.read)).mismatches, `round ${round}, repeated`).toEqual([]);
    }
    // Were nothing ever under way at the kill, the test would prove nothing.
    expect(unknown).toBeGreaterThan(ROUNDS);
    noteFigures(
      `${dialect}: ${ROUNDS} kills, ${acknowledged} acknowledged exchanges and ${unknown} under way; none lost, none doubled`,
    );
  });
});
