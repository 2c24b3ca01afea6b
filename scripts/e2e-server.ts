// The servers that browser tests talk to: `node scripts/e2e-server.ts sqlite:HOST:PORT postgres:HOST:PORT …`. Each has demo
// data on an empty database of its own, thrown away when this is stopped. Says when all are up.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "../packages/db/src/testing/postgres-server.ts";

const root = path.resolve(import.meta.dirname, "..");

interface Installation {
  /** Resolves once it answers. */
  readonly up: Promise<void>;
  /** Resolves with its exit code once it has ended and its files are gone. */
  readonly ended: Promise<number>;
  readonly stop: () => void;
}

/**
 * @param where `sqlite:HOST:PORT` or `postgres:HOST:PORT`, where the host is what its address has; it listens only on
 * loopback
 */
async function startInstallation(where: string): Promise<Installation> {
  const [kind, host, port] = where.split(":");
  if (kind === undefined || host === undefined || port === undefined)
    throw new Error(`not KIND:HOST:PORT: ${where}`);
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-e2e-"));
  // The database server gives up root's rights, and must still be able to enter.
  chmodSync(folder, 0o755);
  const postgres = kind === "postgres" ? await startPostgres(path.join(folder, "postgres")) : undefined;
  const settings = {
    DATABASE_URL: postgres?.url ?? `sqlite:${path.join(folder, "wattle.db")}`,
    UPLOAD_DIR: path.join(folder, "uploads"),
  };
  // Tests run commands of the desk on the same installation.
  const settingsFile = path.join(tmpdir(), `wattle-e2e-${port}.json`);
  writeFileSync(settingsFile, JSON.stringify(settings));
  const server = spawn(process.execPath, ["apps/api/dist/main.js"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: port,
      APP_ORIGIN: `http://${host}:${port}`,
      ...settings,
      DEMO: "true",
      // Blocks come when a journey asks for one.
      PLAY_BLOCK_SECONDS: "0",
      EXPLORER_URL: "bitcoin=https://bitcoin.example, ethereum=https://ether.example",
      RATE_LIMIT: "1000000",
      ACCOUNT_SHARE: "100",
    },
  });
  const up = new Promise<void>((resolve) => {
    server.stdout.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk);
      if (chunk.includes(" is up: ")) resolve();
    });
  });
  const ended = new Promise<number>((resolve) => server.once("exit", (code) => resolve(code ?? 0))).then(
    async (code) => {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(settingsFile, { force: true });
      return code;
    },
  );
  return { up, ended, stop: () => void server.kill("SIGTERM") };
}

const stops: (() => void)[] = [];
let isStopping = false;
const stopAll = (): void => {
  isStopping = true;
  for (const stop of stops) stop();
};
// Before anything is started: one that is called off meanwhile leaves nothing running.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stopAll);

const installations = await Promise.all(
  process.argv.slice(2).map(async (where) => {
    const installation = await startInstallation(where);
    stops.push(installation.stop);
    if (isStopping) installation.stop();
    return installation;
  }),
).catch((error: unknown) => {
  stopAll();
  throw error;
});
// One that ends ends the others, and a run without it does not begin.
const codes = installations.map(({ ended }) => ended.finally(stopAll));
const areUp = Promise.all(installations.map(({ up }) => up)).then(() => true);
if (await Promise.race([areUp, ...codes.map((code) => code.then(() => false))])) console.log("all are up");
process.exitCode = Math.max(...(await Promise.all(codes)));
