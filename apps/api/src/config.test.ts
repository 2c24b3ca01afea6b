import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_BRAND, DEFAULT_DESCRIPTION } from "@wattle/contracts/brand";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";
import { SETTINGS } from "./settings.ts";
import { PRODUCTION } from "./testing/production.ts";

const linesOf = (variables: Readonly<Record<string, string>>): string[] => {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
  return [];
};

const SUMSUB = {
  IDENTITY_PROVIDER: "sumsub",
  SUMSUB_APP_TOKEN: "sbx:t",
  SUMSUB_SECRET_KEY: "s",
  SUMSUB_WEBHOOK_SECRET: "w",
  SUMSUB_LEVEL: "id-and-liveness",
};
const TRANSAK = {
  ONRAMP_PROVIDER: "transak",
  TRANSAK_API_KEY: "k",
  TRANSAK_API_SECRET: "s",
  TRANSAK_WALLETS: "BTC:bc1qexampleexampleexampleexampleexampleexa",
};

describe("settings", () => {
  test("nothing needs to be set", () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: "localhost",
      DATABASE_URL: "sqlite:./data/wattle.db",
      DEMO: true,
      APP_ORIGIN: "http://localhost:3000",
      RATE_SOURCE: ["simulated"],
      MAIL_URL: "outbox:",
      CAPTCHA_PROVIDER: "altcha",
      ONRAMP_PROVIDER: "sandbox",
      RATE_LIMIT: 600,
      TRUST_PROXY: false,
      TIME_ZONE: "Australia/Sydney",
      brand: { ...DEFAULT_BRAND, regulatorLine: DEFAULT_DESCRIPTION },
    });
    expect(readConfig({}).METRICS_PORT).toBeUndefined();
  });

  test.each([
    ["an empty variable counts as one that is not set", { PORT: "" }, { PORT: 3000 }],
    ["the origin follows the port", { PORT: "8080" }, { APP_ORIGIN: "http://localhost:8080" }],
    ["there is no demo data in production", PRODUCTION, { DEMO: false }],
    [
      "a demo has chains of its own",
      {},
      { BITCOIN_NODE: "play", BITCOIN_CHAIN: "regtest", ETHEREUM_NODES: "play", ETHEREUM_CHAIN_ID: 31_337 },
    ],
    [
      "no other installation has",
      { DEMO: "false" },
      { BITCOIN_NODE: [], BITCOIN_CHAIN: "main", ETHEREUM_NODES: [], ETHEREUM_CHAIN_ID: 1 },
    ],
    [
      "not even a demo in production",
      { ...PRODUCTION, DEMO: "true" },
      { BITCOIN_NODE: [], ETHEREUM_NODES: [] },
    ],
    [
      "Bitcoin can have several nodes",
      { BITCOIN_NODE: "http://a:b@one:8332, http://two:8332", BITCOIN_CHAIN: "test" },
      { BITCOIN_NODE: ["http://a:b@one:8332", "http://two:8332"], BITCOIN_CHAIN: "test" },
    ],
    [
      "Ethereum as well, on any chain",
      { ETHEREUM_NODES: "https://one/key, http://two:8545", ETHEREUM_CHAIN_ID: "11155111" },
      { ETHEREUM_NODES: ["https://one/key", "http://two:8545"], ETHEREUM_CHAIN_ID: 11_155_111 },
    ],
    [
      "an explorer without a network is Bitcoin's",
      { EXPLORER_URL: "https://one/" },
      { EXPLORER_URL: { bitcoin: "https://one" } },
    ],
    [
      "networks can have explorers of their own",
      { EXPLORER_URL: "bitcoin=https://one, ethereum=https://two" },
      { EXPLORER_URL: { bitcoin: "https://one", ethereum: "https://two" } },
    ],
    ["there is none unless it is set", {}, { EXPLORER_URL: {} }],
    ["a demo sends events to local addresses", {}, { WEBHOOK_PRIVATE_ADDRESSES: true }],
    ["no other installation does", PRODUCTION, { WEBHOOK_PRIVATE_ADDRESSES: false }],
    ["production logs requests and security events", PRODUCTION, { LOG_LEVEL: "info" }],
    ["staff may do without a second factor in a trial", {}, { STAFF_SECOND_FACTOR: "optional" }],
    ["and not in production", PRODUCTION, { STAFF_SECOND_FACTOR: "required" }],
    [
      "unless the setting says so",
      { ...PRODUCTION, STAFF_SECOND_FACTOR: "optional" },
      { STAFF_SECOND_FACTOR: "optional" },
    ],
    ["unless less is asked for", { ...PRODUCTION, LOG_LEVEL: "error" }, { LOG_LEVEL: "error" }],
    ["unless it is asked for", { ...PRODUCTION, DEMO: "true" }, { DEMO: true }],
    [
      "a mail server may do without TLS where the setting says so",
      { MAIL_URL: "smtp://user:p%2Fss@mail.test:25?tls=optional" },
      { MAIL_URL: "smtp://user:p%2Fss@mail.test:25?tls=optional" },
    ],
    [
      "metrics are for this machine alone",
      { METRICS_PORT: "9464" },
      { METRICS_PORT: 9464, METRICS_HOST: "127.0.0.1" },
    ],
    [
      "a secret may be followed by the one before",
      { APP_SECRET: `${"n".repeat(32)},${"o".repeat(32)}` },
      { APP_SECRET: ["n".repeat(32), "o".repeat(32)] },
    ],
    ["a demo can be had without", { DEMO: "0" }, { DEMO: false }],
    [
      "rate sources come in their order",
      { RATE_SOURCE: "convert, kraken", CONVERT_ACCESS_KEY: "k" },
      { RATE_SOURCE: ["convert", "kraken"] },
    ],
    ["no proxy is trusted where the setting says 0", { TRUST_PROXY: "0" }, { TRUST_PROXY: false }],
    ["TRUST_PROXY=true is one proxy", { TRUST_PROXY: "true" }, { TRUST_PROXY: 1 }],
    ["several proxies in a row are trusted by their number", { TRUST_PROXY: "2" }, { TRUST_PROXY: 2 }],
    [
      "proxies are trusted by their addresses",
      { TRUST_PROXY: "10.0.0.0/8, 192.0.2.7,2001:db8::/32" },
      { TRUST_PROXY: ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"] },
    ],
    [
      "a slash after an address is dropped",
      { KRAKEN_URL: "http://127.0.0.1:1/x/" },
      { KRAKEN_URL: "http://127.0.0.1:1/x" },
    ],
    [
      "a database may be PostgreSQL",
      { DATABASE_URL: "postgresql://h/d" },
      { DATABASE_URL: "postgresql://h/d" },
    ],
  ])("%s", (_, variables, expected) => {
    expect(readConfig(variables)).toMatchObject(expected);
  });

  test.each([
    ["TIME_ZONE", "Sydney", 'TIME_ZONE: got "Sydney"; takes a time zone such as Australia/Sydney'],
    ["PORT", "banana", 'PORT: got "banana"; takes a whole number from 0 to 65535'],
    ["METRICS_PORT", "65536", 'METRICS_PORT: got "65536"; takes a whole number from 0 to 65535'],
    [
      "METRICS_PORT",
      "3000",
      "METRICS_PORT: got 3000, which is PORT; takes another one, for metrics are not public",
    ],
    ["PORT", "65536", 'PORT: got "65536"; takes a whole number from 0 to 65535'],
    ["PORT", "-1", 'PORT: got "-1"; takes a whole number from 0 to 65535'],
    ["PORT", "80.5", 'PORT: got "80.5"; takes a whole number from 0 to 65535'],
    ["PORT", "1e3", 'PORT: got "1e3"; takes a whole number from 0 to 65535'],
    ["PORT", "0x50", 'PORT: got "0x50"; takes a whole number from 0 to 65535'],
    ["PORT", " 80", 'PORT: got " 80"; takes a whole number from 0 to 65535'],
    ["RATE_LIMIT", "0", 'RATE_LIMIT: got "0"; takes a whole number from 1 to 100000000'],
    ["NODE_ENV", "prod", 'NODE_ENV: got "prod"; takes development, production or test'],
    ["STAFF_SECOND_FACTOR", "true", 'STAFF_SECOND_FACTOR: got "true"; takes required or optional'],
    ["DEMO", "yes", 'DEMO: got "yes"; takes true or false'],
    ...[
      "10",
      "-1",
      "10.0.0.0/33",
      "0.0.0.0/0",
      "::/0",
      "10.0.0.0/",
      "::/129",
      "10.0.0.0/8,",
      "10.0.0",
      "loopback",
      "0x1",
    ].map((value): [string, string, string] => [
      "TRUST_PROXY",
      value,
      `TRUST_PROXY: got "${value}"; takes false, a number of proxies from 1 to 9, or addresses such as 10.0.0.0/8,2001:db8::1`,
    ]),
    [
      "TRUST_PROXY",
      "on",
      'TRUST_PROXY: got "on"; takes false, a number of proxies from 1 to 9, or addresses such as 10.0.0.0/8,2001:db8::1',
    ],
    ["LOG_LEVEL", "loud", 'LOG_LEVEL: got "loud"; takes fatal, error, warn, info, debug or silent'],
    [
      "APP_ORIGIN",
      "https://wattle.test/app",
      'APP_ORIGIN: got "https://wattle.test/app"; takes an origin without a path, such as https://example.com',
    ],
    [
      "APP_ORIGIN",
      "javascript:alert(1)",
      'APP_ORIGIN: got "javascript:alert(1)"; takes an http or https address',
    ],
    ["APP_ORIGIN", "wattle.test", 'APP_ORIGIN: got "wattle.test"; takes an http or https address'],
    [
      "RATE_SOURCE",
      "simulated,yahoo",
      'RATE_SOURCE: got "simulated,yahoo"; takes a comma-separated list of simulated, convert, kraken',
    ],
    [
      "RATE_SOURCE",
      "kraken,simulated",
      'RATE_SOURCE: got "kraken,simulated"; takes sources of real prices, or simulated in front: invented prices are never a fallback',
    ],
    ["CAPTCHA_PROVIDER", "hcaptcha", 'CAPTCHA_PROVIDER: got "hcaptcha"; takes altcha, recaptcha or none'],
    ["ONRAMP_PROVIDER", "moonpay", 'ONRAMP_PROVIDER: got "moonpay"; takes sandbox or transak'],
    ["ADJUSTMENT_LIMIT", "1e5", 'ADJUSTMENT_LIMIT: got "1e5"; takes an amount such as 10000.00'],
  ])("%s=%s stops the start with one line", (name, value, line) => {
    expect(linesOf({ [name]: value })).toEqual([line]);
  });

  test.each([
    [
      "APP_SECRET",
      "too short",
      "APP_SECRET: got 9 characters; takes at least 32 characters, or new,old of so many each",
    ],
    [
      "APP_SECRET",
      `${"n".repeat(32)},old`,
      "APP_SECRET: got 36 characters; takes at least 32 characters, or new,old of so many each",
    ],
    [
      "DATABASE_URL",
      "mysql://root:hunter2@db/x",
      "DATABASE_URL: got 25 characters; takes sqlite:PATH or postgres://…",
    ],
    [
      "MIGRATION_DATABASE_URL",
      "sqlite:./a.db",
      "MIGRATION_DATABASE_URL: got 13 characters; takes postgres://…",
    ],
    [
      "MIGRATION_DATABASE_URL",
      "postgres://owner@h/d",
      "MIGRATION_DATABASE_URL: got a role for SQLite; takes nothing unless DATABASE_URL is postgres://…",
    ],
    [
      "READ_DATABASE_URL",
      "postgres://reader@h/d",
      "READ_DATABASE_URL: got a standby for SQLite; takes nothing unless DATABASE_URL is postgres://…",
    ],
    ["DATABASE_URL", "sqlite::memory:", "DATABASE_URL: got 15 characters; takes sqlite:PATH or postgres://…"],
    [
      "DATA_KEYS",
      "AAAAAAAAAAAAAAAA",
      "DATA_KEYS: got 16 characters; takes id:base64,… with 32 bytes each: key 1 is not written as id:base64, the id in letters, digits, dashes",
    ],
    [
      "DATA_KEYS",
      "k1:AAAAAAAAAAAAAAAA",
      "DATA_KEYS: got 19 characters; takes id:base64,… with 32 bytes each: the key k1 is not 32 bytes in base64",
    ],
    [
      "LIMITS_URL",
      "memcached://u:hunter2@h",
      "LIMITS_URL: got 23 characters; takes memory:, database: or redis://…",
    ],
    ["MAIL_URL", "imap://u:hunter2@mail", "MAIL_URL: got 21 characters; takes outbox: or smtp://…"],
    ["MAIL_URL", "smtp://mail?tls=off", "MAIL_URL: got 19 characters; takes outbox: or smtp://…"],
    [
      "MAIL_URL",
      "smtp://mail?tls.rejectUnauthorized=false",
      "MAIL_URL: got 40 characters; takes outbox: or smtp://…",
    ],
    [
      "BITCOIN_NODE",
      "user:hunter2@node",
      "BITCOIN_NODE: got 17 characters; takes play, or http://user:password@host:8332 of each node, by commas",
    ],
    [
      "ETHEREUM_NODES",
      "node/my-key",
      "ETHEREUM_NODES: got 11 characters; takes play, or http://host:8545 of each node, by commas",
    ],
    ["CONVERT_URL", "ftp://key@rates", "CONVERT_URL: got 15 characters; takes an http or https address"],
  ])("%s may hold a secret, so that what it got is not shown", (name, value, line) => {
    expect(linesOf({ [name]: value })).toEqual([line]);
    expect(line).not.toContain(value);
  });

  test.each([
    ["APP_SECRET", { ...PRODUCTION, APP_SECRET: "" }],
    ["APP_ORIGIN", { ...PRODUCTION, APP_ORIGIN: "" }],
    ["DATA_KEYS", { ...PRODUCTION, DATA_KEYS: "" }],
    ["CONVERT_ACCESS_KEY", { RATE_SOURCE: "convert" }],
    ["RECAPTCHA_SITE_KEY", { CAPTCHA_PROVIDER: "recaptcha", RECAPTCHA_SECRET_KEY: "s" }],
    ["RECAPTCHA_SECRET_KEY", { CAPTCHA_PROVIDER: "recaptcha", RECAPTCHA_SITE_KEY: "s" }],
    ["SUMSUB_APP_TOKEN", { ...SUMSUB, SUMSUB_APP_TOKEN: "" }],
    ["SUMSUB_SECRET_KEY", { ...SUMSUB, SUMSUB_SECRET_KEY: "" }],
    ["SUMSUB_WEBHOOK_SECRET", { ...SUMSUB, SUMSUB_WEBHOOK_SECRET: "" }],
    ["SUMSUB_LEVEL", { ...SUMSUB, SUMSUB_LEVEL: "" }],
    ["TRANSAK_API_KEY", { ...TRANSAK, TRANSAK_API_KEY: "" }],
    ["TRANSAK_API_SECRET", { ...TRANSAK, TRANSAK_API_SECRET: "" }],
    ["TRANSAK_WALLETS", { ...TRANSAK, TRANSAK_WALLETS: "" }],
  ])("%s is needed by what it belongs to", (name, variables) => {
    const [line, ...rest] = linesOf(variables);
    expect(line).toMatch(new RegExp(`^${name}: got nothing; takes `));
    expect(rest).toEqual([]);
  });

  test.each([
    [
      "simulated prices",
      { RATE_SOURCE: "simulated" },
      'RATE_SOURCE: got "simulated"; takes convert, kraken or both',
    ],
    ["the default prices", { RATE_SOURCE: "" }, 'RATE_SOURCE: got nothing, which means "simulated"; takes'],
    [
      "simulated prices first",
      { RATE_SOURCE: "simulated,kraken" },
      'RATE_SOURCE: got "simulated,kraken"; takes',
    ],
    [
      "a chain of its own",
      { DEMO: "true", BITCOIN_NODE: "play" },
      'BITCOIN_NODE: got "play"; takes nodes of a chain',
    ],
    [
      "a chain of its own for ether",
      { DEMO: "true", ETHEREUM_NODES: "play" },
      'ETHEREUM_NODES: got "play"; takes nodes of a chain',
    ],
    [
      "a chain that anyone can mine",
      { BITCOIN_CHAIN: "regtest" },
      'BITCOIN_CHAIN: got "regtest"; takes main,',
    ],
    ["a venue without encryption", { KRAKEN_API_URL: "http://127.0.0.1:1" }, "KRAKEN_API_URL: got an http"],
    ["a token of a sandbox", SUMSUB, "SUMSUB_APP_TOKEN: got a token of the sandbox; takes"],
    [
      "an identity provider without encryption",
      { ...SUMSUB, SUMSUB_APP_TOKEN: "prd:t", SUMSUB_API_URL: "http://127.0.0.1:1" },
      "SUMSUB_API_URL: got an http",
    ],
    ["mail that goes nowhere", { MAIL_URL: "outbox:" }, 'MAIL_URL: got "outbox:"; takes smtp://…'],
    ["the default mail", { MAIL_URL: "" }, 'MAIL_URL: got nothing, which means "outbox:"; takes smtp://…'],
    ["even where DEMO is true", { DEMO: "true", MAIL_URL: "outbox:" }, 'MAIL_URL: got "outbox:"; takes'],
  ])("production refuses %s", (_, variables, line) => {
    const lines = linesOf({ ...PRODUCTION, ...variables });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.slice(0, line.length)).toBe(line);
  });

  test.each([
    [{ DEMO: "false" }, ["RATE_SOURCE: got simulated; takes convert, kraken or both when VENUES is kraken"]],
    [{ RATE_SOURCE: "kraken" }, ["VENUES: got kraken; takes play or nothing if DEMO is true"]],
    [{ RATE_SOURCE: "kraken", DEMO: "false", KRAKEN_API_URL: "http://127.0.0.1:1" }, []],
  ])("a real venue goes with real prices and no demo: %o", (variables, lines) => {
    const venue = { VENUES: "kraken", KRAKEN_API_KEY: "k", KRAKEN_API_SECRET: "c2VjcmV0".repeat(8) };
    expect(linesOf({ ...venue, ...variables })).toEqual(lines);
  });

  test("production names all that is missing at once", () => {
    const names = linesOf({ NODE_ENV: "production" }).map((line) => line.split(":")[0]);
    expect(names).toEqual(expect.arrayContaining(["APP_SECRET", "APP_ORIGIN", "RATE_SOURCE", "MAIL_URL"]));
  });

  test("every wrong variable has its line", () => {
    expect(
      linesOf({ PORT: "x", DEMO: "x", NODE_ENV: "x" })
        .map((line) => line.split(":")[0] ?? "")
        .toSorted(),
    ).toEqual(["DEMO", "NODE_ENV", "PORT"]);
  });

  const ROOT = path.resolve(import.meta.dirname, "../../..");

  test(".env.example lists each variable", () => {
    const example = readFileSync(path.join(ROOT, ".env.example"), "utf8");
    expect(SETTINGS.length).toBeGreaterThan(20);
    for (const name of SETTINGS) expect(example, name).toMatch(new RegExp(`^#? ?${name}=`, "m"));
  });

  describe("compose.yaml", () => {
    const compose = readFileSync(path.join(ROOT, "compose.yaml"), "utf8");
    const app = compose.slice(0, compose.indexOf("\n  database:"));
    const passed = new Map(
      [...app.matchAll(/^ {6}([A-Z][A-Z0-9_]*): (.+)$/gm)].map(([, name, value]) => [
        name ?? "",
        value ?? "",
      ]),
    );
    /** Settings that the two containers and their volume decide. */
    const FIXED = ["NODE_ENV", "HOST", "PORT", "DATABASE_URL", "MIGRATION_DATABASE_URL"].concat(
      "UPLOAD_DIR",
      "XDG_STATE_HOME",
    );
    /** Settings that production cannot start without. */
    const obligatory = linesOf({ NODE_ENV: "production" }).map((line) => line.split(":")[0] ?? "");

    test("passes every setting on, and no other", () => {
      expect([...passed.keys()].toSorted()).toEqual(SETTINGS.toSorted());
    });

    test.each(SETTINGS.filter((name) => !FIXED.includes(name)))("%s", (name) => {
      const value = passed.get(name);
      if (obligatory.includes(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:\\?[^}]+\\}$`));
      else expect(value).toBe(`\${${name}:-}`);
    });

    test("what it fixes is what production takes", () => {
      const fixed = Object.fromEntries(
        FIXED.map((name) => [name, passed.get(name)?.replaceAll(/^"|"$/g, "")]),
      );
      expect(readConfig({ ...PRODUCTION, ...fixed })).toMatchObject({
        PORT: 3000,
        HOST: "0.0.0.0",
        DEMO: false,
      });
      expect(fixed["DATABASE_URL"]).toMatch(
        /^postgres:\/\/wattle_app:\$\{APP_DATABASE_PASSWORD:\?[^}]+\}@database\/wattle$/,
      );
      expect(fixed["MIGRATION_DATABASE_URL"]).toMatch(
        /^postgres:\/\/wattle:\$\{DATABASE_PASSWORD:\?[^}]+\}@database\/wattle$/,
      );
    });

    test("has a full node for coins, without a wallet, that only its own containers reach", () => {
      const node = compose.slice(compose.indexOf("\n  bitcoin:"), compose.indexOf("\nconfigs:"));
      const flags = [...node.matchAll(/^ {6}- -(\w+)(?:=(.+))?$/gm)].map(([, flag = "", value]) => [
        flag,
        value,
      ]);
      // Options of `bitcoind -help` in Bitcoin Core 29.
      expect(Object.fromEntries(flags)).toEqual({
        disablewallet: undefined,
        prune: "10000",
        rpcuser: "wattle",
        rpcpassword: "${BITCOIN_PASSWORD:-}",
        rpcbind: "0.0.0.0",
        rpcallowip: "0.0.0.0/0",
        printtoconsole: undefined,
      });
      expect(node).toMatch(/^ {4}image: bitcoin\/bitcoin:29\.\d+$/m);
      expect(node).toMatch(/^ {4}profiles: \[bitcoin\]$/m);
      expect(node).not.toMatch(/^ {4}ports:/m);
      const mounted = [...compose.matchAll(/^ {6}- (\w+):\//gm)].map(([, volume]) => volume);
      const kept = compose.slice(compose.indexOf("\nvolumes:")).match(/^ {2}\w+(?=:$)/gm);
      expect(new Set(mounted)).toEqual(new Set(kept?.map((volume) => volume.trim())));
      expect(readConfig({ ...PRODUCTION, BITCOIN_NODE: "http://wattle:secret@bitcoin:8332" })).toMatchObject({
        BITCOIN_NODE: ["http://wattle:secret@bitcoin:8332"],
        BITCOIN_CHAIN: "main",
      });
    });

    test("runs the Dockerfile's image, keeps what that keeps, and makes the second role", () => {
      const image = readFileSync(path.join(ROOT, "Dockerfile"), "utf8");
      expect(app).toMatch(/^ {4}build: \.$/m);
      expect(app).not.toMatch(/^ {4}(?:image|command|working_dir):/m);
      const [, volume] = /^VOLUME (\S+)$/m.exec(image) ?? [];
      expect(app).toContain(`      - data:${volume}\n`);
      for (const name of ["UPLOAD_DIR", "XDG_STATE_HOME"])
        expect(image).toContain(`${name}=${passed.get(name)}`);
      expect(compose).toContain("content: create role wattle_app login password '${APP_DATABASE_PASSWORD}';");
    });
  });

  describe("the brand file", () => {
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(path.join(tmpdir(), "wattle-brand-"));
    });
    afterAll(() => {
      rmSync(directory, { recursive: true });
    });
    const fileOf = (text: string): string => {
      const file = path.join(directory, "brand.json");
      writeFileSync(file, text);
      return file;
    };

    test("changes what it names and leaves the rest", () => {
      const { brand } = readConfig({
        BRAND_FILE: fileOf('{"name":"Boronia","supportEmail":"help@boronia.test"}'),
      });
      expect(brand).toEqual({
        ...DEFAULT_BRAND,
        regulatorLine: DEFAULT_DESCRIPTION,
        name: "Boronia",
        supportEmail: "help@boronia.test",
      });
    });

    test.each([
      [
        "that does not exist",
        () => "/nowhere/brand.json",
        /^BRAND_FILE: got "\/nowhere\/brand.json", which cannot be read;/,
      ],
      ["that is no JSON", () => fileOf("{"), /^BRAND_FILE: got ".*", which is not JSON;/],
      ["with a wrong email address", () => fileOf('{"supportEmail":"x"}'), /^BRAND_FILE: supportEmail: /],
      [
        "with a colour that is none",
        () => fileOf('{"colours":{"accent":"red"}}'),
        /^BRAND_FILE: colours.accent: a colour such as/,
      ],
    ])("%s stops the start", (_, file, line) => {
      const lines = linesOf({ BRAND_FILE: file() });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(line);
    });
  });
});
