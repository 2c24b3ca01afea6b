import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { STATEMENT_FORMATS, type BankLinesImported } from "@wattle/contracts/bank-lines";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { freePort } from "@wattle/db/testing/postgres-server";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { afterEach, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/demo-accounts.ts";
import { createClient } from "../testing/client.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { largeStatement } from "../testing/large-statements.ts";
import { overHttp, startServer } from "../testing/server-process.ts";
import { Timings } from "../testing/timings.ts";

/** A statement's size in KiB: one above 64 is taken apart in a thread. */
const KIBIBYTES = attacks({ few: 72, many: 20_478 });
/** `npm test` reads each format elsewhere. */
const FORMATS = IS_TRIAL ? STATEMENT_FORMATS : (["csv"] as const);
/** Limits on an idle machine: others' p99 in milliseconds, and the process's additional memory in MiB. */
const MOST = { p99: 50, memory: 220 };
/** Between two requests of others. */
const PAUSE_MILLISECONDS = 2;
/** The first requests to any process take longer, and it takes more memory with them, whatever else it does. */
const FIRST = IS_TRIAL ? 5000 : 200;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A figure of a process's memory, in MiB. */
const memoryOf = (pid: number, figure: "VmHWM" | "VmRSS"): number =>
  Number(
    new RegExp(`^${figure}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1],
  ) / 1024;

/** Asks for a balance as long as it should. */
async function askWhile(goesOn: () => boolean, client: ReturnType<typeof createClient>): Promise<Timings> {
  const timings = new Timings();
  while (goesOn()) {
    expect((await timings.of(() => client.get("/api/users/balance"))).status).toBe(200);
    await wait(PAUSE_MILLISECONDS);
  }
  return timings;
}

describe.runIf(process.platform === "linux").each(DIALECTS)("on %s", (dialect) => {
  test.each(FORMATS)(`others go on while ${KIBIBYTES} KiB of %s are imported`, async (format) => {
    const database = await demoDatabase(dialect);
    closing.push(() => database.close());
    const port = await freePort();
    const server = await startServer({ DATABASE_URL: database.url, METRICS_PORT: String(port) });
    closing.push(() => server.kill());
    const [customer, fiona] = [1, 2].map(() => createClient(overHttp(() => server.origin)));
    if (customer === undefined || fiona === undefined) throw new Error("two of two");
    await customer.login("customer@demo.test");
    await fiona.login("finance@demo.test");
    const { content, lines } = largeStatement(format, KIBIBYTES * 1024);
    const body = Buffer.from(JSON.stringify({ deposit_account_id: "aud-bank-transfer", content }));
    const send = async (): Promise<BankLinesImported> => {
      const answer = await fiona.send<{ result: { data: BankLinesImported } }>(
        "POST",
        "/trpc/ops.bankLines.import",
        { headers: { "content-type": "application/json" }, body },
      );
      expect(answer.status, answer.text.slice(0, 500)).toBe(200);
      return answer.body.result.data;
    };
    // As who imports is asked to confirm the session before anything large is sent.
    await fiona.post("/trpc/sessions.confirm", { password: DEMO_PASSWORD });
    /** The longest that the server's first thread did anything else since the last look, in milliseconds. */
    const longestBlock = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (.*)$/m.exec(text)?.[1]);
    };

    let left = FIRST;
    const atRest = await askWhile(() => left-- > 0, customer);
    await longestBlock();
    const before = memoryOf(server.pid, "VmRSS");
    let isOver = false;
    const asking = askWhile(() => !isOver, customer);
    const importing = new Timings();
    const first = await importing.of(send);
    isOver = true;
    const meanwhile = await asking;
    const block = await longestBlock();
    const memory = memoryOf(server.pid, "VmHWM") - before;
    expect(first).toEqual({ imported: lines, duplicates: 0, refused: [] });
    expect(await send()).toEqual({ imported: 0, duplicates: lines, refused: [] });
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    noteFigures(
      `${dialect}: ${format} of ${(KIBIBYTES / 1024).toFixed(1)} MiB, ${lines} lines in ${(importing.slowest() / 1000).toFixed(0)} s; others' p50 ${meanwhile.p50().toFixed(1)} ms and p99 ${meanwhile.p99().toFixed(0)} ms (${atRest.p50().toFixed(1)} and ${atRest.p99().toFixed(0)} without), slowest ${meanwhile.slowest().toFixed(0)} ms, first thread at most ${block.toFixed(0)} ms; ${memory.toFixed(0)} MiB more`,
    );
    if (!IS_TRIAL) return;
    expect(meanwhile.p99()).toBeLessThan(MOST.p99);
    expect(memory).toBeLessThan(MOST.memory);
  });
});
