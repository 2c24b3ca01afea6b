import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SystemCheck } from "@wattle/contracts/system-checks";
import { DIALECTS } from "@wattle/db/testing/databases";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { tamper } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { createServices } from "../../compose.ts";
import { readConfig } from "../../config.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { query } from "../../testing/call-procedure.ts";
import { Postman } from "../../testing/postman.ts";
import { PRODUCTION } from "../../testing/production.ts";
import { runOps } from "../../testing/run-ops.ts";
import { runCommand } from "../commands/run-command.ts";
import { findAddress } from "./address-check.ts";

type Doctor = (...words: readonly string[]) => Promise<{ code: number; out: string }>;

/** The doctor of an installation of which there may be nothing but settings. */
const doctorOf =
  (variables: Readonly<Record<string, string>>): Doctor =>
  async (...words) => {
    const out: string[] = [];
    const code = await runCommand(
      ["doctor", ...words],
      {
        config: () => readConfig({ NODE_ENV: "test", ...variables }),
        clock: systemClock,
        open: (config) => createServices(config, { existing: true, logTo: { write: () => undefined } }),
      },
      {
        out: (text) => void out.push(text),
        error: (text) => void out.push(text),
        askSecret: () => Promise.resolve(""),
        ask: undefined,
      },
    );
    return { code, out: out.join("\n") };
  };

const named = (checks: readonly SystemCheck[], name: string): string[] =>
  checks.filter((check) => check.name === name).map(({ state, text }) => `${state}: ${text}`);

describe.each(DIALECTS)("the checks of an installation on %s", (dialect) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "wattle-checks-"));
    app = await startTestApp({ dialect, env: { UPLOAD_DIR: path.join(folder, "uploads") } });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const read = async (): Promise<SystemCheck[]> =>
    JSON.parse((await runOps(app, ["doctor", "--json"])).out) as SystemCheck[];

  test("say what there is, and what to do", async () => {
    const checks = await read();
    expect(named(checks, "Node")).toEqual([`ok: Node ${process.versions.node}.`]);
    expect(named(checks, "Settings")).toEqual([
      "warning: NODE_ENV is test. Set it to production before customers come.",
    ]);
    expect(named(checks, "Prices")[0]).toMatch(/^ok: BTC\/AUD: simulated, \d seconds? old\.$/);
    expect(named(checks, "Mail")).toEqual(["ok: The demo keeps its mail: /dev/mail shows it."]);
    expect(named(checks, "Webhooks")).toEqual(["ok: No events wait."]);
    expect(named(checks, "Migrations")).toEqual(["ok: The database has every migration."]);
    expect(named(checks, "Documents")).toEqual(["ok: Documents can be kept."]);
    expect(named(checks, "Books")).toEqual(["ok: No day is closed yet."]);
    expect(named(checks, "Staff")[0]).toMatch(/^warning: Without a second factor: .*operator@demo\.test/);
    expect(named(checks, "Backups")).toEqual(["ok: A demo needs no backup."]);
    expect(named(checks, "Disk")).toHaveLength(3);
    const roles = named(checks, "Database roles");
    if (dialect === "sqlite")
      expect(roles).toEqual(["ok: SQLite has no roles: anyone who may write the file may change the books."]);
    else
      expect(roles).toEqual([
        "fault: The program runs as postgres, a superuser. Give it a role of its own (docs/operations.md).",
        "ok: The role postgres may create the database that a check of a backup needs.",
      ]);
    // The tests' own server keeps nothing in a crash. The program sets synchronous_commit by itself.
    expect(named(checks, "Durability")).toEqual(
      dialect === "sqlite"
        ? [expect.stringMatching(/^ok: /)]
        : ["fsync", "full_page_writes"].map((name) => expect.stringContaining(`fault: ${name} is off`)),
    );
  });

  test("are the same on the desk, for admins", async () => {
    const operator = app.client();
    await operator.login("operator@demo.test");
    const { data } = await query<SystemCheck[]>(operator, "ops.system.checks");
    const names = (checks: readonly SystemCheck[]) => checks.map(({ name }) => name);
    expect(names(data)).toEqual(names(await read()));
  });

  test.runIf(dialect === "sqlite")("know of a backup and its check, and when they are late", async () => {
    const backup = path.join(folder, "backup");
    expect(await runOps(app, ["backup", backup])).toMatchObject({ code: 0 });
    const made =
      "The last backup is 0 seconds old. This program can’t see whether it is also kept elsewhere.";
    expect(named(await read(), "Backups")).toEqual([
      `ok: ${made}`,
      "warning: No backup was checked yet: npm run ops -- restore --check FOLDER",
    ]);
    const checked = await runOps(app, ["restore", "--check", backup, "--json"]);
    expect(JSON.parse(checked.out)).toMatchObject({ noted: true });
    expect(await runOps(app, ["doctor"])).toMatchObject({ code: 0 });
    app.clock.advance(8 * 86_400_000);
    const late = await runOps(app, ["doctor"]);
    expect(late.code).toBe(1);
    expect(late.out).toContain("FAULT    Backups");
    expect(named(await read(), "Backups")).toEqual([
      "fault: The last backup is 8 days old. Look why the nightly one didn’t run.",
      "warning: A backup passed its check 8 days ago. Check one: npm run ops -- restore --check FOLDER",
    ]);
  });
});

