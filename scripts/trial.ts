// `npm run trial -- NAME`: attacks one of the product's promises for as long as it takes, on SQLite and PostgreSQL, and
// prints what it found. `npm run trial -- faults` plants faults and sees that tests find them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { unpackCluster, wantProgram } from "./debian-package.ts";
import { tryFaults } from "./faults.ts";
import { TRIALS, type Trial } from "./trials.ts";

const [name = "", times] = process.argv.slice(2);

/** Equal lines as one, with how many there were. */
function counted(lines: readonly string[]): string[] {
  return [...Map.groupBy(lines, (line) => line)].map(([line, same]) =>
    same.length === 1 ? line : `${same.length} × ${line}`,
  );
}

/** @returns whether the promise was kept */
function attack(trial: Trial): boolean {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-trial-"));
  const figures = path.join(directory, "figures");
  for (const program of trial.programs ?? []) wantProgram(program);
  if (name === "patroni") unpackCluster();
  const began = Date.now();
  // Tests of one file run one after another; a trial takes as long as it takes.
  const { status } = spawnSync("vitest", ["run", "--retry=0", "--testTimeout=86400000", ...trial.tests], {
    stdio: "inherit",
    env: {
      ...process.env,
      TRIAL_FIGURES: figures,
      ...(times !== undefined && { TRIAL_ATTACKS: times }),
    },
  });
  const lines = existsSync(figures) ? readFileSync(figures, "utf8").trim().split("\n") : [];
  rmSync(directory, { recursive: true });
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`\n${trial.promise}\n${status === 0 ? "Kept" : "BROKEN"} after ${minutes} minutes.`);
  for (const line of counted(lines)) console.log(`- ${line}`);
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}`;
  console.log(`${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}`);
  return status === 0;
}

function listTrials(): void {
  console.log("npm run trial -- NAME [TIMES]\n");
  for (const [known, { promise, attack: how }] of Object.entries(TRIALS)) {
    console.log(`${known.padEnd(18)} ${promise}\n${" ".repeat(18)} ${how}\n`);
  }
  console.log(
    `${"faults".padEnd(18)} Tests find faults.\n${" ".repeat(18)} Each patch of test/faults is planted, and a test must fail`,
  );
}

const trial = TRIALS[name];
if (name === "faults") process.exitCode = tryFaults() ? 0 : 1;
else if (trial !== undefined) process.exitCode = attack(trial) ? 0 : 1;
else {
  listTrials();
  process.exitCode = name === "" ? 0 : 2;
}
