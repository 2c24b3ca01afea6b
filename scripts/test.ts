// All of `npm test`: format, lint, types, build, unit and integration tests on both databases, and the journeys in a
// real browser. Everything runs even after a failure; the last line counts. With paths as arguments only the unit
// and integration tests that match them run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureChromium } from "./chromium.ts";
import { wantProgram } from "./debian-package.ts";

const root = path.resolve(import.meta.dirname, "..");
const reports = mkdtempSync(path.join(tmpdir(), "wattle-test-"));
const filters = process.argv.slice(2);

/** A failure's message is repeated at the end, where it is not lost in the output; this much of it. */
const LONGEST_MESSAGE = 2000;

let passed = 0;
let failed = 0;
const failures: string[] = [];
const retried: string[] = [];

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n▸ ${[command, ...args].join(" ")}`);
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (result.error) console.error(result.error.message);
  return result.status === 0;
}

/** One check, counted as one test. */
function check(command: string, args: readonly string[]): void {
  if (run(command, args)) passed++;
  else {
    failed++;
    failures.push([command, ...args].join(" "));
  }
}

function report<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

function count(counted: { passed: number; failed: number } | undefined, succeeded: boolean): void {
  passed += counted?.passed ?? 0;
  const failures = counted?.failed ?? 0;
  // A runner that stopped before it could count, or failed outside its tests, is a failure too.
  failed += failures === 0 && !succeeded ? 1 : failures;
}

/** What is read of Vitest's JSON report. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Of a file whose tests could not even be read. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** What went wrong, without the runner's own part of the stack. */
function messageOf(messages: readonly string[]): string {
  const lines = messages.flatMap((message) => message.split("\n"));
  return lines
    .filter((line) => !/^ +at .*node_modules|^ +at new Promise/.test(line))
    .join("\n")
    .slice(0, LONGEST_MESSAGE);
}

function unitTests(): void {
  const file = path.join(reports, "vitest.json");
  const succeeded = run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...filters,
  ]);
  const counted = report<VitestReport>(file);
  count(counted && { passed: counted.numPassedTests, failed: counted.numFailedTests }, succeeded);
  for (const { name, status: fileStatus, message, assertionResults } of counted?.testResults ?? []) {
    if (fileStatus === "failed" && assertionResults.length === 0) {
      failures.push(`${path.relative(root, name)}\n${messageOf([message])}`);
    }
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (failureMessages.length === 0) continue;
      const message = messageOf(failureMessages);
      (status === "failed" ? failures : retried).push(
        `${path.relative(root, name)} › ${fullName}\n${message}`,
      );
    }
  }
}

function browserTests(): void {
  const file = path.join(reports, "playwright.json");
  const succeeded = run(
    "playwright",
    ["test", "--config", "apps/web/playwright.config.ts", "--reporter=list,json"],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      CHROMIUM_PATH: ensureChromium(),
    },
  );
  const counted = report<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  count(
    counted && { passed: counted.stats.expected + counted.stats.flaky, failed: counted.stats.unexpected },
    succeeded,
  );
}

if (filters.length > 0) {
  unitTests();
} else {
  check("oxfmt", ["--check"]);
  check("oxlint", ["--type-aware"]);
  check("turbo", ["run", "typecheck", "--output-logs=errors-only"]);
  check("tsc", ["--noEmit", "-p", "scripts"]);
  check("turbo", ["run", "build", "--output-logs=errors-only"]);
  for (const program of ["oathtool", "haproxy", "faketime"]) wantProgram(program);
  unitTests();
  browserTests();
}
if (retried.length > 0) console.log(`\nPassed only the second time:\n\n${retried.join("\n\n")}`);
if (failures.length > 0) console.log(`\nFailed, apart from the journeys above:\n\n${failures.join("\n\n")}`);
rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
