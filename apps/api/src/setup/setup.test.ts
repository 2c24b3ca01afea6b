import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { administer, databaseUrl, freePort } from "@wattle/db/testing/postgres-server";
import { tamper } from "@wattle/db/testing/tamper";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createClient } from "../testing/client.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { overHttp, startServer } from "../testing/server-process.ts";
import { codeAt } from "../testing/totp.ts";
import { PASSWORD } from "../testing/visitor.ts";
import { runSetup, type SetupOptions, type SetupTerminal } from "./run-setup.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const ANSWERS = {
  name: "Kurrajong",
  address: "https://kurrajong.test",
  legalEntity: "Kurrajong Pty Ltd",
  currencies: "AUD, BTC",
  database: "sqlite",
  mail: "smtp://127.0.0.1:2525",
  prices: "kraken",
  admin: "ada@kurrajong.test",
};
type Given = Readonly<Record<string, string>>;

let root: string;
let folder: string;
let count = 0;
const made: string[] = [];
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "wattle-setup-"));
});
beforeEach(() => {
  folder = path.join(root, `installation-${(count += 1)}`);
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  for (const name of made) {
    await administer(inject("postgresUrl"), `drop database if exists ${name} with (force)`);
    for (const role of [name, `${name}_app`])
      await administer(inject("postgresUrl"), `drop role if exists ${role}`);
  }
});

/** A name for a database and its roles on the tests' server. */
function newName(): string {
  const name = `wattle_setup_${randomBytes(4).toString("hex")}`;
  made.push(name);
  return name;
}
const asAdministrator = (name: string): string => databaseUrl(inject("postgresUrl"), name);

async function setUp(
  given: Given,
  options: Partial<SetupOptions> = {},
  ask?: SetupTerminal["ask"],
): Promise<{ code: number; out: string }> {
  const answersFile = path.join(root, `answers-${randomBytes(4).toString("hex")}.json`);
  writeFileSync(answersFile, JSON.stringify(given));
  const out: string[] = [];
  const code = await runSetup(
    {
      machine: { root: ROOT, folder, user: "wattle", node: "/usr/bin/node" },
      port: await freePort(),
      answersFile,
      ...options,
    },
    { line: (text) => void out.push(text), ask },
  );
  return { code, out: out.join("\n") };
}

const settings = (): Given => parseEnv(readFileSync(path.join(folder, "wattle.env"), "utf8")) as Given;
const linkIn = (out: string): string =>
  /https:\/\/kurrajong\.test\/teamaccess\/invitation\S+/.exec(out)?.[0] ?? "";

describe.each(["sqlite", "postgres"])("from nothing to the first login, on %s", (dialect) => {
  test("the first admin sets a password and two-step login, and works", async () => {
    const database = dialect === "sqlite" ? "sqlite" : asAdministrator(newName());
    const { code, out } = await setUp({ ...ANSWERS, database });
    expect({ code, out }).toMatchObject({ code: 0 });
    const { PORT: _port, HOST: _host, ...env } = settings();
    const server = await startServer({ ...env, KRAKEN_URL: "http://127.0.0.1:1", DEMO: "false" });
    try {
      const client = createClient(overHttp(() => server.origin));
      const token = new URL(linkIn(out)).searchParams.get("token") ?? "";
      const accepted = await mutate(client, "staff.accept", {
        token,
        first_name: "Ada",
        last_name: "Admin",
        password: PASSWORD,
        password_confirmation: PASSWORD,
      });
      expect(accepted).toMatchObject({ status: 200 });
      expect((await client.post("/login", { email: ANSWERS.admin, password: PASSWORD })).status).toBe(200);
      expect((await query(client, "ops.today")).code).toBe("second_factor_setup_required");
      const { data } = await mutate<{ secret: string }>(client, "secondFactor.totpBegin");
      expect(
        await mutate(client, "secondFactor.totpConfirm", { code: codeAt(data.secret, Date.now()) }),
      ).toMatchObject({
        status: 200,
      });
      expect((await query(client, "ops.today")).status).toBe(200);
      const markets = await query<{ currencies: { code: string; active: boolean }[] }>(
        client,
        "ops.markets.list",
      );
      expect(markets.data.currencies.filter(({ active }) => active).map(({ code }) => code)).toEqual([
        "AUD",
        "BTC",
      ]);
      const checks = await query<{ name: string; state: string; text: string }[]>(
        client,
        "ops.system.checks",
      );
      expect(checks.data.filter(({ name }) => name === "Database roles").map(({ state }) => state)).toEqual(
        dialect === "sqlite" ? ["ok"] : ["ok", "ok"],
      );
    } finally {
      await server.kill();
    }
  });
});

