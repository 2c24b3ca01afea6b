import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { administer, freePort } from "@wattle/db/testing/postgres-server";
import type { ClusterNode } from "./patroni-cluster.ts";
import { asPostgres, CLUSTER_PROGRAMS, type ClusterPrograms } from "./programs.ts";

/** A copy of a running primary without its log, which is in the cluster's archive. */
export class BaseBackup {
  readonly #folder: string;
  readonly #programs: ClusterPrograms;
  #server: ChildProcess | undefined;

  private constructor(folder: string, programs: ClusterPrograms) {
    this.#folder = folder;
    this.#programs = programs;
  }

  /** @param next folder in which there is room for the copy */
  static of(primary: ClusterNode, next: string): BaseBackup {
    if (CLUSTER_PROGRAMS === undefined) throw new Error("PostgreSQL is not installed");
    const programs = CLUSTER_PROGRAMS;
    const folder = path.join(mkdtempSync(path.join(next, "base-")), "data");
    const url = new URL(primary.url);
    url.username = "replicator";
    const from = ["--dbname", url.href, "--checkpoint=fast", "--wal-method=none"];
    const [first, ...rest] = asPostgres(path.join(programs.postgres, "pg_basebackup"));
    chmodSync(path.dirname(folder), 0o777);
    execFileSync(first, [...rest, "--pgdata", folder, ...from], { stdio: "pipe" });
    return new BaseBackup(folder, programs);
  }

  /** Brings it to a moment that was given a name, with the archive alone. @returns the url of the server that has it then */
  async restoreUntil(name: string, archive: string): Promise<string> {
    const file = (base: string, text: string): string => {
      const made = path.join(this.#folder, base);
      writeFileSync(made, text, { mode: 0o666 });
      return made;
    };
    file("recovery.signal", "");
    const port = await freePort();
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      hba_file: file("restored_hba.conf", "host all all 127.0.0.1/32 trust"),
      ident_file: file("restored_ident.conf", ""),
      restore_command: `cp "${archive}/%f" "%p"`,
      recovery_target_name: name,
      recovery_target_action: "promote",
      recovery_target_timeline: "latest",
      primary_conninfo: "",
      primary_slot_name: "",
      synchronous_standby_names: "",
      archive_mode: "off",
    };
    const words = Object.entries(settings).flatMap(([setting, value]) => ["-c", `${setting}=${value}`]);
    const [first, ...rest] = asPostgres(path.join(this.#programs.postgres, "postgres"));
    this.#server = spawn(first, [...rest, "-D", this.#folder, ...words], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let printed = "";
    this.#server.stderr?.on("data", (text) => (printed += String(text)));
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    while (!(await isPrimary(url))) {
      if (this.#server.exitCode !== null) throw new Error(`the restored server ended:\n${printed}`);
      await wait(200);
    }
    return url;
  }

  async close(): Promise<void> {
    if (this.#server?.exitCode === null) {
      this.#server.kill("SIGINT");
      await once(this.#server, "exit");
    }
    rmSync(path.dirname(this.#folder), { recursive: true });
  }
}

const isPrimary = (url: string): Promise<boolean> =>
  administer(url, "select pg_is_in_recovery() as standby").then(
    ({ rows: [row] }) => row.standby === false,
    () => false,
  );

/** Puts an end to a piece of the log, and waits until the archive has it. */
export async function archiveLog(writer: string): Promise<void> {
  const { rows } = await administer(writer, "select pg_walfile_name(pg_switch_wal()) as name");
  const [{ name }] = rows as [{ name: string }];
  for (;;) {
    const archived = await administer(
      writer,
      "select coalesce(last_archived_wal, '') as last from pg_stat_archiver",
    );
    if ((archived.rows as [{ last: string }])[0].last >= name) return;
    await wait(200);
  }
}
