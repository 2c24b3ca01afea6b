// Watch mode: the API restarts on a change, Vite serves the pages and reloads them. Open the address Vite prints.
import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

const children: ChildProcess[] = [
  spawn(process.execPath, ["--watch", "--watch-preserve-output", "apps/api/src/main.ts"], {
    cwd: root,
    stdio: "inherit",
  }),
  spawn(process.execPath, [path.join(root, "apps/web/node_modules/vite/bin/vite.js")], {
    cwd: path.join(root, "apps/web"),
    stdio: "inherit",
  }),
];

function stop(): void {
  for (const child of children) child.kill("SIGTERM");
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
for (const child of children) {
  child.on("exit", (code) => {
    stop();
    process.exitCode = code ?? 0;
  });
}
