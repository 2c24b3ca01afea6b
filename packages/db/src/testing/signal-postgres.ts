import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** A process that has ended meanwhile needs no signal any more. */
function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/**
 * Sends a signal to a PostgreSQL server and then to the processes it has started: once it is stopped, it starts no more.
 * @param folder the server's files
 */
export function signalPostgres(folder: string, name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
  const parent = Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
  // One that is killed at once has no children to be found.
  process.kill(parent, name === "SIGKILL" ? "SIGSTOP" : name);
  for (const line of execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n")) {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    if (ppid === parent && pid !== undefined) send(pid, name);
  }
  if (name === "SIGKILL") process.kill(parent, name);
}
