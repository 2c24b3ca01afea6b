import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@wattle/db/testing/postgres-server";

const DEPLOY = path.resolve(import.meta.dirname, "../../../../deploy");
/** Debian's path of it, which is not on everyone's path. */
const PROGRAM = ["haproxy", "/usr/sbin/haproxy"].find(
  (program) => spawnSync(program, ["-v"]).error === undefined,
);

/** HAProxy's version in one line, or undefined if it is not installed. */
export const HAPROXY =
  PROGRAM === undefined ? undefined : spawnSync(PROGRAM, ["-v"], { encoding: "utf8" }).stdout.split("\n")[0];

/** Asks HAProxy how the processes behind it are; not part of the sample. */
const statisticsAt = (port: number): string => `
listen statistics
    mode http
    timeout client 5s
    bind 127.0.0.1:${port}
    stats enable
    stats uri /statistics
`;

export interface Balancer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Resolves once so many processes get requests. */
  readonly untilServing: (processes: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface RunningProxy {
  /** Its exit code, once it has ended. */
  readonly exitCode: () => number | null;
  readonly stop: () => Promise<void>;
}

/** @param variables those of the files */
function runHaproxy(
  files: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): RunningProxy {
  if (PROGRAM === undefined) throw new Error("HAProxy is not installed");
  const child = spawn(PROGRAM, ["-db", ...files.flatMap((file) => ["-f", file])], {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], ...variables },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    exitCode: () => child.exitCode,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/**
 * Starts HAProxy with the sample of `deploy`.
 * @param ports of the three processes, on this machine
 */
export async function startHaproxy(ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-haproxy-"));
  const [port, statistics] = [await freePort(), await freePort()];
  const extra = path.join(folder, "statistics.cfg");
  writeFileSync(extra, statisticsAt(statistics));
  const [one, two, three] = ports.map((each) => `127.0.0.1:${each}`);
  const proxy = runHaproxy([path.join(DEPLOY, "haproxy.cfg"), extra], {
    WATTLE_BIND: `127.0.0.1:${port}`,
    WATTLE_1: one,
    WATTLE_2: two,
    WATTLE_3: three,
  });
  const serving = async (): Promise<number> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${statistics}/statistics;csv`);
      // The frontend says OPEN, and the backend's own line has no name of a server.
      return [...(await answer.text()).matchAll(/^processes,(?:one|two|three),.*?,UP,/gm)].length;
    } catch {
      return 0;
    }
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    untilServing: async (processes) => {
      while ((await serving()) !== processes) {
        if (proxy.exitCode() !== null) throw new Error(`HAProxy ended with ${proxy.exitCode()}`);
        await wait(50);
      }
    },
    stop: async () => {
      await proxy.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A cluster's databases behind HAProxy, with the sample of `deploy/cluster`. */
export interface DatabaseProxy {
  /** `127.0.0.1:PORT` each. */
  readonly writer: string;
  readonly readers: string;
  readonly stop: () => Promise<void>;
}

/** @param addresses of the three machines */
export async function startDatabaseProxy([one, two, three]: readonly string[]): Promise<DatabaseProxy> {
  const [writer, readers] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const { stop } = runHaproxy([path.join(DEPLOY, "cluster/haproxy.cfg")], {
    WATTLE_WRITER: writer,
    WATTLE_READERS: readers,
    WATTLE_DATABASE_1: one,
    WATTLE_DATABASE_2: two,
    WATTLE_DATABASE_3: three,
  });
  return { writer, readers, stop };
}
