import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A program that only some rows need is not waited for longer than this, for each of two steps. */
const PATIENCE_MILLISECONDS = 60_000;

interface PackageOptions {
  /** Milliseconds for each step; without end if none are given. */
  readonly timeout?: number;
  /** Address at which it runs. */
  readonly cwd?: string;
}

function apt(words: readonly string[], options: PackageOptions = {}): boolean {
  return spawnSync("apt-get", words, { stdio: ["ignore", "ignore", "inherit"], ...options }).status === 0;
}

/** Whether packages of Debian can be had: by root, on Debian. */
const hasPackages = (): boolean => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/**
 * Installs the first of these Debian packages that there is.
 * @returns false if none could be: elsewhere than on Debian, and for anyone but root
 */
export function installPackage(names: readonly string[], options: PackageOptions = {}): boolean {
  if (!hasPackages()) return false;
  apt(["update", "-qq"], options);
  return names.some((name) => apt(["install", "-y", "-qq", name], options));
}

const isMissing = (program: string): boolean => spawnSync(program, ["--version"]).error !== undefined;

/** Installs the package of a program that is missing. Tests that use it say so where it cannot be had. */
export function wantProgram(program: string): void {
  if (isMissing(program)) installPackage([program], { timeout: PATIENCE_MILLISECONDS });
}

/** Calls `use` with the files of these packages, and how to call programs next to them. */
function withPackages(
  names: readonly string[],
  use: (files: readonly string[], options: PackageOptions) => void,
): void {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-package-"));
  // apt downloads as a user of its own.
  chmodSync(folder, 0o777);
  const options = { timeout: PATIENCE_MILLISECONDS, cwd: folder };
  apt(["update", "-qq"], options);
  apt(["download", "-qq", ...names], options);
  use(readdirSync(folder), options);
  rmSync(folder, { recursive: true });
}

/**
 * Takes a program that is missing out of a Debian package and into /usr/local/bin. The rest of the package is left out: it may have
 * servers that start by themselves, and need much more than the program does.
 */
export function unpackProgram(program: string, name: string): void {
  if (!isMissing(program) || !hasPackages()) return;
  withPackages([name], ([file], options) => {
    if (file !== undefined) spawnSync("dpkg-deb", ["--extract", file, "."], options);
    const unpacked = path.join(options.cwd ?? "", "usr/bin", program);
    if (existsSync(unpacked)) copyFileSync(unpacked, path.join("/usr/local/bin", program));
  });
}

/** The folder for packages that are unpacked and not installed; apps/api/src/testing/patroni/programs.ts looks there. */
const UNPACKED = "/usr/local/lib/wattle-packages";
/** Patroni with what it imports, and the store of its leader. */
const CLUSTER = [
  "patroni python3-cdiff python3-click python3-colorama python3-dateutil python3-dnspython python3-etcd",
  "python3-prettytable python3-psutil python3-psycopg2 python3-six python3-urllib3 python3-wcwidth python3-yaml",
  "python3-pkg-resources etcd-server",
].flatMap((line) => line.split(" "));

/** Unpacks the programs of a cluster of PostgreSQL next to the machine's own: none of them starts by itself. */
export function unpackCluster(): void {
  if (existsSync(UNPACKED) || !hasPackages()) return;
  withPackages(CLUSTER, (files, options) => {
    if (files.length < CLUSTER.length) return;
    mkdirSync(UNPACKED, { recursive: true });
    for (const file of files) spawnSync("dpkg-deb", ["--extract", file, UNPACKED], options);
  });
}
