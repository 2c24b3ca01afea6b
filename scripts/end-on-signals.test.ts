import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { findChromium } from "./chromium.ts";

const SCRIPTS = import.meta.dirname;
const PROGRAM = `
  const { endOnSignals } = await import(${JSON.stringify(path.join(SCRIPTS, "end-on-signals.ts"))});
  const { launchChrome } = await import(${JSON.stringify(path.join(SCRIPTS, "../apps/web/bench/chrome.ts"))});
  endOnSignals();
  const { pid } = await launchChrome(process.argv[1]);
  console.log(pid);
  await new Promise((resolve) => process.stdin.once("end", resolve).resume());
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const chromium = findChromium();
test.skipIf(chromium === undefined)("a benchmark that is ended leaves no browser running", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM, chromium ?? ""], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  const pid = Number.parseInt(String(printed), 10);
  expect(isAlive(pid)).toBe(true);
  child.kill("SIGTERM");
  expect((await exited)[0]).toBe(1);
  await expect.poll(() => isAlive(pid)).toBe(false);
});
