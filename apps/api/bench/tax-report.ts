/**
 * How long the tax report of a customer with 10,000 exchanges takes in a process that has read nothing of the customer yet; and what
 * matching 100,000 moves takes. Run with `npm run bench`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { insertUser } from "@wattle/db/accounts";
import { recordExchange } from "@wattle/db/exchange";
import { exchangeRow } from "@wattle/db/history-rows";
import { customer, exchangeOf } from "@wattle/db/testing/fixtures";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import type { Services } from "../src/services.ts";
import { readTaxReport } from "../src/tax/read-tax-report.ts";
import { arriveFromOutside } from "../src/testing/arrive-coins.ts";

const EXCHANGES = 10_000;
const OWNER = "owner";
const BEGIN = Date.UTC(2025, 6, 1);
const HOUR = 3_600_000;

export interface TaxBench {
  readonly reportMs: number;
  /** 100,000 moves by the slowest method, and what they add to the peak of the process. */
  readonly matchMs: number;
  readonly matchMiB: number;
}

/** One purchase, and one sale of nearly half of it, in turns. */
async function fill(services: Services): Promise<void> {
  await services.database.write((tx) => insertUser(tx, { ...customer(OWNER), status: "verified" }));
  const money = { userId: OWNER, mark: "money", currency: "AUD", units: 10_000_000_00n, at: BigInt(BEGIN) };
  await arriveFromOutside(services, money);
  for (let index = 0; index < EXCHANGES; index += 1) {
    const isPurchase = index % 2 === 0;
    const terms = isPurchase
      ? { credit: 100_00n, creditCurrency: "AUD", debit: 66_667n, debitCurrency: "BTC", fee: 1_00n }
      : { credit: 30_000n, creditCurrency: "BTC", debit: 45_00n, debitCurrency: "AUD", fee: 300n };
    const createdAt = BigInt(BEGIN + HOUR + Math.floor((index * HOUR) / 2));
    await services.database.write((tx) =>
      recordExchange(tx, exchangeRow(exchangeOf(OWNER, String(index), { ...terms, createdAt }))),
    );
  }
}

export async function run(): Promise<TaxBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const config = readConfig({
    DATABASE_URL: `sqlite:${path.join(directory, "bench.db")}`,
    CAPTCHA_PROVIDER: "none",
  });
  const services = await createServices(config);
  try {
    await fill(services);
    const begun = performance.now();
    const user = { id: OWNER, default_country: "AU" };
    const { disposals } = await readTaxReport(services, user, { year: 2026, method: "fifo" });
    const reportMs = performance.now() - begun;
    if (disposals.length !== EXCHANGES / 2) throw new Error(`${disposals.length} sales were reported`);
    const parcels = path.join(import.meta.dirname, "../../../packages/exchange-core/bench/parcels.ts");
    const { slowestMs, addedMiB } = JSON.parse(
      execFileSync(process.execPath, [parcels], { encoding: "utf8" }),
    ) as { readonly slowestMs: number; readonly addedMiB: number };
    return { reportMs, matchMs: slowestMs, matchMiB: addedMiB };
  } finally {
    await services.database.close();
    rmSync(directory, { recursive: true });
  }
}

if (import.meta.main) console.log(await run());
