import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { TestInfo } from "@playwright/test";
import { extraPortOf } from "./ports.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PATIENCE_MILLISECONDS = 180_000;

/** An installation at a host name: there are no passkeys for a bare address. */
export interface NamedHost {
  readonly origin: string;
  stop(): Promise<void>;
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}

const ended = (server: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    if (server.exitCode === null) server.once("exit", resolve);
    else resolve(undefined);
  });

/** Starts an installation of its own at `localhost`, on the same kind of database as the project's. */
export async function startNamedHost(
  { project, parallelIndex }: Pick<TestInfo, "project" | "parallelIndex">,
  settings: Readonly<Record<string, string>> = {},
): Promise<NamedHost> {
  const kind = project.name === "postgres" ? "postgres" : "sqlite";
  const port = extraPortOf(kind, parallelIndex);
  const origin = `http://localhost:${port}`;
  const server = spawn(process.execPath, ["scripts/e2e-server.ts", `${kind}:localhost:${port}`], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...settings },
  });
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await answers(origin))) {
    if (server.exitCode !== null) throw new Error(`the server stopped with code ${server.exitCode}`);
    if (Date.now() > deadline) throw new Error("the server did not become ready in three minutes");
    await wait(50);
  }
  return {
    origin,
    async stop() {
      server.kill("SIGTERM");
      await ended(server);
    },
  };
}
