import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { createServices } from "../compose.ts";
import { ConfigError, readConfig } from "../config.ts";

const USAGE = `Back office of this installation. Reads the same settings as the server.

  npm run ops -- ledger check    recompute every balance from the postings and compare`;

/** @returns the exit code: 0 done, 1 something is wrong, 2 the words were not understood */
async function run(words: readonly string[]): Promise<number> {
  if (words.join(" ") !== "ledger check") {
    console.error(USAGE);
    return words.length === 0 ? 0 : 2;
  }
  const services = await createServices(readConfig(process.env));
  try {
    const result = await checkLedger(services.database.read);
    console.log(
      `${result.accounts} accounts, ${result.entries} entries, ${result.mismatches.length} mismatches`,
    );
    for (const mismatch of result.mismatches)
      console.log(
        JSON.stringify(mismatch, (_key, value: unknown) =>
          typeof value === "bigint" ? String(value) : value,
        ),
      );
    return result.mismatches.length === 0 ? 0 : 1;
  } finally {
    await services.database.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
