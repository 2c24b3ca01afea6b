import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  statSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { DIALECTS } from "@wattle/db/testing/databases";
import { startDumpablePostgres, type DumpablePostgres } from "@wattle/db/testing/dumpable-postgres";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { tamper } from "@wattle/db/testing/tamper";
import { newDataKeyText, parseDataKeys } from "@wattle/db/sealed/data-key";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBookSeals } from "../book-seals/start-book-seals.ts";
import { applicant } from "../testing/applicant.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { balanceOf, holdRate, payloadOf, postExchange } from "../testing/exchanges.ts";
import { runOps, type OpsOutcome } from "../testing/run-ops.ts";
import { readLastBackup } from "./last-backup.ts";
import { fingerprintOf, signedBy, type Manifest } from "./manifest.ts";
import { PROGRAM_ENV } from "../testing/program-env.ts";
import { COMMANDS } from "../testing/programs.ts";

describe.each(DIALECTS)("a backup on %s", (dialect) => {
  let root: string;
  let server: DumpablePostgres | undefined;
  let app: TestApp;
  let whole: string;

  const inRoot = (name: string): string => path.join(root, name);
  const emptyUrl = async (name: string): Promise<string> => {
    if (server === undefined) return `sqlite:${inRoot(`${name}.db`)}`;
    await administer(server.url, `create database ${name}`);
    return databaseUrl(server.url, name);
  };
  /** The installation with another database and folder of uploads. */
  const elsewhere = (url: string, uploads: string, from = app): TestApp => ({
    ...from,
    databaseUrl: url,
    services: { ...from.services, config: { ...from.services.config, UPLOAD_DIR: uploads } },
  });
  const lastBackup = () => readLastBackup(app.services.database.read);
  const check = (folder: string): Promise<OpsOutcome> => runOps(app, ["restore", "--check", folder]);
  const backUp = async (name: string): Promise<string> => {
    const folder = inRoot(name);
    expect(await runOps(app, ["backup", folder])).toMatchObject({ code: 0 });
    return folder;
  };

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), "wattle-backup-"));
    if (dialect === "postgres") server = await startDumpablePostgres();
    if (dialect === "postgres" && server === undefined) return;
    const url = await emptyUrl("live");
    app = await startTestApp({
      dialect,
      databaseUrl: url,
      env: { UPLOAD_DIR: inRoot("uploads"), APPROVALS: "off" },
    });
    await applicant(app);
    await startBookSeals(app.services)();
  });
  afterAll(async () => {
    await app?.close();
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach((context) => {
    if (dialect === "postgres" && server === undefined)
      context.skip("needs PostgreSQL's server and pg_dump, as Debian packages them");
  });

  test("is made while exchanges go on, holds no more than its owner may read, and passes every check", async () => {
    const customer = app.client();
    await customer.login("customer@demo.test");
    const held = await Promise.all(Array.from({ length: 8 }, () => holdRate(customer)));
    const exchanges = held.map((each) => postExchange(customer, payloadOf(each, "0.01")));
    expect(await lastBackup()).toBeUndefined();
    whole = await backUp("whole");
    expect(await lastBackup()).toEqual({ madeAt: BigInt(app.clock.now()), isEncrypted: false });
    for (const { status } of await Promise.all(exchanges)) expect(status).toBe(201);
    const { code, out } = await runOps(app, ["restore", "--check", "--json", whole]);
    expect({ code, checked: JSON.parse(out) as unknown }).toMatchObject({
      code: 0,
      checked: { documents: 2, files: 3, sealed: expect.any(Number) },
    });
    for (const entry of readdirSync(whole, { recursive: true, withFileTypes: true })) {
      const mode = statSync(path.join(entry.parentPath, entry.name)).mode & 0o777;
      expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect(readFileSync(path.join(whole, "manifest.json"), "utf8")).not.toContain("postgres://");
    expect(await runOps(app, ["backup", whole])).toMatchObject({ code: 1, out: `${whole} is not empty` });
  });

  const flip = (file: string): void => {
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };
  const database = dialect === "sqlite" ? "database.sqlite" : "database.dump";
  const documentOf = (folder: string): string =>
    `documents/${readdirSync(path.join(folder, "documents"))[0]}`;

  test.each<[string, (folder: string) => string]>([
    [
      "a changed byte of the database",
      (folder) => {
        flip(path.join(folder, database));
        return `${database} was changed`;
      },
    ],
    [
      "a changed byte of a document",
      (folder) => {
        flip(path.join(folder, documentOf(folder)));
        return `${documentOf(folder)} was changed`;
      },
    ],
    [
      "a missing document",
      (folder) => {
        const name = documentOf(folder);
        rmSync(path.join(folder, name));
        return `${name} is missing`;
      },
    ],
    [
      "a file too many",
      (folder) => {
        writeFileSync(path.join(folder, "documents/more"), "");
        return "documents/more is not in manifest.json";
      },
    ],
    [
      "half a manifest",
      (folder) => {
        writeFileSync(path.join(folder, "manifest.json"), '{"format":1');
        return "manifest.json is not one that this program wrote";
      },
    ],
    [
      "no manifest",
      (folder) => {
        rmSync(path.join(folder, "manifest.json"));
        return `${folder} is no backup: it has no manifest.json`;
      },
    ],
  ])("with %s is refused", async (_, damage) => {
    const folder = mkdtempSync(inRoot("damaged-"));
    cpSync(whole, folder, { recursive: true });
    const line = damage(folder);
    expect(await check(folder)).toMatchObject({ code: 1, out: line });
  });

  test("is put back into an empty installation, which then serves; and into no other", async () => {
    const [url, uploads] = [await emptyUrl("restored"), inRoot("restored-uploads")];
    const target = elsewhere(url, uploads);
    expect(await runOps(target, ["restore", whole])).toMatchObject({ code: 0 });
    const restored = await startTestApp({ dialect, databaseUrl: url, env: { UPLOAD_DIR: uploads } });
    const customer = restored.client();
    await customer.login("customer@demo.test");
    expect(await balanceOf(customer)).toHaveProperty("BTC");
    expect(readdirSync(uploads)).toEqual(readdirSync(path.join(whole, "documents")));
    // It knows of what was backed up before `whole`, and of what is backed up from now on.
    const { read } = restored.services.database;
    expect(await readLastBackup(read)).toBeUndefined();
    restored.clock.advance(60_000);
    expect(await runOps(restored, ["backup", inRoot("again")])).toMatchObject({ code: 0 });
    expect(await readLastBackup(read)).toEqual({
      madeAt: BigInt(restored.clock.now()),
      isEncrypted: false,
    });
    await restored.close();
    expect(await runOps(target, ["restore", whole])).toMatchObject({
      code: 1,
      out: "the database of DATABASE_URL is not empty; takes a new one",
    });
  });

  test.skipIf(dialect === "sqlite")(
    "is checked by the owner of the tables that docs/operations.md makes, and by no role that may not create databases",
    async () => {
      const page = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/operations.md"), "utf8");
      const [command = ""] = /^create role wattle login .*;$/m.exec(page) ?? [];
      await administer(server?.url ?? "", command);
      const folder = await backUp("owned");
      const url = new URL(app.databaseUrl);
      [url.username, url.password] = ["wattle", "one password"];
      const { config } = app.services;
      const owned: TestApp = {
        ...app,
        services: { ...app.services, config: { ...config, MIGRATION_DATABASE_URL: url.href } },
      };
      expect(await runOps(owned, ["restore", "--check", folder])).toMatchObject({ code: 0 });
      await administer(server?.url ?? "", "alter role wattle nocreatedb");
      const line =
        "the role wattle may not create databases, which a check needs; as an administrator: alter role wattle createdb";
      expect(await runOps(owned, ["restore", "--check", folder])).toMatchObject({ code: 1, out: line });
    },
  );

  test.skipIf(dialect === "postgres")(
    "is put back next to no log of a database that was there before",
    async () => {
      const url = await emptyUrl("stale");
      writeFileSync(inRoot("stale.db-wal"), "");
      expect(await runOps(elsewhere(url, inRoot("stale-uploads")), ["restore", whole])).toMatchObject({
        code: 1,
        out: "the database of DATABASE_URL is not empty; takes a new one",
      });
    },
  );

  test("leaves out what is removed while it is made", async () => {
    const gone = inRoot(`uploads/${app.services.ids.uuid()}`);
    symlinkSync(inRoot("nowhere"), gone);
    expect(await check(await backUp("meanwhile"))).toMatchObject({ code: 0 });
    rmSync(gone);
  });

  test("that is killed is none, and the next one is whole", async () => {
    const folder = inRoot("killed");
    const before = await lastBackup();
    app.clock.advance(60_000);
    const env = {
      ...PROGRAM_ENV,
      DATABASE_URL: app.databaseUrl,
      UPLOAD_DIR: inRoot("uploads"),
      DATA_KEYS: TEST_DATA_KEYS,
    };
    const child = spawn(process.execPath, [COMMANDS, "backup", folder], { env, stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await expect.poll(() => existsSync(`${folder}.part`), { interval: 1 }).toBe(true);
    child.kill("SIGKILL");
    await ended;
    expect(existsSync(folder)).toBe(false);
    expect(await check(folder)).toMatchObject({
      code: 1,
      out: `${folder} is no backup: it has no manifest.json`,
    });
    expect((await check(`${folder}.part`)).code).toBe(1);
    expect(await lastBackup()).toEqual(before);
    expect(await check(await backUp("killed"))).toMatchObject({ code: 0 });
    expect(existsSync(`${folder}.part`)).toBe(false);
  });

  describe("that is encrypted", () => {
    const [first, second] = [newDataKeyText(), newDataKeyText()];
    let sealed: string;
    const withKeys = (text: string | undefined): TestApp => ({
      ...app,
      services: {
        ...app.services,
        config: {
          ...app.services.config,
          BACKUP_KEY: text === undefined ? undefined : [...parseDataKeys(text)],
        },
      },
    });
    const checkWith = (text: string | undefined, folder: string) =>
      runOps(withKeys(text), ["restore", "--check", folder]);
    const idOf = (text: string): string => text.split(":")[0] ?? "";
    /** Folder of plain copies during their encryption. */
    const plainCopies = (): string[] =>
      dialect === "sqlite"
        ? readdirSync(root).filter((name) => name.startsWith("live.db-backup"))
        : readdirSync(tmpdir()).filter((name) => name.startsWith(`wattle-backup-${process.getuid?.()}-`));

    test("shows nothing of what is in it, and opens with its key, also where a newer one is first", async () => {
      sealed = inRoot("sealed");
      app.clock.advance(60_000);
      expect(await runOps(withKeys(first), ["backup", sealed])).toMatchObject({ code: 0 });
      expect(await lastBackup()).toEqual({ madeAt: BigInt(app.clock.now()), isEncrypted: true });
      for (const name of readdirSync(sealed, { recursive: true, encoding: "utf8" })) {
        if (name === "documents") continue;
        const text = readFileSync(path.join(sealed, name), "latin1");
        for (const word of ["customer@demo.test", "SQLite format", "PGDMP", idOf(first).repeat(2)]) {
          expect([name, text.includes(word)]).toEqual([name, false]);
        }
      }
      expect(await checkWith(first, sealed)).toMatchObject({ code: 0 });
      expect(await checkWith(`${second},${first}`, sealed)).toMatchObject({ code: 0 });
      expect(plainCopies()).toEqual([]);
    });

    test.each<[string, () => string | undefined, string]>([
      [
        "no key",
        () => undefined,
        `it is encrypted with the key ${idOf(first)}, which BACKUP_KEY does not have`,
      ],
      [
        "another key",
        () => second,
        `it is encrypted with the key ${idOf(first)}, which BACKUP_KEY does not have`,
      ],
      [
        "another key of the same id",
        () => `${idOf(first)}:${second.split(":")[1]}`,
        `manifest.json was not written with this key ${idOf(first)}, or was changed`,
      ],
    ])("is refused with %s", async (_what, keys, line) => {
      expect(await checkWith(keys(), sealed)).toMatchObject({ code: 1, out: line });
    });

    test("is refused where a file was cut, and where the manifest was made to fit", async () => {
      const folder = mkdtempSync(inRoot("cut-"));
      cpSync(sealed, folder, { recursive: true });
      const file = path.join(folder, database);
      const cut = readFileSync(file).subarray(0, -100);
      writeFileSync(file, cut);
      expect(await checkWith(first, folder)).toMatchObject({ code: 1, out: `${database} was changed` });
      const manifest = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")) as Manifest;
      const files = await Promise.all(manifest.files.map(({ path: name }) => fingerprintOf(folder, name)));
      writeFileSync(path.join(folder, "manifest.json"), JSON.stringify({ ...manifest, files }));
      expect(await checkWith(first, folder)).toMatchObject({
        code: 1,
        out: `manifest.json was not written with this key ${idOf(first)}, or was changed`,
      });
      const [key] = parseDataKeys(first);
      if (key === undefined) throw new Error("no key");
      const signed = signedBy({ ...manifest, files }, key);
      writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(signed));
      expect(await checkWith(first, folder)).toMatchObject({
        code: 1,
        out: `${database} does not open: another key, or it was changed or cut off`,
      });
    });

    test("is put back, and serves", async () => {
      const [url, uploads] = [await emptyUrl("unsealed"), inRoot("unsealed-uploads")];
      const target = elsewhere(url, uploads, withKeys(first));
      expect(await runOps(target, ["restore", sealed])).toMatchObject({ code: 0 });
      const restored = await startTestApp({ dialect, databaseUrl: url, env: { UPLOAD_DIR: uploads } });
      const customer = restored.client();
      await customer.login("customer@demo.test");
      expect(await balanceOf(customer)).toHaveProperty("BTC");
      await restored.close();
    });

    test.each(["SIGINT", "SIGTERM"] as const)(
      "leaves no plain copy where %s ends a restore",
      async (signal) => {
        const temporary = mkdtempSync(inRoot(signal));
        const env = {
          ...PROGRAM_ENV,
          TMPDIR: temporary,
          DATABASE_URL: app.databaseUrl,
          DATA_KEYS: TEST_DATA_KEYS,
          BACKUP_KEY: first,
        };
        const copies = () => readdirSync(temporary).filter((name) => name.startsWith("wattle-restore-"));
        /** @returns what it ended with; undefined if the copy was gone again before it was seen */
        const endOne = async (): Promise<unknown> => {
          const child = spawn(process.execPath, [COMMANDS, "restore", "--check", sealed], {
            env,
            stdio: "ignore",
          });
          const ended = new Promise((resolve) => child.once("exit", resolve));
          const isSeen = (): boolean => child.exitCode !== null || copies().length > 0;
          await expect.poll(isSeen, { interval: 1 }).toBe(true);
          return child.kill(signal) ? ended : undefined;
        };
        let code: unknown;
        while (code === undefined) code = await endOne();
        expect(code).toBe(128 + constants.signals[signal]);
        expect(copies()).toEqual([]);
      },
    );

    test("and made twice at once is whole twice", async () => {
      const folders = ["twin-a", "twin-b"].map(inRoot);
      const made = await Promise.all(folders.map((folder) => runOps(withKeys(first), ["backup", folder])));
      expect(made.map(({ code }) => code)).toEqual([0, 0]);
      for (const folder of folders) expect(await checkWith(first, folder)).toMatchObject({ code: 0 });
      expect(plainCopies()).toEqual([]);
    });

    test("is expected where there is a key: a plain one is taken only when that is said", async () => {
      const plain = await backUp("plain");
      expect(await checkWith(first, plain)).toMatchObject({
        code: 1,
        out: "it is not encrypted, though BACKUP_KEY is set: --plain takes it all the same",
      });
      expect(await runOps(withKeys(first), ["restore", "--check", "--plain", plain])).toMatchObject({
        code: 0,
      });
    });

    test("and killed is none; the next one is whole, and leaves no plain copy", async () => {
      const folder = inRoot("sealed-killed");
      const env = {
        ...PROGRAM_ENV,
        DATABASE_URL: app.databaseUrl,
        UPLOAD_DIR: inRoot("uploads"),
        DATA_KEYS: TEST_DATA_KEYS,
        BACKUP_KEY: first,
      };
      const child = spawn(process.execPath, [COMMANDS, "backup", folder], { env, stdio: "ignore" });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await expect.poll(() => existsSync(`${folder}.part`), { interval: 1 }).toBe(true);
      child.kill("SIGKILL");
      await ended;
      expect(existsSync(folder)).toBe(false);
      expect((await checkWith(first, `${folder}.part`)).code).toBe(1);
      expect(await runOps(withKeys(first), ["backup", folder])).toMatchObject({ code: 0 });
      expect(await checkWith(first, folder)).toMatchObject({ code: 0 });
      expect(plainCopies()).toEqual([]);
    });
  });

  test("of an installation that has lost a document, or of books that were tampered with, says so", async () => {
    const lost = readdirSync(inRoot("uploads"))[0] ?? "";
    const content = readFileSync(inRoot(`uploads/${lost}`));
    rmSync(inRoot(`uploads/${lost}`));
    expect((await check(await backUp("lost"))).out).toBe(`the document ${lost} cannot be read`);
    writeFileSync(inRoot(`uploads/${lost}`), content);
    await tamper({ dialect, url: app.databaseUrl }, [
      "update ledger_entries set description = 'other' where seq = (select min(seq) from ledger_entries)",
    ]);
    expect((await check(await backUp("tampered"))).out).toMatch(/^ledger_entries \S+ was changed since seal/);
    await tamper({ dialect, url: app.databaseUrl }, [
      "update ledger_balances set balance = balance + 1 where balance = (select max(balance) from ledger_balances)",
    ]);
    expect((await check(await backUp("wrong"))).out).toMatch(/^the ledger does not add up: \d+ mismatches$/);
  });
});
