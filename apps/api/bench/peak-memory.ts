import { readFileSync } from "node:fs";
import type { ServerProcess } from "../src/testing/server-process.ts";

/** The most memory that a process ever had resident, in MiB; undefined if the system does not tell. */
export function peakMemory({ pid }: Pick<ServerProcess, "pid">): number | undefined {
  if (process.platform !== "linux") return undefined;
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return kilobytes === undefined ? undefined : Number.parseInt(kilobytes, 10) / 1024;
}
