// Faults that would cost money or trust, kept as patches: each must make a test fail.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const FAULTS = path.join(ROOT, "test/faults");

/** A patch that makes the product wrong. Above it: what it does, and the tests that find it. */
export interface Fault {
  readonly name: string;
  /** Absolute path of the patch. */
  readonly file: string;
  readonly does: string;
  /** From the repository's root. */
  readonly caughtBy: readonly string[];
}

/** The faults of `test/faults`. @throws Error where one does not say what it does and what catches it */
export function readFaults(): Fault[] {
  return readdirSync(FAULTS).map((entry) => {
    const file = path.join(FAULTS, entry);
    const [head = ""] = readFileSync(file, "utf8").split(/^diff /m);
    const caughtBy = [...head.matchAll(/^Caught by: (.+)$/gm)].map(([, test = ""]) => test);
    const does = (head.split("\n")[0] ?? "").trim();
    if (does === "" || caughtBy.length === 0)
      throw new Error(`${entry} does not say what it does, or what catches it`);
    return { name: entry.replace(/\.patch$/, ""), file, does, caughtBy };
  });
}

function must(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}

/** Vitest's exit code, and its first failed test. */
function runTests(cwd: string, tests: readonly string[]): { failed: boolean; first: string | undefined } {
  const { status, stdout, stderr } = spawnSync("vitest", ["run", "--retry=0", "--bail=1", ...tests], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    maxBuffer: 2 ** 30,
  });
  return { failed: status !== 0, first: /^ *FAIL +(.+)$/m.exec(stdout + stderr)?.[1] };
}

/**
 * Plants each fault in a copy of what is committed, and runs the tests that must find it. Before that they must pass.
 * @returns whether every fault was found
 */
export function tryFaults(): boolean {
  const faults = readFaults();
  const copy = mkdtempSync(path.join(tmpdir(), "wattle-faults-"));
  // PostgreSQL runs as another user where one is root.
  chmodSync(copy, 0o755);
  let found = 0;
  try {
    must("git", ["worktree", "add", "--quiet", "--detach", copy], ROOT);
    const toolchain = "tools/toolchain/node_modules";
    symlinkSync(path.join(ROOT, toolchain), path.join(copy, toolchain));
    must("pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--silent"], copy);
    const all = [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))];
    const { failed, first } = runTests(copy, all);
    if (failed) throw new Error(`a test fails without any fault: ${first ?? "see npm test"}`);
    for (const { name, file, does, caughtBy } of faults) {
      must("git", ["apply", file], copy);
      const outcome = runTests(copy, caughtBy);
      must("git", ["checkout", "--quiet", "--", "."], copy);
      // A run that ends without a failed test has not found anything: it did not start.
      const caught = outcome.failed && outcome.first !== undefined;
      if (caught) found += 1;
      console.log(
        `${caught ? "found " : "MISSED"} ${name}: ${does}\n       ${outcome.first ?? "no test failed"}`,
      );
    }
  } finally {
    must("git", ["worktree", "remove", "--force", copy], ROOT);
    rmSync(copy, { recursive: true, force: true });
  }
  console.log(`\n${found} of ${faults.length} faults found`);
  return found === faults.length;
}