describe("the checks of an installation that does not start", () => {
  /** A database that has a table, but none of ours. */
  async function foreign(dialect: (typeof DIALECTS)[number]): Promise<string> {
    const name = `${inject("postgresTemplate")}_foreign_${randomBytes(4).toString("hex")}`;
    let url = `sqlite:${path.join(inject("databaseDirectory"), `${name}.db`)}`;
    if (dialect === "postgres") {
      await administer(inject("postgresUrl"), `create database ${name}`);
      url = databaseUrl(inject("postgresUrl"), name);
    }
    await tamper({ dialect, url }, ["create table customers (id integer)"]);
    return url;
  }

  test("wrong settings: a fault for each", async () => {
    const { code, out } = await doctorOf({ PORT: "many", MAIL_URL: "mail" })("--json");
    expect(code).toBe(1);
    expect(named(JSON.parse(out) as SystemCheck[], "Settings")).toEqual([
      expect.stringMatching(/^fault: PORT: got "many"/),
      expect.stringMatching(/^fault: MAIL_URL: /),
    ]);
  });

  test.each<[string, () => string | Promise<string>, RegExp]>([
    ["no server", () => "postgres://wattle:secret@127.0.0.1:1/wattle", /the database cannot be opened/],
    [
      "no such database",
      () => databaseUrl(inject("postgresUrl"), "there_is_none"),
      /the database lets no one in \(3D000\)/,
    ],
    ["no file", () => "sqlite:/nowhere/wattle.db", /the database cannot be opened/],
    ["another product’s SQLite file", () => foreign("sqlite"), /belongs to something else: it has customers/],
    ["another product’s database", () => foreign("postgres"), /belongs to something else: it has customers/],
  ])("%s: a fault, and what the settings alone say", async (_, url, words) => {
    const { code, out } = await doctorOf({ DATABASE_URL: await url(), RATE_SOURCE: "simulated" })("--json");
    expect(code).toBe(1);
    const checks = JSON.parse(out) as SystemCheck[];
    expect(named(checks, "Database")).toEqual([expect.stringMatching(words)]);
    expect(out).not.toContain("secret");
    expect(new Set(checks.map(({ name }) => name))).toEqual(
      new Set(["Node", "Settings", "Firm and legal texts", "Keys", "Address", "Disk", "Database"]),
    );
  });
});

