// A folder of someone else's, with nothing of this repository in it: what is installed there has to do.
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";

const ROOT = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);

export interface Bundle {
  readonly code: string;
  /** Packages that it still imports on reaching a page; a page has none of them. */
  readonly imports: readonly string[];
}

/** @throws if a program fails, with what it printed */
export class EmptyProject {
  readonly folder = mkdtempSync(path.join(tmpdir(), "wattle-elsewhere-"));

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /** Output of a program there. */
  async run(program: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    try {
      const options = { cwd: this.folder, env: { ...process.env, ...env }, timeout: 120_000 };
      return (await run(program, [...words], options)).stdout;
    } catch (failed) {
      const { stdout, stderr } = failed as { stdout?: string; stderr?: string };
      throw new Error(`${program} ${words.join(" ")}: ${stdout ?? ""}${stderr ?? String(failed)}`, {
        cause: failed,
      });
    }
  }

  async install(...packages: readonly string[]): Promise<void> {
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
    await this.run("npm", ["install", ...quiet, ...packages]);
  }

  /** Checks files strictly, and every declaration that they reach: those of the libraries are not skipped. */
  async checkTypes(files: readonly string[], ...options: readonly string[]): Promise<void> {
    const words = ["--strict", "--noEmit", "--skipLibCheck", "false", ...options, ...files];
    await this.run(path.join(ROOT, "node_modules/.bin/tsc"), words);
  }

  /** Code that a page would load. */
  async bundle(file: string): Promise<Bundle> {
    const bundling = await rolldown({ input: path.join(this.folder, file), platform: "browser" });
    const { output } = await bundling.generate({ format: "esm", minify: true });
    await bundling.close();
    return { code: output[0].code, imports: [...output[0].imports, ...output[0].dynamicImports] };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The program of another Node: one of the machine's, else npm's. */
export async function nodeOf(major: number, project: EmptyProject): Promise<string> {
  const version = (program: string): string => {
    try {
      return execFileSync(program, ["--version"], { encoding: "utf8" });
    } catch {
      return "";
    }
  };
  const there = [process.execPath]
    .concat((process.env["PATH"] ?? "").split(path.delimiter).map((folder) => path.join(folder, "node")))
    .find((program) => version(program).startsWith(`v${major}.`));
  if (there !== undefined) return there;
  const name = `node-${process.platform}-${process.arch}`;
  await project.install(`${name}@${major}`);
  return path.join(project.folder, "node_modules", name, "bin/node");
}
