import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freshDatabase } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { productionWarnings } from "./production-warnings.ts";
import { PRODUCTION } from "../../testing/production.ts";
import { startServer } from "../../testing/server-process.ts";

const EXAMPLES = path.resolve(import.meta.dirname, "../../../../../examples");

/** The folder of a firm that said everything of itself, and a brand file there without each key named. */
let folder: string;
const fileWithout = (...keys: string[]): string => {
  const file = path.join(folder, `without-${keys.join("-")}.json`);
  const whole = JSON.parse(readFileSync(path.join(EXAMPLES, "brand.json"), "utf8")) as object;
  writeFileSync(
    file,
    JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key)))),
  );
  return file;
};
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "wattle-firm-"));
  for (const name of ["terms", "aml", "privacy"])
    copyFileSync(path.join(EXAMPLES, "aml.md"), path.join(folder, `${name}.md`));
});
afterAll(() => rmSync(folder, { recursive: true }));

const LEFT_OVER = {
  DEMO: "true",
  CAPTCHA_PROVIDER: "none",
  APP_ORIGIN: "http://wattle.test",
} as const;

describe("what production is warned of", () => {
  const namesOf = (variables: Readonly<Record<string, string>>): (string | undefined)[] =>
    productionWarnings(readConfig(variables)).map((line) => /^([A-Z_]+) is /.exec(line)?.[1]);

  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    ["as it should be", {}, []],
    ["a demo", { DEMO: "true" }, ["DEMO"]],
    ["no robot check", { CAPTCHA_PROVIDER: "none" }, ["CAPTCHA_PROVIDER"]],
    ["an origin without TLS", { APP_ORIGIN: "http://wattle.test" }, ["APP_ORIGIN"]],
    ["an address of the local network", { APP_ORIGIN: "http://192.168.1.7:3000" }, ["APP_ORIGIN"]],
    ["a name that begins like this machine's", { APP_ORIGIN: "http://localhost.test" }, ["APP_ORIGIN"]],
    ["backups that anyone can read", { BACKUP_KEY: "" }, ["BACKUP_KEY"]],
    ["staff without a second factor", { STAFF_SECOND_FACTOR: "optional" }, ["STAFF_SECOND_FACTOR"]],
    ["staff with one, said in words", { STAFF_SECOND_FACTOR: "required" }, []],
    ["this machine by name", { APP_ORIGIN: "http://localhost:3000" }, []],
    ["this machine by address", { APP_ORIGIN: "http://127.0.0.1:3000" }, []],
    ["this machine by IPv6 address", { APP_ORIGIN: "http://[::1]:3000" }, []],
    ["one role on PostgreSQL", { DATABASE_URL: "postgres://a@b/c" }, ["MIGRATION_DATABASE_URL"]],
    [
      "two roles on PostgreSQL",
      { DATABASE_URL: "postgres://a@b/c", MIGRATION_DATABASE_URL: "postgres://o@b/c" },
      [],
    ],
    ["all at once", LEFT_OVER, ["DEMO", "CAPTCHA_PROVIDER", "APP_ORIGIN"]],
  ])("%s", (_, variables, names) => {
    expect(namesOf({ ...PRODUCTION, BRAND_FILE: fileWithout(), ...variables })).toEqual(names);
  });

  const REGULATOR = "BRAND_FILE is without regulatorLine: pages cannot say who regulates you";
  const draft = (file: string, address: string): string =>
    `BRAND_FILE is without ${file} next to it: ${address} is the product's draft`;
  test.each<[string, () => string, string[]]>([
    ["everything", () => fileWithout(), []],
    ["no regulator", () => fileWithout("regulatorLine"), [REGULATOR]],
    [
      "no address",
      () => fileWithout("address"),
      ["BRAND_FILE is without address: the home page does not say who runs the site"],
    ],
    [
      "one legal text",
      () => path.join(EXAMPLES, "brand.json"),
      [draft("terms.md", "/terms-of-service"), draft("privacy.md", "/privacy-policy")],
    ],
    [
      "nothing",
      () => "",
      [
        "BRAND_FILE is without legalEntity, registration, address: the home page does not say who runs the site",
        REGULATOR,
        draft("terms.md", "/terms-of-service"),
        draft("aml.md", "/aml"),
        draft("privacy.md", "/privacy-policy"),
      ],
    ],
  ])("what the firm said of itself: %s", (_, file, lines) => {
    const variables = { ...PRODUCTION, BRAND_FILE: file() };
    expect(productionWarnings(readConfig(variables))).toEqual(lines);
    // A demo shows the specified line, which is not the firm's own either.
    expect(productionWarnings(readConfig({ ...variables, DEMO: "true" }))).toEqual(
      expect.arrayContaining(lines),
    );
  });

  test("nothing outside production", () => {
    expect(namesOf(LEFT_OVER)).toEqual([]);
  });
});

test("the start says each of it in one line, and goes on", async () => {
  const database = await freshDatabase("sqlite");
  const server = await startServer({
    ...PRODUCTION,
    ...LEFT_OVER,
    APPROVALS: "off",
    KRAKEN_URL: "http://127.0.0.1:1",
    DATABASE_URL: database.url,
  });
  try {
    for (const start of [
      "BRAND_FILE is without legalEntity, registration, address",
      "DEMO is true",
      "CAPTCHA_PROVIDER is none",
      "APP_ORIGIN is http://wattle.test",
      "APPROVALS is off: no act of staff needs a second person",
    ]) {
      const warnings = () =>
        server
          .printed()
          .split("\n")
          .filter((line) => line.includes(`"level":40`) && line.includes(start));
      // The log may write its lines later than what is printed.
      await expect.poll(warnings).toHaveLength(1);
    }
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  } finally {
    await server.kill();
    await database.close();
  }
});
