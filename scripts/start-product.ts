import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const ROOT = path.resolve(import.meta.dirname, "..");
const START_TIMEOUT_MS = 180_000;
const POLL_MS = 50;

export interface RunningProduct {
  /** Address without a slash at its end. */
  readonly origin: string;
  /** Stops the server and deletes its database. */
  stop(): Promise<void>;
}

/** A port of 127.0.0.1 that no one listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no free port");
  return address.port;
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}

/**
 * Starts the built product on a free loopback port, with demo data in an empty database of its own.
 * @param settings environment variables over those of this process
 * @throws Error when it has not become ready after three minutes, or stops before
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<RunningProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-product-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ["apps/api/dist/main.js"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_ORIGIN: origin,
      DATABASE_URL: `sqlite:${path.join(folder, "wattle.db")}`,
      UPLOAD_DIR: path.join(folder, "uploads"),
      DEMO: "true",
      RATE_LIMIT: "1000000",
      ACCOUNT_SHARE: "100",
      ...settings,
    },
  });
  // The server ends with this process at the latest.
  const kill = (): void => void server.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => {
      process.off("exit", kill);
      rmSync(folder, { recursive: true, force: true });
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    server.kill("SIGTERM");
    await ended;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(origin))) {
    if (server.exitCode !== null) throw new Error(`the product stopped with code ${server.exitCode}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error("the product did not become ready in three minutes");
    }
    await wait(POLL_MS);
  }
  return { origin, stop };
}
