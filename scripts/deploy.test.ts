// The samples of `deploy`, as the programs read them that they are for. `trial -- cluster` also runs HAProxy's.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

const DEPLOY = path.resolve(import.meta.dirname, "../deploy");

/** A program's output about a file; its exit code is undefined if the program is not installed. */
function check(
  program: string,
  ...words: readonly string[]
): { code: number | null | undefined; says: string } {
  const { error, status, stdout, stderr } = spawnSync(program, words, {
    cwd: DEPLOY,
    encoding: "utf8",
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
  });
  return error === undefined ? { code: status, says: stdout + stderr } : { code: undefined, says: "" };
}

describe.each([
  ["haproxy", ["-c", "-f", "haproxy.cfg"], ["-c", "-f", "Caddyfile"]],
  ["haproxy", ["-c", "-f", "cluster/haproxy.cfg"], ["-c", "-f", "cluster/patroni.yml"]],
  [
    "caddy",
    ["validate", "--adapter", "caddyfile", "--config", "Caddyfile"],
    ["validate", "--adapter", "caddyfile", "--config", "haproxy.cfg"],
  ],
])("%s", (program, right, wrong) => {
  test.skipIf(check(program, "--version").code === undefined)("takes its file, and not another", () => {
    expect(check(program, ...right)).toMatchObject({ code: 0 });
    expect(check(program, ...wrong).code).not.toBe(0);
  });
});

test.skipIf(check("systemd-analyze", "--version").code === undefined)("systemd takes the units", () => {
  // It says nothing of a unit that it takes whole, and ends well for settings that it does not know.
  for (const unit of ["./wattle.service", "./wattle-backup.service", "./wattle-backup.timer"])
    expect(check("systemd-analyze", "verify", unit)).toEqual({ code: 0, says: "" });
});

/** A command of Patroni's file, as a program and its words: Patroni has no shell for the pieces of the log that a dead primary leaves. */
function archiveCommand(name: string, paths: Readonly<Record<string, string>>): readonly string[] {
  const text = readFileSync(path.join(DEPLOY, "cluster/patroni.yml"), "utf8");
  const line = text.replaceAll(/^ *#.*$/gm, "").replaceAll(/\s+/g, " ");
  const [, command = ""] = new RegExp(` ${name}: (?:>- )?(.*?) [a-z_]+: `).exec(line) ?? [];
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) =>
    (one ?? two ?? three ?? "").replaceAll(/%[pf]/g, (place) => paths[place] ?? ""),
  );
}

test("the log is archived and restored without a shell, and a piece of the archive is never replaced", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [piece, restored] = [path.join(folder, "a piece"), path.join(folder, "restored")];
  const run = (name: string, place: string, file = "000000010000000000000001"): number | null => {
    const [program = "", ...words] = archiveCommand(name, { "%p": place, "%f": file });
    return spawnSync(program, words, { env: { ...process.env, WAL_ARCHIVE: folder } }).status;
  };
  writeFileSync(piece, "written");
  expect([run("archive_command", piece), run("archive_command", piece)]).toEqual([0, 0]);
  writeFileSync(piece, "written otherwise");
  expect(run("archive_command", piece)).not.toBe(0);
  expect(run("restore_command", restored)).toBe(0);
  expect(readFileSync(restored, "utf8")).toBe("written");
  writeFileSync(path.join(folder, "00000002.history"), "a fork");
  expect(run("restore_command", restored, "00000002.history")).not.toBe(0);
});
