import { spawn } from "node:child_process";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { CreatedToken } from "@wattle/contracts/tokens";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../apps/api/src/testing/app-for-test.ts";
import { mutate } from "../../../apps/api/src/testing/call-procedure.ts";
import type { TestClient } from "../../../apps/api/src/testing/client.ts";
import { webhookHeaders } from "../../../apps/api/src/webhooks/sign-webhook.ts";
import { runCommand, type Outside } from "../src/command/command.ts";
import { isSecret } from "../src/command/sign-webhook.ts";

type Fetch = Outside["fetch"];

describe("the program for developers", () => {
  let app: TestApp;
  let url: string;
  let customer: TestClient;
  let token: string;
  let receiver: Server;
  let hook: string;
  let status = 204;
  let received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite" });
    url = `http://127.0.0.1:${await app.listen()}`;
    customer = app.client();
    await customer.login("customer@demo.test");
    token = await tokenOf(["read", "webhooks"]);
    receiver = createServer((request, response) => {
      let body = "";
      request.on("data", (piece) => (body += String(piece)));
      request.on("end", () => {
        received.push({ headers: request.headers, body });
        response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    [received, status] = [[], 204];
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await app.close();
  });

  const tokenOf = async (scopes: string[]): Promise<string> =>
    (await mutate<CreatedToken>(customer, "tokens.create", { name: "Shell", scopes, expires_in_days: 30 }))
      .data.token;
  const happen = async (type = "exchange.completed"): Promise<string> =>
    (await customer.post<{ data: { id: string } }>("/api/events/trigger", { type })).body.data.id;

  /** Runs a command line with the exchange and a token in its environment. It ends with the test at the latest. */
  function start(words: string, { fetch = globalThis.fetch as Fetch, env = {} } = {}) {
    const ending = new AbortController();
    const [lines, complaints]: [string[], string[]] = [[], []];
    const code = runCommand(
      words.split(" ").filter((word) => word !== ""),
      {
        env: { WATTLE_URL: url, WATTLE_TOKEN: token, ...env },
        print: (line) => void lines.push(line),
        complain: (line) => void complaints.push(line),
        fetch,
        now: () => Date.now(),
        pause: () => new Promise((resolve) => setImmediate(resolve)),
      },
      ending.signal,
    );
    const end = (): typeof code => {
      ending.abort();
      return code;
    };
    ends.push(end);
    return { lines, complaints, code, end };
  }
  const listening = async (options: Parameters<typeof start>[1] = {}, words = "") => {
    const started = start(`listen --forward-to ${hook} ${words}`, options);
    await vi.waitUntil(() => started.lines.length >= 2);
    return started;
  };

  test("each event from now on arrives as a webhook does, with a line for it", async () => {
    await happen("deposit.completed");
    const { lines, end } = await listening();
    const secret = lines[1]?.replace("Secret: ", "") ?? "";
    expect(isSecret(secret)).toBe(true);
    const ids = [await happen("exchange.completed"), await happen("identity.verified")];
    await vi.waitUntil(() => lines.length === 4);
    expect(lines.slice(2)).toEqual([`exchange.completed ${ids[0]} 204`, `identity.verified ${ids[1]} 204`]);
    const feed = await customer.get<{ data: { id: string }[] }>("/api/events");
    for (const [index, { headers, body }] of received.entries()) {
      expect(JSON.parse(body)).toEqual(feed.body.data.find(({ id }) => id === ids[index]));
      const timestamp = Number(headers["webhook-timestamp"]);
      expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(60);
      const signed = webhookHeaders([secret], { id: ids[index] ?? "", timestamp, body });
      expect(headers).toMatchObject({ ...signed, "content-type": "application/json" });
    }
    expect(await end()).toBe(0);
  });

  test("it signs with a secret that it is given", async () => {
    const secret = `whsec_${Buffer.from("a secret of the developer").toString("base64")}`;
    const { lines } = await listening({}, `--secret ${secret}`);
    expect(lines[1]).toBe(`Secret: ${secret}`);
    const id = await happen();
    await vi.waitUntil(() => received.length === 1);
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: "" }] = received;
    const timestamp = Number(headers["webhook-timestamp"]);
    expect(headers).toMatchObject(webhookHeaders([secret], { id, timestamp, body }));
  });

  test.each([
    ["an answer that refuses", 500, "500"],
    ["a redirect, which is not followed", 302, "302"],
  ])("%s is a line, and the next event comes", async (_what, answer, word) => {
    status = answer;
    const { lines } = await listening();
    const first = await happen();
    await vi.waitUntil(() => lines.length === 3);
    status = 204;
    const second = await happen();
    await vi.waitUntil(() => lines.length === 4);
    expect(lines.slice(2)).toEqual([
      `exchange.completed ${first} ${word}`,
      `exchange.completed ${second} 204`,
    ]);
  });

  test("a program that does not listen is a line", async () => {
    const started = start("listen --forward-to http://127.0.0.1:1/hook");
    await vi.waitUntil(() => started.lines.length >= 2);
    const id = await happen();
    await vi.waitUntil(() => started.lines.length === 3);
    expect(started.lines[2]).toMatch(new RegExp(`^exchange.completed ${id} (ECONNREFUSED|no answer)$`));
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ["a lost connection", () => Promise.reject(new TypeError("fetch failed"))],
    ["a gateway's answer", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["too many requests", () => Response.json({ message: "Too many attempts." }, { status: 429 })],
  ])("after %s it goes on with the next event, each once", async (_what, failure) => {
    let isAway = false;
    const fetch: Fetch = async (request) =>
      isAway && request.url.startsWith(url) ? failure() : globalThis.fetch(request);
    const { lines } = await listening({ fetch });
    const first = await happen();
    await vi.waitUntil(() => lines.length === 3);
    isAway = true;
    await vi.waitUntil(() => lines.includes("Connection lost. Trying again."));
    const second = await happen();
    isAway = false;
    await vi.waitUntil(() => lines.length === 6);
    expect(lines.slice(2)).toEqual([
      `exchange.completed ${first} 204`,
      "Connection lost. Trying again.",
      "Connected again.",
      `exchange.completed ${second} 204`,
    ]);
  });

  test("a token that is revoked meanwhile ends it", async () => {
    const { data } = await mutate<CreatedToken>(customer, "tokens.create", {
      name: "Short",
      scopes: ["read"],
    });
    const { code, complaints } = await listening({ env: { WATTLE_TOKEN: data.token } });
    await mutate(customer, "tokens.revoke", { id: data.id });
    expect([await code, complaints]).toEqual([1, ["This user is unauthorized. (401)"]]);
  });

  test("trigger has a demo send an event of the type", async () => {
    const { code, lines } = start("trigger withdrawal.completed");
    expect(await code).toBe(0);
    const feed = await customer.get<{ data: { id: string; type: string }[] }>("/api/events");
    expect(lines).toEqual([`withdrawal.completed ${feed.body.data.at(-1)?.id}`]);
  });

  test("trigger is refused by an installation that is no demo", async () => {
    const fetch: Fetch = () =>
      Promise.resolve(Response.json({ message: "Only a demo sends made-up events." }, { status: 403 }));
    const { code, complaints } = start("trigger deposit.completed", { fetch });
    expect([await code, complaints]).toEqual([1, ["Only a demo sends made-up events. (403)"]]);
  });

  test.each<[string, string, Record<string, string>, number, RegExp]>([
    ["an unknown type", "trigger deposit.lost", {}, 1, /^type: There is no such event \(422\)$/],
    [
      "a token without the scope",
      "trigger deposit.completed",
      { WATTLE_TOKEN: "reading" },
      1,
      /scope webhooks.*403/,
    ],
    ["an unknown token", "trigger deposit.completed", { WATTLE_TOKEN: "wat_no" }, 1, /unauthorized. \(401\)/],
    ["an unknown token", "listen --forward-to http://a.example", { WATTLE_TOKEN: "wat_no" }, 1, /\(401\)/],
    [
      "a token that is none",
      "listen --forward-to http://a.example",
      { WATTLE_TOKEN: "a\nb" },
      2,
      /is no token/,
    ],
    [
      "no token",
      "listen --forward-to http://a.example",
      { WATTLE_TOKEN: "" },
      2,
      /WATTLE_TOKEN\) is missing/,
    ],
    ["no exchange", "trigger deposit.completed", { WATTLE_URL: "" }, 2, /WATTLE_URL\) is missing/],
    ["an exchange that is no address", "trigger x --url shop", {}, 2, /--url .* and got shop/],
    ["an exchange that is away", "trigger x --url http://127.0.0.1:1", {}, 1, /doesn’t answer/],
    [
      "an exchange that is away",
      "listen --forward-to http://a.example --url http://127.0.0.1:1",
      {},
      1,
      /answer/,
    ],
    ["another site", "listen --forward-to http://a.example --url ORIGIN/dev", {}, 1, /\(404\)/],
    ["no address to forward to", "listen", {}, 2, /^--forward-to is missing/],
    ["a file to forward to", "listen --forward-to file:///etc", {}, 2, /^--forward-to takes an address/],
    ["a secret of another form", "listen --forward-to http://a.example --secret x", {}, 2, /^--secret takes/],
    ["an unknown option", "listen --forward http://a.example", {}, 2, /Unknown option/],
    ["no command", "", {}, 2, /^This is no command/],
    ["an unknown command", "hear", {}, 2, /^This is no command/],
    ["trigger without a type", "trigger", {}, 2, /^This is no command/],
    ["two types", "trigger a b", {}, 2, /^This is no command/],
  ])("%s is refused: %s", async (_what, words, env, expected, text) => {
    const own = env["WATTLE_TOKEN"] === "reading" ? { WATTLE_TOKEN: await tokenOf(["read"]) } : env;
    const { code, complaints, lines } = start(words.replace("ORIGIN", url), { env: own });
    expect(await code).toBe(expected);
    expect(complaints.join("\n")).toMatch(text);
    expect(lines).toEqual([]);
  });

  test("help says how it is called", async () => {
    const { code, lines } = start("--help");
    expect(await code).toBe(0);
    expect(lines[0]).toContain("wattle listen --forward-to URL");
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s ends the program as a success", async (signal) => {
    const file = path.resolve(import.meta.dirname, "../src/wattle.ts");
    const program = spawn(process.execPath, [file, "listen", "--forward-to", hook, "--url", url], {
      env: { ...process.env, WATTLE_TOKEN: token, NODE_NO_WARNINGS: "1" },
    });
    let printed = "";
    program.stdout.on("data", (piece) => (printed += String(piece)));
    await vi.waitUntil(() => printed.includes("Secret: whsec_"), 15_000);
    const ended = new Promise((resolve) => program.once("exit", (code) => resolve(code)));
    program.kill(signal);
    expect(await ended).toBe(0);
  });
});
