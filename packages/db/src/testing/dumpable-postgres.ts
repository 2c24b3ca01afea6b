import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./postgres-server.ts";

const DEBIAN = "/usr/lib/postgresql";

export interface DumpablePostgres {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * A PostgreSQL server that the installed `pg_dump` understands: it refuses servers that are newer than itself, and the tests' own server
 * comes without it. @returns undefined if there is no such server, which is Debian's package
 */
export async function startDumpablePostgres(): Promise<DumpablePostgres | undefined> {
  const version = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().at(-1) : undefined;
  if (version === undefined || spawnSync("pg_dump", ["--version"]).error !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "wattle-dumpable-"));
  // The server refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
  chmodSync(folder, 0o777);
  const words = (program: string, ...rest: string[]): [string, string[]] => {
    const [first = "", ...others] = [...asUser, join(DEBIAN, version, "bin", program), ...rest];
    return [first, others];
  };
  const data = join(folder, "data");
  const made = spawnSync(...words("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync"));
  if (made.status !== 0) return undefined;
  const port = await freePort();
  const settings = ["fsync=off", "listen_addresses=127.0.0.1", "unix_socket_directories="].flatMap(
    (setting) => ["-c", setting],
  );
  const server = spawn(...words("postgres", "-D", data, "-p", String(port), ...settings), {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const url = `postgres://postgres:te%3Ast@127.0.0.1:${port}/postgres`;
  await untilAnswering(url);
  return {
    url,
    async stop() {
      spawnSync(...words("pg_ctl", "-D", data, "-m", "immediate", "stop"));
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
