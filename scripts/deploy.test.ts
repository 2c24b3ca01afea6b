// The samples of `deploy`, as the programs read them that they are for. `trial -- cluster` also runs HAProxy's.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";

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
