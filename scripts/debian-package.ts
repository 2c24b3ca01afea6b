import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program that only some rows need is not waited for longer than this, for each of two steps. */
const PATIENCE_MILLISECONDS = 60_000;

interface PackageOptions {
  /** Milliseconds for each step; without end where none are given. */
  readonly timeout?: number;
}

/**
 * Installs the first of these Debian packages that there is.
 * @returns false where none could be: elsewhere than on Debian, and for anyone but root
 */
export function installPackage(names: readonly string[], { timeout }: PackageOptions = {}): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const apt = (...words: readonly string[]): boolean =>
    spawnSync("apt-get", words, { stdio: ["ignore", "ignore", "inherit"], timeout }).status === 0;
  apt("update", "-qq");
  return names.some((name) => apt("install", "-y", "-qq", name));
}

/** Installs the package of a program that is missing. Tests that use it say so where it cannot be had. */
export function wantProgram(program: string): void {
  if (spawnSync(program, ["--version"]).error !== undefined) {
    installPackage([program], { timeout: PATIENCE_MILLISECONDS });
  }
}
