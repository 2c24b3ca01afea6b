import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CustomerFile } from "@wattle/contracts/desk";
import type { IdentityState } from "@wattle/contracts/identity";
import { findUserById, insertUser, updateUser } from "@wattle/db/accounts";
import { newDataKeyText } from "@wattle/db/sealed/data-key";
import { resealColumn } from "@wattle/db/data-keys/reseal";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { customer } from "@wattle/db/testing/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmed } from "../testing/visitor.ts";
import { ConfigError } from "../config-error.ts";
import { applicant, FORM, PNG, upload } from "../testing/applicant.ts";
import { runOps } from "../testing/run-ops.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { keyFileOf } from "./key-file.ts";
import { PROGRAM_ENV } from "../testing/program-env.ts";
import { COMMANDS } from "../testing/programs.ts";

const [OLD, NEW] = [newDataKeyText(), newDataKeyText()];
const idOf = (key: string): string => key.split(":")[0] ?? "";

interface Installation {
  readonly database: FreshDatabase;
  readonly uploads: string;
  /** Opens it as a process with these keys. */
  readonly start: (keys: string) => Promise<TestApp>;
}

describe.each(DIALECTS)("data keys on %s", (dialect) => {
  let folder: string;
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "wattle-keys-"));
  });
  afterAll(async () => {
    for (const each of opened.toReversed()) await each.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** An installation: a database and a folder of uploads, which processes with other keys can open. */
  async function installation(): Promise<Installation> {
    const database: FreshDatabase = await freshDatabase(dialect);
    opened.push(database);
    const uploads = mkdtempSync(path.join(folder, "uploads-"));
    const start = async (keys: string): Promise<TestApp> => {
      const app = await startTestApp({
        dialect,
        databaseUrl: database.url,
        env: { UPLOAD_DIR: uploads, DATA_KEYS: keys, LOG_LEVEL: "error" },
      });
      opened.push(app);
      return app;
    };
    return { database, uploads, start };
  }

  const draftOf = async (client: Parameters<typeof query>[0]) =>
    (await query<IdentityState>(client, "identity.get")).data.draft;

  /** How many values each key has sealed, by `npm run ops -- keys status`. */
  async function status(app: TestApp): Promise<ReadonlyMap<string, number>> {
    const { out } = await runOps(app, ["keys", "status", "--json"]);
    const rows = JSON.parse(out) as { key: string; seals: boolean; values: number }[];
    for (const { key, seals } of rows) expect(seals).toBe(key === app.services.vault.keyId);
    return new Map(
      [...Map.groupBy(rows, ({ key }) => key)].map(([key, of]) => [
        key,
        of.reduce((sum, { values }) => sum + values, 0),
      ]),
    );
  }

  test("rotation seals everything again while a server that has both keys goes on", async () => {
    const { start } = await installation();
    const server = await start(`${OLD},${NEW}`);
    const one = await applicant(server);
    expect(await status(server)).toEqual(new Map([[idOf(OLD), expect.any(Number)]]));

    const operator = await start(`${NEW},${OLD}`);
    const writing = (async () => {
      const clients = [];
      for (let n = 0; n < 5; n += 1) clients.push(await applicant(server));
      return clients;
    })();
    const rotations = await Promise.all([
      runOps(operator, ["keys", "rotate"]),
      runOps(operator, ["keys", "rotate"]),
    ]);
    for (const { code, error } of rotations) expect([0, 1], error).toContain(code);
    const others = await writing;
    for (const { client } of [one, ...others]) {
      expect(await draftOf(client)).toMatchObject({ street: FORM.street });
    }
    // Values that the server has sealed with the former key meanwhile are left to a second run.
    const again = await runOps(operator, ["keys", "rotate"]);
    expect(again).toMatchObject({ code: 0, error: "" });
    expect(again.out).toContain(`Everything is sealed with ${idOf(NEW)}.`);
    expect([...(await status(operator)).keys()]).toEqual([idOf(NEW)]);
    expect((await runOps(operator, ["keys", "rotate"])).out).not.toMatch(/: \d+ sealed with/);

    const [document] = (await query<IdentityState>(one.client, "identity.get")).data.documents;
    expect(await server.services.documents.read(document?.id ?? "")).toEqual(PNG);
    const alone = await start(NEW);
    expect(await alone.services.documents.read(document?.id ?? "")).toEqual(PNG);
  });

  test("a key that something needs and that is missing, or is another, stops the start with its id", async () => {
    const { start } = await installation();
    const app = await start(OLD);
    await applicant(app);
    const missing = start(NEW);
    await expect(missing).rejects.toThrow(ConfigError);
    await expect(missing).rejects.toThrow(
      new RegExp(
        `^DATA_KEYS: the key ${idOf(OLD)} is missing, and \\d+ stored values need it; takes id:base64`,
      ),
    );
    const impostor = `${idOf(OLD)}:${NEW.split(":")[1]}`;
    await expect(start(impostor)).rejects.toThrow(
      `DATA_KEYS: the key ${idOf(OLD)} is not the one this database was sealed with`,
    );
  });

  test("the signing key and the search hashes stay the same through a rotation", async () => {
    const { start } = await installation();
    const before = await start(OLD);
    const after = await start(`${NEW},${OLD}`);
    await runOps(after, ["keys", "rotate"]);
    const renewed = await start(NEW);
    expect(renewed.services.signingKeys.current.kid).toEqual(before.services.signingKeys.current.kid);
    expect(renewed.services.searchHashes.of("phone", "1")).toBe(
      before.services.searchHashes.of("phone", "1"),
    );
  });

  test("a killed rotation goes on where it was", async () => {
    const { database, uploads, start } = await installation();
    const app = await start(OLD);
    await applicant(app);
    const people = Array.from({ length: 2400 }, (_, n) => `person-${n}`);
    const rows = people.map((id) =>
      customer(id, { phone: app.services.vault.seal("users.phone", id, `phone of ${id}`) }),
    );
    await database.write(async (tx) => {
      for (let n = 0; n < rows.length; n += 600) {
        await tx
          .insertInto("users")
          .values(rows.slice(n, n + 600))
          .execute();
      }
    });
    const cli = spawn(process.execPath, [COMMANDS, "keys", "rotate"], {
      env: {
        ...PROGRAM_ENV,
        DATABASE_URL: database.url,
        UPLOAD_DIR: uploads,
        DATA_KEYS: `${NEW},${OLD}`,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise<void>((resolve) => cli.stdout.once("data", () => resolve()));
    cli.kill("SIGKILL");
    await new Promise((resolve) => cli.once("exit", resolve));

    const next = await start(`${NEW},${OLD}`);
    const counts = await status(next);
    expect(counts.get(idOf(NEW))).toBeGreaterThanOrEqual(1000);
    expect(counts.get(idOf(OLD))).toBeGreaterThanOrEqual(1);
    expect(await runOps(next, ["keys", "rotate"])).toMatchObject({ code: 0 });
    expect([...(await status(next)).keys()]).toEqual([idOf(NEW)]);
    const { vault } = next.services;
    const sealed = await database.read.selectFrom("users").select(["id", "phone"]).execute();
    const phones = new Map(sealed.map(({ id, phone }) => [id, vault.open("users.phone", id, phone)]));
    expect(people.filter((id) => phones.get(id) !== `phone of ${id}`)).toEqual([]);
  });

  test("what was written between reading and sealing again is not overwritten", async () => {
    const { start } = await installation();
    const app = await start(`${NEW},${OLD}`);
    const { database, vault } = app.services;
    await database.write((tx) => insertUser(tx, customer("anna")));
    const old = await start(`${OLD},${NEW}`);
    const write = (phone: string) =>
      database.write((tx) =>
        updateUser(tx, "anna", { phone: old.services.vault.seal("users.phone", "anna", phone) }),
      );
    await write("first");
    let writing = true;
    const resealing = (async () => {
      while (writing) await resealColumn(database, vault, "users.phone");
    })();
    for (let n = 0; n < 20; n += 1) await write(`number ${n}`);
    writing = false;
    await resealing;
    const row = await findUserById(database.read, "anna");
    expect(vault.open("users.phone", "anna", row?.phone ?? null)).toBe("number 19");
  });

  test("ciphertexts that were swapped in the database open for neither, and the answer says nothing", async () => {
    const { start } = await installation();
    const app = await start(OLD);
    const [one, other] = [await confirmed(app), await confirmed(app)];
    for (const { client } of [one, other]) {
      await mutate(client, "accounts.updateProfile", { phone: "+61491570156" });
    }
    const { database } = app.services;
    const phones = await Promise.all([one, other].map(({ id }) => findUserById(database.read, id)));
    await database.write(async (tx) => {
      await updateUser(tx, one.id, { phone: phones[1]?.phone ?? null });
      await updateUser(tx, other.id, { phone: phones[0]?.phone ?? null });
    });
    for (const { client, id } of [one, other]) {
      const answer = await client.get<{ message: string }>(`/api/users/${id}`);
      expect(answer.status).toBe(500);
      expect(answer.text).not.toMatch(/seal|phone|v1\./i);
    }
    expect(JSON.stringify(app.log)).toContain(`users.phone of ${one.id} was changed, or belongs elsewhere`);
  });

  test("a plain value that someone has written into the database is never sealed as genuine", async () => {
    const { database, start } = await installation();
    const app = await start(OLD);
    const { id } = await applicant(app);
    await database.write((tx) => updateUser(tx, id, { phone: "+61491570157" as never }));
    const next = await start(`${NEW},${OLD}`);
    const rotated = runOps(next, ["keys", "rotate"]);
    await expect(rotated).rejects.toThrow(`users.phone of ${id} is not a sealed value`);
    expect((await findUserById(database.read, id))?.phone).toBe("+61491570157");
  });

  test("nor is a plain file in the place of an upload read, or sealed as genuine", async () => {
    const { uploads, start } = await installation();
    const app = await start(OLD);
    const { client } = await applicant(app);
    const [document] = (await query<IdentityState>(client, "identity.get")).data.documents;
    const id = document?.id ?? "";
    writeFileSync(path.join(uploads, id), PNG);
    const refusal = `the document ${id} is not a sealed file`;
    await expect(app.services.documents.read(id)).rejects.toThrow(refusal);
    const next = await start(`${NEW},${OLD}`);
    await expect(runOps(next, ["keys", "rotate"])).rejects.toThrow(refusal);
    expect(readFileSync(path.join(uploads, id))).toEqual(PNG);
  });

  test("an upload during a rotation, and one that a kill left unfinished", async () => {
    const { uploads, start } = await installation();
    const server = await start(`${OLD},${NEW}`);
    const { client } = await confirmed(server);
    const rotating = await start(`${NEW},${OLD}`);
    const [answers] = await Promise.all([
      Promise.all(["front", "back", "selfie"].map((side) => upload<{ data: { id: string } }>(client, side))),
      runOps(rotating, ["keys", "rotate"]),
      runOps(rotating, ["keys", "rotate"]),
    ]);
    for (const { body } of answers) {
      expect(await rotating.services.documents.read(body.data.id)).toEqual(PNG);
    }
    const stale = path.join(uploads, `${randomUUID()}.${randomUUID()}.part`);
    writeFileSync(stale, "half of it");
    await rotating.services.documents.removeUnfinished(statSync(stale).mtimeMs);
    expect(readdirSync(uploads)).toContain(path.basename(stale));
    await rotating.services.documents.removeUnfinished(statSync(stale).mtimeMs + 1);
    expect(readdirSync(uploads).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("without DATA_KEYS a key file is made once, for this user alone, also by processes that start at once", async () => {
    const database = await freshDatabase(dialect);
    opened.push(database);
    const uploads = path.join(mkdtempSync(path.join(folder, "made-")), "uploads");
    const env = { UPLOAD_DIR: uploads, DATA_KEYS: "" };
    const url = dialect === "sqlite" ? `sqlite:${path.join(path.dirname(uploads), "own.db")}` : database.url;
    const apps = await Promise.all(
      [1, 2, 3].map(() => startTestApp({ dialect, databaseUrl: url, env: { ...env, DEMO: "false" } })),
    );
    opened.push(...apps);
    const file = keyFileOf({ DATABASE_URL: url, UPLOAD_DIR: uploads });
    expect(path.dirname(file)).toBe(path.dirname(uploads));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(new Set(apps.map(({ services }) => services.vault.keyId)).size).toBe(1);
    const key = readFileSync(file);
    rmSync(file);
    await expect(startTestApp({ dialect, databaseUrl: url, env })).rejects.toThrow(
      `DATA_KEYS: not set, and ${file} is not there; needed: ${apps[0]?.services.vault.keyId}`,
    );
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, key);
    opened.push(await startTestApp({ dialect, databaseUrl: url, env }));
    writeFileSync(file, "nonsense");
    await expect(startTestApp({ dialect, databaseUrl: url, env })).rejects.toThrow(
      `DATA_KEYS: not set, and ${file} holds no keys: key 1 is not written as id:base64`,
    );
  });

  test("who shares a document, a phone or a bank account is shown to the desk, and found by them", async () => {
    const { start } = await installation();
    const app = await start(OLD);
    const [one, other, stranger] = [await applicant(app), await applicant(app), await confirmed(app)];
    await mutate(one.client, "accounts.updateProfile", { phone: "+61491570156" });
    await mutate(stranger.client, "accounts.updateProfile", { phone: "0491 570 156" });
    const operator = app.client();
    await operator.login("operator@demo.test");
    for (const { client, id } of [one, other]) {
      await mutate(operator, "ops.customers.verify", { id });
      const account = {
        currency: "AUD",
        account_name: "Mary",
        bank_name: "Bank of Example",
        bsb: "000-111",
        account_number: "55566677",
      };
      expect(await client.post("/api/users/bank-accounts", account)).toMatchObject({ status: 201 });
    }
    const { data } = await query<CustomerFile>(operator, "ops.customers.get", { id: one.id });
    expect(data.duplicates.map(({ id, shares }) => [id, shares])).toEqual([
      [other.id, ["bank_account", "date_of_birth", "document_number"]],
      [stranger.id, ["phone"]],
    ]);
    const found = async (words: string): Promise<string[]> => {
      const page = await query<{ data: { id: string }[] }>(operator, "ops.customers.search", {
        query: words,
      });
      return page.data.data.map(({ id }) => id).toSorted();
    };
    const applicants = [one.id, other.id].toSorted();
    expect(await found(" pa-1234 567")).toEqual(applicants);
    expect(await found(FORM.date_of_birth)).toEqual(applicants);
    expect(await found("+61 491 570 156")).toEqual([one.id, stranger.id].toSorted());
    await mutate(stranger.client, "accounts.updateProfile", { phone: null });
    expect(await found("+61491570156")).toEqual([one.id]);
  });
});