describe("the files", () => {
  test("are the settings, the brand, the roles, the units and the proxy; secrets are for their owner", async () => {
    expect(await setUp({ ...ANSWERS, database: asAdministrator(newName()) })).toMatchObject({ code: 0 });
    expect(readdirSync(folder).toSorted()).toEqual(
      ["Caddyfile", "backups", "brand.json", "data", "roles.sql", "wattle-backup.service"].concat([
        "wattle-backup.timer",
        "wattle.env",
        "wattle.service",
      ]),
    );
    for (const name of ["wattle.env", "roles.sql"])
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    const unit = readFileSync(path.join(folder, "wattle.service"), "utf8");
    expect(unit).toContain(`EnvironmentFile=${folder}/wattle.env`);
    expect(unit).toContain(`ReadWritePaths=${folder}`);
    expect(unit).not.toContain("/var/lib/wattle");
    expect(readFileSync(path.join(folder, "Caddyfile"), "utf8")).toContain("kurrajong.test {");
    // No administrator's password stays behind.
    expect(readFileSync(path.join(folder, "wattle.env"), "utf8")).not.toContain("postgres:test@");
  });

  test.each(["http://localhost:3000", "https://192.0.2.7"])(
    "of %s name the admin for support",
    async (address) => {
      expect(await setUp({ ...ANSWERS, address })).toMatchObject({ code: 0 });
      expect(JSON.parse(readFileSync(path.join(folder, "brand.json"), "utf8"))).toMatchObject({
        supportEmail: ANSWERS.admin,
      });
    },
  );

  test.skipIf(spawnSync("systemd-analyze", ["--version"]).error !== undefined)(
    "systemd takes the units",
    async () => {
      await setUp(ANSWERS);
      for (const unit of ["wattle.service", "wattle-backup.service", "wattle-backup.timer"]) {
        const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", path.join(folder, unit)], {
          encoding: "utf8",
        });
        // This machine may have no Node there.
        expect((stdout + stderr).replaceAll(/.*\/usr\/bin\/node.*\n/g, "")).toBe("");
      }
    },
  );
});

describe("run again", () => {
  test("keeps keys and passwords, writes nothing new, and has a link again", async () => {
    const given = { ...ANSWERS, database: asAdministrator(newName()) };
    const port = await freePort();
    const first = await setUp(given, { port });
    const before = settings();
    const again = await setUp(given, { port });
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).not.toMatch(/^(?:written|kept) /m);
    expect(settings()).toEqual(before);
    expect(linkIn(again.out)).not.toBe(linkIn(first.out));
  });

  test("replaces no file that differs without a yes", async () => {
    await setUp(ANSWERS);
    const brand = path.join(folder, "brand.json");
    writeFileSync(brand, readFileSync(brand, "utf8").replace("Kurrajong", "Our own"));
    const port = Number.parseInt(settings()["PORT"] ?? "", 10);
    expect((await setUp(ANSWERS, { port })).out).toContain(`kept       ${brand}`);
    const asked: string[] = [];
    const no = await setUp(ANSWERS, { port }, (prompt) => {
      asked.push(prompt);
      return Promise.resolve("no");
    });
    expect(asked).toEqual([`${brand} is there and differs. Replace it? (yes/no) `]);
    expect(no.out).toContain(`kept       ${brand}`);
    expect(readFileSync(brand, "utf8")).toContain("Our own");
    expect((await setUp(ANSWERS, { port, overwrite: true })).out).toContain(`written    ${brand}`);
    expect(readFileSync(brand, "utf8")).not.toContain("Our own");
  });

  test("after it stopped for the SQL, goes on with the passwords of its file", async () => {
    const name = newName();
    const url = new URL(asAdministrator(name));
    [url.username, url.password] = ["", ""];
    const given = { ...ANSWERS, database: url.href };
    const stopped = await setUp(given);
    expect(stopped.code).toBe(1);
    // The file is its owner's only: the shell opens it, and not `postgres`.
    expect(stopped.out).toContain(`sudo -u postgres psql -p ${url.port} < ${path.join(folder, "roles.sql")}`);
    for (const statement of readFileSync(path.join(folder, "roles.sql"), "utf8").trim().split("\n"))
      await administer(inject("postgresUrl"), statement);
    expect(await setUp(given, { port: Number.parseInt(settings()["PORT"] ?? "", 10) })).toMatchObject({
      code: 0,
    });
  });
});

describe("the SQL, if no administrator is named", () => {
  test("is run by setup itself only after a yes, and otherwise waited for", async () => {
    const url = new URL(asAdministrator(newName()));
    [url.username, url.password] = ["", ""];
    const given = { ...ANSWERS, database: url.href };
    const prompts: string[] = [];
    const { code } = await setUp(given, {}, async (prompt) => {
      prompts.push(prompt);
      if (!prompt.startsWith("Run in another terminal")) return "no";
      for (const statement of readFileSync(path.join(folder, "roles.sql"), "utf8").trim().split("\n"))
        await administer(inject("postgresUrl"), statement);
      return "";
    });
    expect(code).toBe(0);
    expect(prompts).toEqual([
      expect.stringMatching(/sudo -u postgres psql .*roles\.sql\nRun this now\? /),
      expect.stringMatching(/^Run in another terminal, then press Enter: sudo -u postgres psql /),
    ]);
  });
});