test("with everything down, each check says what it can’t reach", async () => {
  const app = await startTestApp({
    dialect: "sqlite",
    env: {
      ...PRODUCTION,
      DEMO: "false",
      KRAKEN_URL: "http://127.0.0.1:1",
      MAIL_URL: "smtp://127.0.0.1:1",
      APP_ORIGIN: "https://192.0.2.1:1",
      IDENTITY_PROVIDER: "sumsub",
      SUMSUB_APP_TOKEN: "prd:token",
      SUMSUB_SECRET_KEY: "secret",
      SUMSUB_WEBHOOK_SECRET: "secret",
      SUMSUB_LEVEL: "level",
      SUMSUB_API_URL: "https://127.0.0.1:1",
    },
  });
  try {
    const { code, out } = await runOps(app, ["doctor", "--json"]);
    expect(code).toBe(1);
    const checks = JSON.parse(out) as SystemCheck[];
    expect(named(checks, "Mail")).toEqual([
      expect.stringMatching(/^fault: 127\.0\.0\.1:1 does not take our mail \(\w+\)\. Look at MAIL_URL\.$/),
      "ok: No mails wait.",
    ]);
    expect(named(checks, "Backups")).toEqual(["fault: There is no backup yet: npm run ops -- backup FOLDER"]);
    expect(named(checks, "Prices")[0]).toMatch(/^fault: BTC\/AUD has no price: /);
    expect(named(checks, "Identity")).toEqual([
      "fault: Sumsub gives no answer to our key. The log says why. Look at SUMSUB_APP_TOKEN.",
    ]);
    expect(named(checks, "Staff")).toEqual([
      "fault: No one is an admin yet: npm run ops -- staff first EMAIL prints the link.",
    ]);
    expect(named(checks, "Clock")).toEqual([
      expect.stringMatching(/^warning: 127\.0\.0\.1:1 can’t be asked for the time/),
    ]);
    expect(named(checks, "Address")).toEqual([
      expect.stringMatching(/^fault: APP_ORIGIN is https, .* TRUST_PROXY is false/),
      expect.stringMatching(/^fault: https:\/\/192\.0\.2\.1:1 doesn’t answer this machine/),
    ]);
  } finally {
    await app.close();
  }
});

test("the address: something else answers, and our own server without TLS", async () => {
  const app = await startTestApp({ dialect: "sqlite" });
  try {
    const port = await app.listen();
    const find = (address: string) =>
      findAddress({ config: { APP_ORIGIN: address, TRUST_PROXY: false }, clock: app.clock });
    // An address of this machine by a name that isn't known as one.
    expect(await find(`http://0.0.0.0:${port}`)).toMatchObject([
      { state: "warning", text: expect.stringContaining("answers without TLS") as string },
    ]);
    expect(await find(`http://localhost:${port}`)).toMatchObject([{ state: "warning" }]);
  } finally {
    await app.close();
  }
});

describe("mail test", () => {
  test("sends a mail in the installation’s name, and prints the server’s answer", async () => {
    const postman = new Postman();
    await postman.open();
    const app = await startTestApp({
      dialect: "sqlite",
      env: { MAIL_URL: `smtp://127.0.0.1:${postman.port}`, MAIL_FROM: "hello@wattle.test" },
    });
    try {
      const { code, out } = await runOps(app, ["mail", "test", "mary@mail.example"]);
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/response +250/) as string });
      expect(postman.received).toHaveLength(1);
      expect(
        named(JSON.parse((await runOps(app, ["doctor", "--json"])).out) as SystemCheck[], "Mail"),
      ).toEqual([expect.stringMatching(/^ok: 127\.0\.0\.1:\d+ takes our login\./), "ok: No mails wait."]);
    } finally {
      await app.close();
      await postman.close();
    }
  });

  test("says that no mail leaves an outbox", async () => {
    const app = await startTestApp({ dialect: "sqlite" });
    expect(await runOps(app, ["mail", "test", "mary@mail.example"])).toMatchObject({
      code: 2,
      error: "MAIL_URL is outbox:, so no mail leaves",
    });
    await app.close();
  });
});
