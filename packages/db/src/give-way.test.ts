import { constants, getPriority } from "node:os";
import { expect, test } from "vitest";
import { inThread } from "./in-thread.ts";

test.runIf(process.platform === "linux")("a thread gives way, and the process does not", async () => {
  const before = getPriority();
  const program = `import { parentPort } from "node:worker_threads";
    import { getPriority } from "node:os";
    import { giveWay } from "${new URL("give-way.ts", import.meta.url).href}";
    giveWay();
    parentPort.postMessage(getPriority());`;
  const ofThread = await inThread<number>(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    data: undefined,
  });
  expect(ofThread).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(getPriority()).toBe(before);
  expect(before).toBeLessThan(ofThread);
});
