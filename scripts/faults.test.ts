import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readFaults } from "./faults.ts";
import { TRIALS } from "./trials.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

describe.each(readFaults())("the planted fault $name", ({ file, caughtBy }) => {
  // `npm run trial -- faults` plants it and runs them.
  test("still fits the code, and names tests that there are", () => {
    const { status, stderr } = spawnSync("git", ["apply", "--check", file], { cwd: ROOT, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    for (const tests of caughtBy) expect(existsSync(path.join(ROOT, tests)), tests).toBe(true);
  });
});

describe.each(Object.entries(TRIALS))("the trial %s", (name, { tests, promise }) => {
  test("names tests that there are, and is in docs/guarantees.md", () => {
    for (const file of tests) expect(existsSync(path.join(ROOT, file)), file).toBe(true);
    const page = readFileSync(path.join(ROOT, "docs/guarantees.md"), "utf8");
    expect(page).toContain(`npm run trial -- ${name}\``);
    expect(page).toContain(promise);
  });
});
