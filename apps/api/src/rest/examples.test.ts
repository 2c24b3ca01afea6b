import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { HeldRate } from "@wattle/contracts/quotes";
import type { CreatedServiceToken, CreatedToken } from "@wattle/contracts/tokens";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { publishLiabilities } from "../liabilities/publish-liabilities.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { balanceOf, historyTotal, payloadOf } from "../testing/exchanges.ts";
import { postWebhook } from "../webhooks/post-webhook.ts";
import { webhookHeaders } from "../webhooks/sign-webhook.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const STAND_INS = path.resolve(import.meta.dirname, "../testing/python");
const run = promisify(execFile);

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The examples as someone would run them: other programs, against a server on a real port. */
describe("examples", () => {
  let app: TestApp;
  let url: string;
  let customer: TestClient;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite" });
    url = await app.app.listen({ host: "127.0.0.1", port: 0 });
    customer = app.client();
    await customer.login("customer@demo.test");
    const made = await mutate<CreatedToken>(customer, "tokens.create", {
      name: "Example",
      scopes: ["read", "trade"],
    });
    token = made.data.token;
  });
  afterAll(() => app.close());

  async function example(program: string, words: readonly string[], withToken = token): Promise<Outcome> {
    const env = { ...process.env, WATTLE_URL: url, WATTLE_TOKEN: withToken };
    try {
      const { stdout, stderr } = await run(program, [...words], { cwd: ROOT, env, timeout: 150_000 });
      return { code: 0, out: stdout, error: stderr };
    } catch (failed) {
      const { code, stdout, stderr } = failed as { code?: number; stdout?: string; stderr?: string };
      return { code: code ?? -1, out: stdout ?? "", error: stderr ?? String(failed) };
    }
  }

  /** Its output; an example that failed says why in the test's own failure. */
  async function printed(program: string, words: readonly string[], withToken?: string): Promise<string> {
    const outcome = await example(program, words, withToken);
    expect(outcome).toMatchObject({ code: 0, error: "" });
    return outcome.out;
  }

  test("curl alone sells bitcoin", async () => {
    const before = await historyTotal(customer);
    const out = await printed("sh", ["examples/trade.sh"]);
    expect(out).toMatch(/^Sold 0\.01 BTC for \d+\.\d\d AUD, reference \w{4}-\w{4}-\w{4}$/m);
    expect(await historyTotal(customer)).toBe(before + 1);
  });

  test("curl alone says what the server refused", async () => {
    const outcome = await example("sh", ["examples/trade.sh"], "wat_none");
    expect(outcome.code).toBe(1);
    expect(outcome.error).toContain('answered 401: {"message":"This user is unauthorized."');
  });

  test.each([
    ["sells bitcoin", "BTC", "AUD", "0.01234567"],
    ["buys bitcoin", "AUD", "BTC", "777.77"],
    ["buys ether", "AUD", "ETH", "100.01"],
  ])("Python alone %s, exactly", async (_name, give, get, amount) => {
    const before = await balanceOf(customer);
    const out = await printed("python3", ["examples/trade.py", give, get, amount]);
    const [, gave, got] = /Gave ([\d.]+) \w+, got ([\d.]+) \w+, reference/.exec(out) ?? [];
    const after = await balanceOf(customer);
    const moved = (code: string): bigint => unitsOf(after[code]) - unitsOf(before[code]);
    expect([moved(give), moved(get)]).toEqual([-unitsOf(gave), unitsOf(got)]);
  });

  test.each([
    ["curl", "sh", "examples/buy.sh"],
    ["Python", "python3", "examples/buy.py"],
    ["TypeScript", process.execPath, "examples/buy.ts"],
  ])("%s buys the wanted amount, to the last digit that it says", async (_language, program, file) => {
    const before = await balanceOf(customer);
    const [, got, gave] = /^Bought ([\d.]+) BTC for ([\d.]+) AUD, reference \w{4}-\w{4}-\w{4}$/m.exec(
      await printed(program, [file]),
    ) ?? ["", "0", "0"];
    const after = await balanceOf(customer);
    const moved = (code: string): bigint => unitsOf(after[code]) - unitsOf(before[code]);
    expect([moved("AUD"), moved("BTC")]).toEqual([-unitsOf(gave), unitsOf(got)]);
    expect(unitsOf(got)).toBeGreaterThanOrEqual(1_000_000n);
    expect(unitsOf(got)).toBeLessThan(1_000_100n);
    const refused = await example(program, [file], "wat_none");
    expect([refused.code, refused.error]).toMatchObject([
      1,
      expect.stringContaining("This user is unauthorized."),
    ]);
  });

  test("Python alone says what the server refused", async () => {
    const outcome = await example("python3", ["examples/trade.py", "BTC", "AUD", "0.00001"]);
    expect(outcome.code).toBe(1);
    expect(outcome.error).toMatch(/^Min amount for exchange [\d.]+ BTC \(amount_below_minimum\)$/m);
  });

  test("the steps of docs/integrators.md lead to a trade unchanged", async () => {
    const page = readFileSync(path.join(ROOT, "docs/integrators.md"), "utf8");
    const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? "");
    const asking = blocks.find((block) => block.startsWith("api=")) ?? "";
    const trading = blocks.find((block) => block.includes('"transaction_type":"exchange"')) ?? "";
    const here = asking.replace("http://localhost:3000", url);
    const asked = (await printed("bash", ["-c", here.replaceAll("curl ", "curl -sS ")])).trim();
    const [balances, quote] = asked.split(/(?<=\})(?=\{"rate")/).map((text) => JSON.parse(text) as unknown);
    expect(balances).toMatchObject({ data: { BTC: expect.any(String) } });
    const held = quote as HeldRate;
    const { debit } = payloadOf({ ...held, credit_currency: "BTC", debit_currency: "AUD" }, "0.01");
    const given = trading
      .replace("1485.00", String(debit))
      .replace("eyJhbGciOi…", held.hash)
      .replace("curl ", "curl -sS ");
    const settings = here.split("\n\n")[0] ?? "";
    const before = await historyTotal(customer);
    const traded = JSON.parse(await printed("bash", ["-c", `${settings}\n${given}`])) as unknown;
    expect(traded).toMatchObject({ data: { status: "completed" } });
    expect(await historyTotal(customer)).toBe(before + 1);
  });

  test("the guide's steps of buying lead to bitcoin, by amount and by target", async () => {
    const page = readFileSync(path.join(ROOT, "docs/integrators.md"), "utf8");
    const buying = /^## Buying\n([\s\S]*?)^## /m.exec(page)?.[1] ?? "";
    const [asking = "", trading = "", aiming = ""] = [...buying.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
      ([, block]) => block?.replace("curl ", "curl -sS "),
    );
    const settings = `api=${url}\nauth="Authorization: Bearer $WATTLE_TOKEN"\njson="Content-Type: application/json"\n`;
    const call = async <T>(block: string): Promise<T> =>
      JSON.parse(await printed("bash", ["-c", `${settings}${block}`])) as T;
    const held = await call<HeldRate>(asking);
    const { debit } = payloadOf({ ...held, credit_currency: "AUD", debit_currency: "BTC" }, "500.00");
    const given = trading.replace("0.00326700", String(debit)).replace("eyJhbGciOi…", held.hash);
    expect(await call(given)).toMatchObject({ data: { status: "completed", credit: "500.00", debit } });
    const aimed = await call<HeldRate>(aiming);
    expect(unitsOf(aimed.debit)).toBeGreaterThanOrEqual(1_000_000n);
    const bought = trading
      .replace("order-2", "order-3")
      .replace("500.00", aimed.credit ?? "")
      .replace("0.00326700", aimed.debit ?? "")
      .replace("eyJhbGciOi…", aimed.hash);
    expect(await call(bought)).toMatchObject({ data: { status: "completed", debit: aimed.debit } });
  });

  test("each request of the .http file is understood", async () => {
    const text = await (await fetch(`${url}/api/requests.http`)).text();
    const [head = "", ...requests] = text.split(/^### /m);
    expect(head).toContain("@token = wat_");
    expect(requests.length).toBeGreaterThan(25);
    const misunderstood: string[] = [];
    for (const request of requests) {
      const [summary = "", line = "", ...rest] = request.trim().split("\n");
      const [method = "", address = ""] = line.split(" ");
      const gap = rest.indexOf("");
      const headers = (gap === -1 ? rest : rest.slice(0, gap)).map(
        (header) =>
          header.replace("{{token}}", token).replace("{{$guid}}", randomUUID()).split(": ") as [
            string,
            string,
          ],
      );
      const answer = await fetch(address.replace("{{origin}}", url), {
        method,
        headers,
        redirect: "manual",
        ...(gap !== -1 && { body: rest.slice(gap + 1).join("\n") }),
      });
      // A stream has no end.
      const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
      if (isStream) await answer.body?.cancel();
      const body = isStream ? "" : (await answer.text()).slice(0, 300);
      // The examples' own ids, quotes, apps and passwords are no one's; their form must be right.
      const isNoOnes = body.includes('"code":"invalid_client"');
      const isWrong = ([400, 405, 413, 415].includes(answer.status) && !isNoOnes) || answer.status >= 500;
      if (isWrong || body.includes('"code":"validation_failed"')) {
        misunderstood.push(`${summary}: ${method} ${address}: ${answer.status} ${body}`);
      }
    }
    expect(misunderstood).toEqual([]);
  });

  test("Node alone verifies a quote", async () => {
    const out = await printed(process.execPath, ["examples/verify-quote.mjs"]);
    expect(out).toMatch(/^The signature holds\.\n1 BTC = [\d.]+ AUD, fee 1 %\nPromised to guest until /);
  });

  test("Node alone finds a changed quote out", async () => {
    const { body } = await customer.post<{ hash: string }>("/api/get-rate", {
      credit_currency: "BTC",
      debit_currency: "AUD",
      credit: 1,
    });
    const [header = "", payload = "", signature = ""] = body.hash.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const changed = Buffer.from(JSON.stringify({ ...claims, rate: "999999.00" })).toString("base64url");
    const genuine = await example(process.execPath, ["examples/verify-quote.mjs", body.hash]);
    expect(genuine.out).toContain("The signature holds.");
    const forged = await example(process.execPath, [
      "examples/verify-quote.mjs",
      `${header}.${changed}.${signature}`,
    ]);
    expect([forged.code, forged.error]).toEqual([
      1,
      "The signature does not fit: this quote was changed, or is not ours.\n",
    ]);
  });

  test("Node alone checks that a customer is counted, and finds out who is not", async () => {
    await publishLiabilities(app.services);
    const words = ["examples/verify-liabilities.mjs"];
    const out = await printed(process.execPath, words);
    expect(out).toMatch(
      /^The document of \S+ is signed\.\nAUD: \d+ of \d+ smallest units, in [2-4] leaves: counted\./,
    );
    await app.services.database.write((tx) =>
      tx.deleteFrom("liability_leaves").where("currency", "=", "AUD").execute(),
    );
    expect(await printed(process.execPath, words)).toContain("AUD: nothing was counted; now it is");
    const forged = await app.services.database.read
      .selectFrom("liability_nodes")
      .select("nodes")
      .where("currency", "=", "BTC")
      .executeTakeFirstOrThrow();
    const flipped = Buffer.from(forged.nodes, "base64").map((byte) => byte ^ 1);
    const nodes = Buffer.from(flipped).toString("base64");
    await app.services.database.write((tx) =>
      tx.updateTable("liability_nodes").set({ nodes }).where("currency", "=", "BTC").execute(),
    );
    expect((await example(process.execPath, words)).error).toMatch(
      /^(BTC: a path does not lead|\d+ is no amount)/,
    );
  });

  test.each([
    ["Node", process.execPath, "examples/webhook.mjs"],
    // With the checks of the public library written out once more: nothing is installed for Python here.
    ["Python", "python3", "examples/webhook.py"],
  ])("%s takes an event that is sent, once, and nothing that is not signed", async (_name, program, file) => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const receiver = spawn(program, [file], {
      cwd: ROOT,
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: "0", PYTHONPATH: STAND_INS },
    });
    let out = "";
    receiver.stdout.on("data", (piece) => (out += String(piece)));
    receiver.stderr.on("data", (piece) => (out += String(piece)));
    await vi.waitUntil(() => out.includes("Listening on http"), { timeout: 30_000 });
    const at = /http:\S+/.exec(out)?.[0] ?? "";
    const post = async (sent: string, signed = sent): Promise<number | null> => {
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = webhookHeaders([secret], { id: "event-1", timestamp, body: signed });
      return (await postWebhook({ url: at, headers, body: sent, privateToo: true })).status;
    };
    const body = JSON.stringify({ id: "event-1", type: "webhook.test", data: {} });
    expect(await post(body, `${body} `)).toBe(400);
    expect([await post(body), await post(body)]).toEqual([204, 204]);
    await vi.waitUntil(() => out.includes("webhook.test"));
    receiver.kill();
    await new Promise((resolve) => receiver.once("close", resolve));
    expect(out).toBe(`Listening on ${at}\nwebhook.test event-1\n`);
  });

  test("the internal tool lists the deposits that wait and confirms one", async () => {
    const announced = await customer.post<{ data: { reference: string } }>("/api/users/transactions", {
      transaction_type: "deposit",
      balance: { credit: "500.00", credit_currency: "AUD" },
      payment_method: "bank_transfer",
    });
    const { reference } = announced.body.data;
    const operator = app.client();
    await operator.login("operator@demo.test");
    const made = await mutate<CreatedServiceToken>(operator, "ops.tokens.create", {
      name: "Deposit desk",
      procedures: ["ops.deposits.list", "ops.deposits.confirm"],
    });
    const tool = (...words: string[]): Promise<Outcome> =>
      example(process.execPath, ["examples/confirm-deposit.ts", ...words], made.data.token);
    expect((await tool()).out).toContain(`${reference}  500.00 AUD  customer@demo.test`);
    const before = await balanceOf(customer);
    const confirmed = await tool(reference, "480.00", "NPP 4711");
    expect(confirmed).toMatchObject({
      code: 0,
      out: `${reference} is completed: 480.00 AUD credited\n`,
    });
    const after = await balanceOf(customer);
    expect(unitsOf(after["AUD"]) - unitsOf(before["AUD"])).toBe(48_000n);
    expect((await tool()).out).not.toContain(reference);
    const again = await tool(reference, "480.00");
    expect([again.code, again.error]).toMatchObject([1, expect.stringContaining("(state_conflict)")]);
    const wrong = await example(process.execPath, ["examples/confirm-deposit.ts"], token);
    expect(wrong.error).toContain("(forbidden)");
  });
});

/** Decimal text in its smallest units. */
function unitsOf(text: string | undefined): bigint {
  return BigInt((text ?? "0").replace(".", ""));
}
