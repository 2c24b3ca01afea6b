import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { removeNow } from "./open-backup.ts";

/** Says that it began, then creates files for 30 ms. */
const CREATES_FILES = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { writeFileSync } = require("node:fs");
  const end = Date.now() + 30;
  for (let made = 0; Date.now() < end; made += 1) {
    try {
      writeFileSync(workerData + "/" + made, "x");
    } catch {}
    if (made === 0) parentPort.postMessage("began");
  }
`;

test("a folder is removed at once although a thread is creating files in it", async () => {
  for (let time = 0; time < 5; time += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), "wattle-remove-"));
    const creating = new Worker(CREATES_FILES, { eval: true, workerData: folder });
    const ended = once(creating, "exit");
    await once(creating, "message");
    removeNow(folder);
    await ended;
    expect(existsSync(folder)).toBe(false);
  }
});
