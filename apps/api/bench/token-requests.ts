/**
 * The cost of a token's request log, on SQLite: held rates asked for by 64 customers with a token each, of a server that notes each request
 * next to one that does not. Run with `node apps/api/bench/token-requests.ts`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "@wattle/db/database";
import { addCustomers } from "@wattle/db/testing/fixtures";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { insertApiToken } from "@wattle/db/tokens";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { PROGRAM_ENV } from "../src/testing/program-env.ts";
import { newToken } from "../src/tokens/create-token.ts";
import {
  askRates,
  connectAll,
  CUSTOMERS,
  rowOf,
  tableOf,
  type Client,
  type HttpRow,
  type Sample,
} from "./load.ts";

const ROUNDS = 7;
const RATES_EACH = 150;
const WARM_UP_EACH = 200;

export const WHILE_NOTING = "the same with their requests noted";

const MODES = ["unnoted", "noted"] as const;
type Mode = (typeof MODES)[number];

/** @returns the headers of each customer's token */
async function addTokens(env: Readonly<Record<string, string>>): Promise<Client["headers"][]> {
  const services = await createServices(readConfig(env));
  const made = Array.from({ length: CUSTOMERS }, () =>
    newToken(services, {
      user_id: services.ids.uuid(),
      kind: "personal",
      name: "Bench",
      scopes: JSON.stringify(["read", "trade"]),
      procedures: "[]",
      two_factor: 1n,
      addresses: [],
      expires_in_days: null,
    }),
  );
  await services.database.write(async (tx) => {
    await addCustomers(
      tx,
      made.map(({ row }) => row.user_id),
      { AUD: 10n ** 13n },
    );
    for (const { row } of made) await insertApiToken(tx, row);
  });
  await services.database.close();
  return made.map(({ token }) => ({ authorization: `Bearer ${token}` }));
}

interface Half {
  readonly process: ChildProcess;
  readonly url: string;
  readonly clients: readonly Client[];
}

async function startHalf(folder: string, mode: Mode): Promise<Half> {
  const url = `sqlite:${path.join(folder, `${mode}.db`)}`;
  const env = {
    ...PROGRAM_ENV,
    HOST: "127.0.0.1",
    DATABASE_URL: url,
    RATE_LIMIT: "100000000",
    ACCOUNT_SHARE: "100",
    CAPTCHA_PROVIDER: "none",
    DATA_KEYS: TEST_DATA_KEYS,
  };
  const headers = await addTokens(env);
  const script = path.join(import.meta.dirname, "serve-tokens.ts");
  const child = spawn(process.execPath, ["--max-semi-space-size=8", script, mode], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", () => reject(new Error("the server ended")));
  });
  return { process: child, url, clients: await connectAll(`http://127.0.0.1:${port}`, headers) };
}

/** A log that notes nothing would be fast. */
async function expectNoted({ url }: Half, mode: Mode): Promise<void> {
  const database = await openDatabase(url);
  const { count } = await database.read
    .selectFrom("token_requests")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  await database.close();
  if (count > 0n !== (mode === "noted")) throw new Error(`${mode}: ${count} requests are in the log`);
}

/** Medians of seven rounds, each half taking its turn in every round. Takes about a minute. */
export async function run(): Promise<readonly HttpRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const halves: Partial<Record<Mode, Half>> = {};
  try {
    const rounds: Record<Mode, Sample[]> = { unnoted: [], noted: [] };
    for (const mode of MODES) {
      const half = (halves[mode] = await startHalf(folder, mode));
      await askRates(half.clients, WARM_UP_EACH);
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const mode of MODES) rounds[mode].push(await askRates(halves[mode]?.clients ?? [], RATES_EACH));
    }
    for (const mode of MODES) {
      const half = halves[mode];
      if (half !== undefined) await expectNoted(half, mode);
    }
    return [
      rowOf("`/api/get-rate` with tokens, nothing noted", rounds.unnoted),
      rowOf(WHILE_NOTING, rounds.noted, rounds.unnoted),
    ];
  } finally {
    for (const half of Object.values(halves)) {
      for (const { connection } of half.clients) connection.close();
      half.process.kill();
    }
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) console.log(tableOf(await run()));
