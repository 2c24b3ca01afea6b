// The server that browser tests talk to: `node scripts/e2e-server.ts sqlite|postgres PORT`. Demo data on an empty
// database of its own, thrown away when it is stopped. A host after the port is what its address has in place of 127.0.0.1.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "../packages/db/src/testing/postgres-server.ts";

const [kind = "sqlite", port = "3910", host = "127.0.0.1"] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, "..");
const folder = mkdtempSync(path.join(tmpdir(), "wattle-e2e-"));
// The database server gives up root's rights, and must still be able to enter.
chmodSync(folder, 0o755);
const postgres = kind === "postgres" ? await startPostgres(path.join(folder, "postgres")) : undefined;

const settings = {
  DATABASE_URL: postgres?.url ?? `sqlite:${path.join(folder, "wattle.db")}`,
  UPLOAD_DIR: path.join(folder, "uploads"),
};
// Tests run back-office commands on the same installation.
const settingsFile = path.join(tmpdir(), `wattle-e2e-${port}.json`);
writeFileSync(settingsFile, JSON.stringify(settings));

const server = spawn(process.execPath, ["apps/api/src/main.ts"], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    HOST: "127.0.0.1",
    PORT: port,
    APP_ORIGIN: `http://${host}:${port}`,
    ...settings,
    DEMO: "true",
    RATE_LIMIT: "1000000",
  },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill("SIGTERM"));
const code = await new Promise<number | null>((resolve) => server.on("exit", resolve));
await postgres?.stop();
rmSync(folder, { recursive: true, force: true });
rmSync(settingsFile, { force: true });
process.exitCode = code ?? 0;
