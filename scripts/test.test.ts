import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Outcome } from "./test-outcomes.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const PROGRAMS = "oxfmt turbo oxlint knip vitest playwright oathtool haproxy faketime promtool".split(" ");

const outcome = (passed: boolean, more: Partial<Outcome> = {}): Outcome => ({
  file: path.resolve("apps/some.test.ts"),
  name: "adds up",
  passed,
  message: passed ? "" : "Expected 1, got 2",
  ...more,
});

/** A shell script that reports these as a runner does. */
const reports = (outcomes: readonly Outcome[], status: number): string =>
  [
    `cat >> "$TEST_OUTCOMES" <<'END'`,
    ...outcomes.map((each) => JSON.stringify(each)),
    "END",
    `exit ${status}`,
  ].join("\n");

/** Runs `npm test` with scripts in the place of the programs that it calls. */
function runWith(scripts: Readonly<Record<string, string>>, { ci = false, filters = [] as string[] } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "programs-"));
  folders.push(folder);
  for (const name of PROGRAMS) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\ncd "${folder}"\n${scripts[name] ?? "exit 0"}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  const { CI: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [path.resolve("scripts/test.ts"), ...filters], {
    encoding: "utf8",
    env: {
      ...env,
      PATH: `${folder}:${process.env["PATH"]}`,
      CHROMIUM_PATH: path.join(folder, "oxfmt"),
      ...(ci && { CI: "1" }),
    },
  });
  const lines = stdout.trimEnd().split("\n");
  return { status, stdout, last: lines.at(-1), end: stdout.slice(stdout.indexOf("\nFailed:")) };
}

/** Fails the first time and passes the second. */
const failsOnce = (first: Outcome): string =>
  `if [ ! -e ran ]; then touch ran\n${reports([first, outcome(true, { file: "other" })], 1)}\nfi\necho "$*" > again\n${reports([outcome(true)], 0)}`;

test("checks and tests are counted, and the last line says how many", () => {
  const { status, last } = runWith({
    vitest: reports([outcome(true)], 0),
    playwright: reports([outcome(true)], 0),
  });
  expect(last).toBe("6 passed, 0 failed");
  expect(status).toBe(0);
});

test("the last 20 lines of a failed check are repeated at the end", () => {
  const { status, last, end } = runWith({ oxlint: "seq 1 30; echo wrong >&2; exit 1" });
  expect(end).toMatch(/^\nFailed:\n\noxlint --type-aware --type-check\n12\n13\n/);
  expect(end).toContain("30\nwrong\n");
  expect(last).toBe("3 passed, 1 failed");
  expect(status).toBe(1);
});

test("a failed test and its message are repeated at the end", () => {
  const { last, end } = runWith(
    { vitest: reports([outcome(true), outcome(false)], 1) },
    { filters: ["apps"] },
  );
  expect(end).toContain("apps/some.test.ts › adds up\nExpected 1, got 2");
  expect(last).toBe("1 passed, 1 failed");
});

test.each([
  ["stops before it counts", "exit 3", "0 passed, 1 failed"],
  ["stops after a test", reports([outcome(true)], 3), "1 passed, 1 failed"],
])("a runner that %s is a failed test", (_how, vitest, last) => {
  expect(runWith({ vitest }, { filters: ["apps"] })).toMatchObject({ status: 1, last });
});

test("a test that passes the second time is named on a machine that tests for everyone", () => {
  const { status, stdout, last } = runWith(
    { vitest: failsOnce(outcome(false)) },
    { ci: true, filters: ["apps"] },
  );
  expect(stdout).toContain("Passed only the second time:\n\napps/some.test.ts › adds up\nExpected 1, got 2");
  expect({ status, last }).toEqual({ status: 0, last: "2 passed, 0 failed" });
});

test.each([
  ["elsewhere", outcome(false), { ci: false }],
  ["with generated values", outcome(false, { message: "Property failed after 3 tests" }), { ci: true }],
])("no test runs a second time %s", (_where, first, { ci }) => {
  const { last } = runWith({ vitest: failsOnce(first) }, { ci, filters: ["apps"] });
  expect(last).toBe("1 passed, 1 failed");
});

test("Vitest's own outcomes are counted", () => {
  const file = "packages/exchange-core/src/currency.test.ts";
  const { stdout } = spawnSync(process.execPath, [path.resolve("scripts/test.ts"), file], {
    encoding: "utf8",
  });
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
});
