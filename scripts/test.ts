// All of `npm test`: format, lint, types, build, unit and integration tests on both databases, and the journeys in a
// real browser. Everything runs even after a failure; the last line counts. With paths as arguments only the unit
// and integration tests that match them run.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./chromium.ts";
import { unpackProgram, wantProgram } from "./debian-package.ts";

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
/** Then the product is built first, and tests that start it start that. */
const isWhole = filters.length === 0;
/** Whether a machine tests for everyone. */
const runsAgain = Boolean(process.env["CI"]);

/** A failure's message is repeated at the end, if it is not lost in the output; this much of it. */
const LONGEST_MESSAGE = 2000;

let passed = 0;
let failed = 0;
const failures: string[] = [];
const retried: string[] = [];

/** A test that ran, or a file that failed outside its tests. */
interface Outcome {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  /** Problems; empty if there were none. */
  readonly message: string;
}

interface Run {
  readonly succeeded: boolean;
  readonly outcomes: readonly Outcome[];
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n▸ ${[command, ...args].join(" ")}`);
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TMPDIR: directory, ...env },
  });
  if (result.error) console.error(result.error.message);
  return result.status === 0;
}

/** One check, counted as one test. */
function check(command: string, ...args: readonly string[]): void {
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

/** The failure, without colours and the runner's own part of the stack. */
function messageOf(messages: readonly string[]): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split("\n"));
  return lines
    .filter((line) => !/^ +at .*node_modules|^ +at new Promise/.test(line))
    .join("\n")
    .slice(0, LONGEST_MESSAGE);
}

const describeOutcome = ({ file, name, message }: Outcome): string =>
  `${path.relative(root, file)} › ${name}\n${message}`;

/** Generated values that found a fault once would be others the second time. */
const mayRunAgain = ({ message }: Outcome): boolean => !message.includes("Property failed");

/**
 * Runs all tests, and the files of those that failed once more where a machine tests for everyone: what is busy for a moment stops no
 * one, and is named at the end. Whole files, each with a new server or database, since a test may go on from what the one before it did.
 */
function countTests(runTests: (files: readonly string[]) => Run): void {
  const first = runTests(filters);
  const wrong = first.outcomes.filter((outcome) => !outcome.passed);
  const files = (outcomes: readonly Outcome[]): Set<string> => new Set(outcomes.map(({ file }) => file));
  const faulty = files(wrong.filter((outcome) => !mayRunAgain(outcome)));
  const again = runsAgain ? [...files(wrong).difference(faulty)] : [];
  const second = again.length > 0 ? runTests(again) : undefined;
  const outcomes = [
    ...first.outcomes.filter(({ file }) => second === undefined || !again.includes(file)),
    ...(second?.outcomes ?? []),
  ];
  const failing = outcomes.filter((outcome) => !outcome.passed);
  passed += outcomes.length - failing.length;
  // A runner that stopped before it could count, or failed outside its tests, is a failure too.
  failed += failing.length === 0 && !(second ?? first).succeeded ? 1 : failing.length;
  failures.push(...failing.map(describeOutcome));
  const isFailing = (outcome: Outcome): boolean =>
    failing.some(({ file, name }) => file === outcome.file && name === outcome.name);
  retried.push(
    ...wrong.filter((outcome) => again.includes(outcome.file) && !isFailing(outcome)).map(describeOutcome),
  );
}

/** The parts of Vitest's JSON report that are read. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** The error of a file that failed outside its tests. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const unitOutcomes = ({ testResults }: VitestReport): Outcome[] =>
  testResults.flatMap(({ name: file, status: fileStatus, message, assertionResults }) => [
    ...(fileStatus === "failed" && assertionResults.every(({ status }) => status !== "failed")
      ? [{ file, name: "the file", passed: false, message: messageOf([message]) }]
      : []),
    ...assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ status, fullName, failureMessages }) => ({
        file,
        name: fullName,
        passed: status === "passed",
        message: messageOf(failureMessages),
      })),
  ]);

function unitTests(files: readonly string[]): Run {
  const file = path.join(directory, "vitest.json");
  rmSync(file, { force: true });
  const output = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const succeeded = run("vitest", ["run", ...output, ...files], isWhole ? { TEST_BUILT: "true" } : {});
  const read = report<VitestReport>(file);
  return { succeeded, outcomes: read === undefined ? [] : unitOutcomes(read) };
}

/** The parts of Playwright's JSON report that are read. */
interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

const journeyOutcomes = ({ file, suites = [], specs }: PlaywrightSuite): Outcome[] => [
  ...suites.flatMap(journeyOutcomes),
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "expected" || status === "unexpected")
      .map(({ projectName, status, results }) => ({
        file: path.join(root, "apps/web/e2e", file),
        name: `${title} (${projectName})`,
        passed: status === "expected",
        message: messageOf(results.flatMap(({ errors }) => errors.map(({ message = "" }) => message))),
      })),
  ),
];

function browserTests(files: readonly string[]): Run {
  const file = path.join(directory, "playwright.json");
  rmSync(file, { force: true });
  const succeeded = run(
    "playwright",
    [
      "test",
      "--config",
      "apps/web/playwright.config.ts",
      "--reporter=list,json",
      // Recording each page's markup costs a twelfth of the time; only a few files record it.
      ...(files.length === 0 ? ["--trace=off"] : []),
      ...files,
    ],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: ensureChromium() },
  );
  const read = report<{ readonly suites: readonly PlaywrightSuite[] }>(file);
  return { succeeded, outcomes: read?.suites.flatMap(journeyOutcomes) ?? [] };
}

if (!isWhole) {
  countTests(unitTests);
} else {
  check("oxfmt", "--check");
  check("turbo", "run", "build", "generate", "--output-logs=errors-only");
  // Rules and types in one pass, since both need the whole program.
  check("oxlint", "--type-aware", "--type-check");
  check("knip");
  for (const program of ["oathtool", "haproxy", "faketime"]) wantProgram(program);
  unpackProgram("promtool", "prometheus");
  countTests(unitTests);
  countTests(browserTests);
}
if (retried.length > 0) console.log(`\nPassed only the second time:\n\n${retried.join("\n\n")}`);
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join("\n\n")}`);
rmSync(directory, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