describe("asks", () => {
  test("eight questions, each again until its answer will do, and writes nothing before the last", async () => {
    const typed: Record<string, string[]> = {
      "Name of the site": ["", "Kurrajong"],
      "Its address": ["kurrajong", ANSWERS.address],
      "Legal entity": [ANSWERS.legalEntity],
      Currencies: ["AUD", "AUD, BTC"],
      Database: ["mysql://somewhere", "sqlite"],
      "Mail server": ["outbox:", ANSWERS.mail],
      Prices: ["simulated", "kraken"],
      "Email address": [ANSWERS.admin],
    };
    const prompts: string[] = [];
    const { code, out } = await setUp(ANSWERS, { answersFile: undefined }, (prompt) => {
      prompts.push(prompt);
      expect(readdirSync(root)).not.toContain(path.basename(folder));
      const key = Object.keys(typed).find((each) => prompt.startsWith(each)) ?? "";
      return Promise.resolve(typed[key]?.shift() ?? "");
    });
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(Object.values(typed).flat()).toEqual([]);
    expect(new Set(prompts).size).toBe(8);
  });
});

describe("says in a line what is wrong, and makes nothing", () => {
  test.each<[string, Given, RegExp]>([
    ["no answers", {}, /^name: takes your brand\naddress: /],
    [
      "an answer that no one asked for",
      { ...ANSWERS, colour: "red" },
      /^--answers: .*; it takes name, address/,
    ],
    ["an address without a scheme", { ...ANSWERS, address: "kurrajong.test" }, /^address: takes an http/],
    [
      "a currency that there is not",
      { ...ANSWERS, currencies: "AUD, XYZ" },
      /^currencies: takes at least one of /,
    ],
    ["no coin", { ...ANSWERS, currencies: "AUD" }, /^currencies: takes at least one of /],
    ["a database’s name with signs", { ...ANSWERS, database: "postgres://h/a;b" }, /^database: takes sqlite/],
    ["a mail server of another kind", { ...ANSWERS, mail: "imap://h" }, /^mail: takes outbox: or smtp/],
    [
      "no server",
      { ...ANSWERS, database: "postgres://a:b@127.0.0.1:1/wattle" },
      /PostgreSQL does not answer at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    ],
  ])("%s", async (_, given, words) => {
    const { code, out } = await setUp(given);
    expect({
      code,
      out: out
        .split("\n")
        .filter((line) => !/^(?:written|as it was) /.test(line))
        .join("\n"),
    }).toMatchObject({
      code: 1,
      out: expect.stringMatching(words) as string,
    });
  });

  const withPassword = (name: string, username: string, password: string): string => {
    const url = new URL(asAdministrator(name));
    [url.username, url.password] = [username, password];
    return url.href;
  };

  test("a wrong password of the administrator", async () => {
    const { code, out } = await setUp({ ...ANSWERS, database: withPassword(newName(), "postgres", "wrong") });
    expect(code).toBe(1);
    expect(out).toContain("database: the administrator postgres is not let in (28P01): look at the password");
  });

  test("a role without rights", async () => {
    const name = newName();
    await administer(inject("postgresUrl"), `create role ${name}_app login password 'plain'`);
    const { code, out } = await setUp({
      ...ANSWERS,
      database: withPassword(newName(), `${name}_app`, "plain"),
    });
    expect(code).toBe(1);
    expect(out).toContain(`${name}_app may not create roles and databases: name an administrator`);
  });

  test("a database of another product", async () => {
    const name = newName();
    await administer(inject("postgresUrl"), `create database ${name}`);
    await tamper({ dialect: "postgres", url: asAdministrator(name) }, [
      "create table customers (id integer)",
    ]);
    const { code, out } = await setUp({ ...ANSWERS, database: asAdministrator(name) });
    expect(code).toBe(1);
    expect(out).toContain(`the database ${name} is there already: name another, or drop it`);
    const { rows } = await administer(
      asAdministrator(name),
      "select tablename from pg_tables where schemaname = 'public'",
    );
    expect(rows).toEqual([{ tablename: "customers" }]);
  });

  test("a port that another program has, before anything is written", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    other.on("connection", (socket) => socket.destroy());
    const { code, out } = await setUp(ANSWERS, { port });
    await new Promise((resolve) => other.close(resolve));
    expect({ code, out }).toEqual({
      code: 1,
      out: `PORT: ${port} cannot be used (EADDRINUSE); take another: npm run setup -- --port 3001`,
    });
    expect(readdirSync(root)).not.toContain(path.basename(folder));
  });

  test("no one at a terminal", async () => {
    expect(await setUp(ANSWERS, { answersFile: undefined })).toEqual({
      code: 1,
      out: "no one is at a terminal: takes --answers FILE, a JSON file with the eight answers",
    });
  });
});
