/** Processor time of servers and databases, as the system counts it. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Milliseconds of processor time of processes, with those of their children that have ended. */
export const processorOf = (pids: readonly number[]): number =>
  (pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return sum + [11, 12, 13, 14].reduce((own, field) => own + Number(fields[field]), 0);
  }, 0) *
    1000) /
  TICKS_PER_SECOND;

/** The postmaster of a folder and what it has started. */
export function pidsOf(folder: string): number[] {
  const parent = Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readdirSync("/proc").filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(parent)
      );
    } catch {
      return false;
    }
  });
  return [parent, ...children.map(Number)];
}
