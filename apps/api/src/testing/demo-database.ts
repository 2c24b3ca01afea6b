import type { Dialect } from "@wattle/db/database";
import { filledDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { recorderOf } from "../background.ts";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { seedDay } from "../demo/day/seed-day.ts";
import { withShockedPast } from "../demo/day/shocked-price.ts";
import { seedDemo } from "../demo/seed-demo.ts";

/** Data of the first start of a server with demo data: two years of prices take it as long as all the rest together. */
async function fillWithDemo(url: string): Promise<void> {
  const config = readConfig({ NODE_ENV: "test", DATA_KEYS: TEST_DATA_KEYS, DATABASE_URL: url });
  const services = await createServices(config, { logTo: { write: () => undefined } });
  await seedDemo(services);
  await seedDay(services);
  const recorder = recorderOf({ ...services, pastPrices: await withShockedPast(services) });
  await recorder.start();
  await recorder.stop();
  await services.database.close();
}

/** A database on which a server with demo data and `TEST_DATA_KEYS` has been started before. Closing it deletes it. */
export const demoDatabase = (dialect: Dialect): Promise<FreshDatabase> =>
  filledDatabase(dialect, { name: "demo", fill: fillWithDemo });
