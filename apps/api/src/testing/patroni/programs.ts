import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { HAPROXY } from "../haproxy.ts";

/** Packages that scripts/debian-package.ts unpacks without installing them; else programs are the machine's own. */
const UNPACKED = "/usr/local/lib/wattle-packages";
const POSTGRES = "/usr/lib/postgresql";

const found = (program: string): string | undefined =>
  [UNPACKED, ""].map((root) => path.join(root || "/", program)).find((file) => existsSync(file));

/** Programs of a cluster, each as a file. */
export interface ClusterPrograms {
  readonly patroni: string;
  readonly etcd: string;
  /** PostgreSQL's own, in one folder. */
  readonly postgres: string;
}

function findPrograms(): ClusterPrograms | string {
  const [patroni, etcd] = [found("usr/bin/patroni"), found("usr/bin/etcd")];
  const version = existsSync(POSTGRES) ? readdirSync(POSTGRES).toSorted().at(-1) : undefined;
  if (patroni === undefined || etcd === undefined) return "Patroni and etcd are not installed";
  if (version === undefined) return "PostgreSQL is not installed";
  if (HAPROXY === undefined) return "HAProxy is not installed";
  return { patroni, etcd, postgres: path.join(POSTGRES, version, "bin") };
}

const programs = findPrograms();

/** The programs of a cluster, or undefined if one is missing. */
export const CLUSTER_PROGRAMS = typeof programs === "string" ? undefined : programs;
/** In one line, the missing one. */
export const MISSING_PROGRAM = typeof programs === "string" ? programs : undefined;

/** Lets unpacked programs find what was unpacked with them. */
export const UNPACKED_ENV: Readonly<Record<string, string | undefined>> = {
  PATH: process.env["PATH"],
  LANG: "C.UTF-8",
  ...(existsSync(UNPACKED) && {
    PYTHONPATH: path.join(UNPACKED, "usr/lib/python3/dist-packages"),
  }),
};

const AS_POSTGRES =
  process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];

/** Words that start a program of PostgreSQL, which refuses to run as root. @param before those of where it runs */
export function asPostgres(
  program: string,
  before: readonly string[] = [],
): [first: string, ...rest: string[]] {
  const [first, ...rest] = [...before, ...AS_POSTGRES, program];
  return [first ?? program, ...rest];
}
