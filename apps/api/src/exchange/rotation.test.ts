import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { IdentityState } from "@wattle/contracts/identity";
import type { HeldRate } from "@wattle/contracts/quotes";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { newDataKeyText } from "@wattle/db/sealed/data-key";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { FORM } from "../testing/applicant.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { enrich } from "../testing/enrich.ts";
import { holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { mailLinks, type MailedLink } from "../testing/mailed-links.ts";
import { applications, NODES, processes, ServerPair, type Node } from "../testing/server-pair.ts";
import { confirmed } from "../testing/visitor.ts";

const ROUNDS = attacks({ few: 1, many: 20 });
const AT_ONCE = IS_TRIAL ? 4 : 2;
/** A process does not look for a new key more often than this. */
const KNOWN_AFTER_MILLISECONDS = 5_000;
/** Exchanges between two steps. */
const BETWEEN = IS_TRIAL ? 40 : 6;
/** A held rate runs out a little later. */
const LONGEST_HELD_MILLISECONDS = 40_000;
const CUSTOMERS = ["customer@demo.test", "nigeria@demo.test"];
/** The process that holds a rate, and the one that executes it. */
const WAYS: readonly (readonly [Node, Node])[] = NODES.flatMap((held) =>
  NODES.map((executed) => [held, executed] as const),
);

type Browser = readonly [TestClient, TestClient];

let visitors = 0;
/** Limits of one visitor do not reach another. */
const freshIp = (): string => `10.9.${((visitors += 1) >> 8) & 255}.${visitors & 255}`;
const visiting = (pair: ServerPair, node: Node) => ({ client: () => pair.client(node, freshIp()) });

/** Customers who hold rates and exchange on both servers, and one who fills in the identity form, without pause. */
class Load {
  exchanges = 0;
  forms = 0;
  readonly #byWay = new Map<string, number>();
  #isOver = false;
  readonly #pair: ServerPair;
  readonly #working: Promise<unknown>;

  constructor(pair: ServerPair, browsers: readonly Browser[], applicant: Browser) {
    this.#pair = pair;
    this.#working = Promise.all([
      this.#fillIn(applicant),
      ...Array.from({ length: AT_ONCE }, (_, index) =>
        this.#exchange(browsers[index % browsers.length] ?? applicant, index),
      ),
    ]);
    // It is waited for at the end; what went wrong until then is in the pair's list.
    this.#working.catch(() => undefined);
  }

  get #goesOn(): boolean {
    return !this.#isOver && this.#pair.wrong.length === 0;
  }

  async #exchange(browser: Browser, worker: number): Promise<void> {
    for (let number = worker; this.#goesOn; number += 1) {
      const [heldAt, executedAt] = WAYS[number % WAYS.length] ?? [0, 0];
      const payload = payloadOf(...smallest(await holdRate(browser[heldAt])));
      const answer = await postExchange(browser[executedAt], payload, `rotation-${worker}-${number}`);
      if (answer.status !== 201) return;
      this.exchanges += 1;
      const way = `${heldAt} to ${executedAt}`;
      this.#byWay.set(way, (this.#byWay.get(way) ?? 0) + 1);
    }
  }

  /** A value typed at one server is encrypted there, and read at the other. */
  async #fillIn(applicant: Browser): Promise<void> {
    for (let number = 0; this.#goesOn; number += 1) {
      const street = `${number} Example Street`;
      await mutate(applicant[number % 2 === 0 ? 0 : 1], "identity.save", { ...FORM, street });
      const { data } = await query<IdentityState>(applicant[number % 2 === 0 ? 1 : 0], "identity.get");
      if (data.draft?.street !== street) this.#pair.wrong.push(`the form has ${data.draft?.street}`);
      this.forms += 1;
    }
  }

  /** Resolves once so many more were made. */
  async more(exchanges: number): Promise<void> {
    const target = this.exchanges + exchanges;
    await expect
      .poll(() => !this.#goesOn || this.exchanges >= target, { timeout: 120_000, interval: 5 })
      .toBe(true);
    expect(this.#pair.wrong).toEqual([]);
  }

  /** @throws if a process has executed no rate of the other one */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    expect(this.#byWay.size).toBe(WAYS.length);
  }
}

const smallest = (held: HeldRate): [HeldRate, string] => [held, held.min];

describe.each(DIALECTS)("keys and secrets are replaced under load on two processes, on %s", (dialect) => {
  let database: FreshDatabase;
  let folder: string;
  let pair: ServerPair;
  let dataKey = newDataKeyText();
  let secrets = "s".repeat(32);
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    folder = mkdtempSync(path.join(inject("databaseDirectory"), "rotation-"));
    pair = new ServerPair(IS_TRIAL ? processes : applications(dialect, database.url), {
      DATABASE_URL: database.url,
      UPLOAD_DIR: folder,
      DATA_KEYS: dataKey,
      APP_SECRET: secrets,
    });
    await pair.start();
    for (const email of CUSTOMERS) await enrich(database, email);
  });
  afterAll(async () => {
    await pair.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const exchangesInBooks = async (): Promise<number> =>
    (
      await database.read
        .selectFrom("transactions")
        .select("id")
        .where("transaction_type", "=", "exchange")
        .execute()
    ).length;

  let executed = 0;
  /** Rates are held on both, something happens, and each is executed: on the process that held it, and on the other one. */
  async function amidHeldRates(browser: Browser, happens: () => Promise<unknown>): Promise<void> {
    const since = pair.kind.now();
    const held = await Promise.all(WAYS.map(([heldAt]) => holdRate(browser[heldAt])));
    await happens();
    // A machine that is so slow proves nothing of these.
    if (pair.kind.now() - since > LONGEST_HELD_MILLISECONDS) return;
    for (const [index, rate] of held.entries()) {
      const [, executedAt] = WAYS[index] ?? [0, 0];
      const answer = await postExchange(browser[executedAt], payloadOf(...smallest(rate)));
      expect(answer.status, answer.text).toBe(201);
      executed += 1;
    }
  }

  /** The steps of docs/operations.md, those of both lists of keys in the same restarts. */
  async function replaceAll(load: Load, browser: Browser): Promise<void> {
    const [oldKey, newKey] = [dataKey, newDataKeyText()];
    // No 30 days go by, after which an old secret is left out: all of them stay, as the pages and links that they signed do.
    const [oldSecrets, newSecret] = [secrets, newDataKeyText().slice(-40)];
    const restartBoth = async (settings: Readonly<Record<string, string>>): Promise<void> => {
      pair.set(settings);
      for (const node of NODES) {
        await amidHeldRates(browser, () => pair.restart(node));
        // The other server accepts the one's signatures.
        const newcomer = await pair.customer("customer@demo.test", node);
        await amidHeldRates(newcomer, () => load.more(BETWEEN));
      }
    };
    await amidHeldRates(browser, async () => {
      expect(await pair.ops("keys", "rotate-signing")).toContain("signs no more");
      await load.more(BETWEEN);
      pair.kind.pass(KNOWN_AFTER_MILLISECONDS);
      await load.more(BETWEEN);
    });
    await restartBoth({ DATA_KEYS: `${oldKey},${newKey}`, APP_SECRET: `${oldSecrets},${newSecret}` });
    await restartBoth({ DATA_KEYS: `${newKey},${oldKey}`, APP_SECRET: `${newSecret},${oldSecrets}` });
    await amidHeldRates(browser, async () => {
      expect(await pair.ops("keys", "rotate")).toContain("Everything is sealed with");
      await load.more(BETWEEN);
    });
    expect(await pair.ops("keys", "status")).not.toContain(oldKey.split(":")[0]);
    await restartBoth({ DATA_KEYS: newKey });
    [dataKey, secrets] = [newKey, `${newSecret},${oldSecrets}`];
  }

  test("no rate is refused, no page, session or link ends, and what one encrypts the other reads", async () => {
    const browsers = await Promise.all(CUSTOMERS.map((email) => pair.customer(email)));
    const applicant = await confirmed(visiting(pair, 0));
    const [holder] = browsers;
    if (holder === undefined) throw new Error("no customers");
    await amidHeldRates(holder, () => Promise.resolve());
    await pair.mailReceipts();
    const before = (await exchangesInBooks()) - executed;
    const load = new Load(pair, browsers, [applicant.client, pair.sameAt(1, applicant.client)]);
    let links = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await load.more(BETWEEN);
      // Their page was open before, and is used after.
      const asleep = await Promise.all(NODES.map(() => pair.customer("customer@demo.test")));
      const mailed: MailedLink[][] = [];
      for (const node of NODES) mailed.push(await mailLinks(visiting(pair, node)));
      await replaceAll(load, holder);
      for (const node of NODES) {
        for (const link of mailed[node === 0 ? 1 : 0] ?? []) {
          await link.follow(visiting(pair, node).client());
          links += 1;
        }
        await holdRate(asleep[node]?.[node] ?? holder[0]);
      }
      // The next round's link to end them comes with a receipt of that round.
      for (const [at] of browsers) await mutate(at, "accounts.chooseEmail", { kind: "receipts", on: true });
    }
    await load.end();
    expect(pair.wrong).toEqual([]);
    expect(load.forms).toBeGreaterThan(ROUNDS);
    expect(executed).toBeGreaterThan(0);
    expect((await exchangesInBooks()) - before).toBe(load.exchanges + executed);
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    noteFigures(
      `${dialect}: all keys and secrets replaced ${ROUNDS} times in ${pair.restarts} restarts amid ${load.exchanges} exchanges and ${load.forms} forms; ${executed} rates held meanwhile executed, ${links} links followed, ${pair.moved} requests sent to the other process; nothing refused`,
    );
  });
});
