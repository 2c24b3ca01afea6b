// All of `npm test`: format, lint, types, build, unit and integration tests on both databases, and the journeys in a
// real browser. Everything runs even after a failure; the last line counts. With paths as arguments only the unit
// and integration tests that match them run.
import { spawnSync, type StdioOptions } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./chromium.ts";
import { unpackCluster, unpackProgram, wantProgram } from "./debian-package.ts";
import type { Outcome } from "./test-outcomes.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Linux' own file system in memory. */
const MEMORY = "/dev/shm";
/** Bytes that the files of tests may need of it, with room to spare. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Folder of tests' databases and other files: in memory if there is room, since they wait for the disk a sixth of their
 * time.
 */
function filesOfTests(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ROOM_BYTES) return MEMORY;
  } catch {
    // Another system, or one that keeps it from us.
  }
  return tmpdir();
}

const directory = mkdtempSync(path.join(filesOfTests(), "wattle-test-"));
// A database server gives up root's rights, and must still be able to enter.
chmodSync(directory, 0o755);
const filters = process.argv.slice(2);

/** The end of a check's output is repeated if it fails: so many lines. */
const REPEATED_LINES = 20;
/** So much of a test's failure is repeated. */
const LONGEST_MESSAGE = 2000;

const outcomes: Outcome[] = [];
const flaky: Outcome[] = [];

function run(
  command: string,
  args: readonly string[],
  { env = {}, stdio = "inherit" }: { readonly env?: NodeJS.ProcessEnv; readonly stdio?: StdioOptions } = {},
): boolean {
  console.log(`\n▸ ${[command, ...args].join(" ")}`);
  const result = spawnSync(command, args, {
    cwd: root,
    stdio,
    env: { ...process.env, TMPDIR: directory, ...env },
  });
  if (result.error) console.error(result.error.message);
  return result.status === 0;
}

/** One check, counted as one test. */
function check(command: string, ...args: readonly string[]): void {
  const file = path.join(directory, "check.txt");
  const output = openSync(file, "w");
  const passed = run(command, args, { stdio: ["ignore", output, output] });
  const said = readFileSync(file, "utf8").trimEnd();
  console.log(said);
  const message = said.split("\n").slice(-REPEATED_LINES).join("\n");
  outcomes.push({ file: "", name: [command, ...args].join(" "), passed, message });
}

/** The tests of one run. A runner that stops before it counts, or fails outside its tests, is a failed test. */
function runTests(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Outcome[] {
  const file = path.join(directory, "outcomes.txt");
  rmSync(file, { force: true });
  const succeeded = run(command, args, { env: { TEST_OUTCOMES: file, ...env } });
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const counted = lines.map((line) => JSON.parse(line) as Outcome);
  if (succeeded || counted.some(({ passed }) => !passed)) return counted;
  return [...counted, { file: "", name: command, passed: false, message: "It stopped before the end." }];
}

/** Other generated values would hide a fault that was found once. */
const mayRunAgain = ({ file, message }: Outcome): boolean =>
  file !== "" && !message.includes("Property failed");

interface FirstRun {
  readonly env?: NodeJS.ProcessEnv;
  /** Further arguments, which a second run has its files for. */
  readonly first: readonly string[];
}

/**
 * Counts tests. If a machine tests for everyone, files with a failed test run once more: a busy moment stops no one, and is named at
 * the end. Whole files, each with a new server or database, since a test may go on from what the one before it did.
 */
function countTests(command: string, args: readonly string[], { env = {}, first }: FirstRun): void {
  const ran = runTests(command, [...args, ...first], env);
  const failed = ran.filter(({ passed }) => !passed);
  const final = new Set(failed.filter((outcome) => !mayRunAgain(outcome)).map(({ file }) => file));
  const again = process.env["CI"] ? [...new Set(failed.map(({ file }) => file)).difference(final)] : [];
  const second = again.length === 0 ? [] : runTests(command, [...args, ...again], env);
  outcomes.push(...ran.filter(({ file }) => !again.includes(file)), ...second);
  const failsAgain = ({ file, name }: Outcome): boolean =>
    second.some((outcome) => !outcome.passed && outcome.file === file && outcome.name === name);
  flaky.push(...failed.filter((outcome) => again.includes(outcome.file) && !failsAgain(outcome)));
}

function testAll(): void {
  check("oxfmt", "--check");
  check("turbo", "run", "build", "generate", "package", "--output-logs=errors-only");
  // Rules and types in one pass, since both need the whole program.
  check("oxlint", "--type-aware", "--type-check");
  check("knip");
  for (const program of ["oathtool", "haproxy", "faketime"]) wantProgram(program);
  unpackProgram("promtool", "prometheus");
  unpackCluster();
  // The product is built: tests that start it start that.
  countTests("vitest", UNIT_TESTS, { env: { TEST_BUILT: "true" }, first: [] });
  // Recording each page's markup costs a twelfth of the time; only a second run records it.
  countTests("playwright", JOURNEYS, { env: { CHROMIUM_PATH: ensureChromium() }, first: ["--trace=off"] });
}

const OUTCOMES = path.join(import.meta.dirname, "test-outcomes.ts");
const UNIT_TESTS = ["run", "--reporter=default", `--reporter=${OUTCOMES}`];
const JOURNEYS = ["test", "--config", "apps/web/playwright.config.ts", `--reporter=list,${OUTCOMES}`];

/** Without colours and the runner's own part of the stack. */
function describeOutcome({ file, name, message }: Outcome): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => !/^ +at .*node_modules|^ +at new Promise/.test(line));
  const title = file === "" ? name : `${path.relative(root, file)} › ${name}`;
  return `${title}\n${lines.join("\n").slice(0, LONGEST_MESSAGE)}`;
}

function list(title: string, listed: readonly Outcome[]): void {
  if (listed.length > 0) console.log(`\n${title}:\n\n${listed.map(describeOutcome).join("\n\n")}`);
}

try {
  if (filters.length === 0) testAll();
  else countTests("vitest", UNIT_TESTS, { first: filters });
} catch (error) {
  outcomes.push({ file: "", name: "npm test", passed: false, message: String(error) });
}
rmSync(directory, { recursive: true, force: true });
const failures = outcomes.filter(({ passed }) => !passed);
list("Passed only the second time", flaky);
list("Failed", failures);
console.log(`\n${outcomes.length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
