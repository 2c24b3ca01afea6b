import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { CreatedServiceToken, CreatedToken } from "@wattle/contracts/tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../apps/api/src/testing/app-for-test.ts";
import { mutate } from "../../../apps/api/src/testing/call-procedure.ts";
import { balanceOf } from "../../../apps/api/src/testing/exchanges.ts";
import { EmptyProject, nodeOf } from "../../../scripts/empty-project.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const textOf = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), "utf8");

/** Bytes that a page's script grows by, compressed by gzip: with the example of exchange-core's README, with the client. */
const MOST_BYTES = { "exchange-core": 1300, client: 7000 };
/** Bytes of the packed client. */
const MOST_PACKED = 1_000_000;

/** How TypeScript finds packages for programs that load them in these ways. */
const LOADING = {
  imports: ["--module", "nodenext"],
  requires: ["--module", "nodenext"],
  bundles: ["--module", "esnext", "--moduleResolution", "bundler"],
};
/** tRPC's own declarations need the newest of the language. */
const OF_2022 = ["--target", "es2022", "--lib", "es2022,dom"];
const NEWEST = ["--target", "esnext", "--lib", "esnext,dom"];

/** The example of the README as a program: what its last comment says is printed. */
const [, EXAMPLE = ""] = /```ts\n([\s\S]*?)```/.exec(textOf("packages/exchange-core/README.md")) ?? [];
const ARITHMETIC = EXAMPLE.replace(/^( *)(formatAmount\(.*\)); \/\/ .*$/m, "$1console.log($2);");
const RESULT = `${/formatAmount\(.*\/\/ "([\d.]+)"/.exec(EXAMPLE)?.[1]}\n`;

/** Reads the price of a coin, and is refused where a token is wanted. */
const CALLS = `import { createWattle } from "@wattle/client";
const wattle = createWattle({ url: String(process.env.WATTLE_URL) });
async function main() {
  const { data } = await wattle.POST("/api/get-rate", { body: { credit_currency: "BTC", debit_currency: "AUD", credit: 1 } });
  const { error } = await wattle.GET("/api/users/balance");
  console.log(data?.fee, error?.code);
}
void main();
`;
const ANSWERS = "1 unauthenticated\n";

/** Lists what waits for a payment, by a tool's token. */
const TOOL = `import { createTools, refusalOf } from "@wattle/client/trpc";
const tools = createTools({ url: String(process.env.WATTLE_URL), token: String(process.env.TOOL_TOKEN) });
async function main() {
  const { data, meta } = await tools.ops.deposits.list.query({ status: "awaiting_payment", page: 1 });
  const first: string | undefined = data[0]?.customer.email;
  console.log(typeof first, data.length === meta.total);
  try {
    await tools.ops.deposits.confirm.mutate({ reference: "none", amount: "1.00" });
  } catch (error) {
    console.log(refusalOf(error)?.code);
  }
}
void main();
`;
const LISTED = "string true\nforbidden\n";

/** Parts of the programs above that only TypeScript reads. */
const TYPES = / as const|(?<=const \w+): [^=]+(?= =)/g;
const required = (program: string): string =>
  program.replaceAll(/import (\{[\s\S]*?\}) from (".*");/g, "const $1 = require($2);").replaceAll(TYPES, "");
const imported = (program: string): string => program.replaceAll(TYPES, "");

describe("the packages in an empty project", () => {
  const project = new EmptyProject();
  let app: TestApp;
  let env: Record<string, string>;

  beforeAll(async () => {
    app = await startTestApp({ dialect: "sqlite" });
    const url = `http://127.0.0.1:${await app.listen()}`;
    const operator = app.client();
    await operator.login("operator@demo.test");
    const made = await mutate<CreatedServiceToken>(operator, "ops.tokens.create", {
      name: "Reader",
      procedures: ["ops.deposits.list"],
    });
    const customer = app.client();
    await customer.login("customer@demo.test");
    await customer.post("/api/users/transactions", {
      transaction_type: "deposit",
      balance: { credit: "50.00", credit_currency: "AUD" },
      payment_method: "bank_transfer",
    });
    env = { WATTLE_URL: url, TOOL_TOKEN: made.data.token };
    execFileSync("turbo", ["run", "package", "--output-logs=errors-only"], { cwd: ROOT, stdio: "pipe" });
    await project.run("npm", ["init", "-y"]);
    // The first version of tRPC 11. The repository's own tests use the newest.
    const served = ["client", "exchange-core"].map((name) => `${url}/api/${name}.tgz`);
    await project.install(...served, "@trpc/client@11.0.0", "@trpc/server@11.0.0");
    for (const [name, program] of Object.entries({ arithmetic: ARITHMETIC, calls: CALLS, tool: TOOL })) {
      project.write(`${name}.mts`, program);
      project.write(`${name}.cts`, program);
      project.write(`${name}.mjs`, imported(program));
      project.write(`${name}.cjs`, required(program));
    }
  });
  afterAll(async () => {
    project.remove();
    await app.close();
  });

  test.each(["exchange-core", "client"] as const)("%s has its licence, and nothing of the server", (name) => {
    const installed = path.join(project.folder, "node_modules/@wattle", name);
    expect(readFileSync(path.join(installed, "LICENSE"), "utf8")).toBe(textOf("LICENSE"));
    const manifest = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")) as {
      readonly dependencies?: object;
    };
    expect(manifest).toMatchObject({ license: "MIT", sideEffects: false, engines: { node: ">=20" } });
    expect(manifest).not.toHaveProperty("private");
    expect(Object.keys(manifest.dependencies ?? {})).toEqual(name === "client" ? ["openapi-fetch"] : []);
    const file = path.join(ROOT, "packages", name, "packed", `${name}.tgz`);
    expect(statSync(file).size).toBeLessThan(MOST_PACKED);
  });

  test.each([
    ["exchange-core", 20, "arithmetic.mjs", RESULT],
    ["exchange-core", 20, "arithmetic.cjs", RESULT],
    ["exchange-core", 24, "arithmetic.cjs", RESULT],
    ["client", 20, "calls.mjs", ANSWERS],
    ["client", 20, "calls.cjs", ANSWERS],
    ["client", 24, "calls.cjs", ANSWERS],
    ["client/trpc", 20, "tool.mjs", LISTED],
    ["client/trpc", 24, "tool.cjs", LISTED],
  ])("%s runs by Node %i: %s", async (_name, major, file, printed) => {
    expect(await project.run(await nodeOf(major, project), [file], env)).toBe(printed);
  });

  test("the program wattle is on the path, and asks the exchange", async () => {
    expect(await project.run("npx", ["wattle", "--help"])).toContain("wattle listen --forward-to URL");
    const refused = project.run("npx", ["wattle", "trigger", "deposit.completed"], {
      ...env,
      WATTLE_TOKEN: "wat_x",
    });
    await expect(refused).rejects.toThrow("This user is unauthorized. (401)");
  });

  test("its vectors are there for other languages", async () => {
    project.write(
      "vectors.cjs",
      'console.log(require("@wattle/exchange-core/vectors/convert.json").convert.length);',
    );
    expect(Number(await project.run(process.execPath, ["vectors.cjs"]))).toBeGreaterThan(10);
  });

  test.each([
    ["imports", "mts"],
    ["requires", "cts"],
    ["bundles", "mts"],
  ] as const)("the types hold for who %s them, libraries checked too", async (how, ending) => {
    // In place of Node's own types, which take longer than all others together.
    project.write("process.d.ts", "declare const process: { env: Record<string, string> };");
    const programs = ["process.d.ts", `arithmetic.${ending}`, `calls.${ending}`];
    await project.checkTypes(programs, ...OF_2022, ...LOADING[how]);
    await project.checkTypes(["process.d.ts", `tool.${ending}`], ...NEWEST, ...LOADING[how]);
    const wrongs: readonly (readonly [program: string, found: string, instead: string])[] = [
      [ARITHMETIC, '"1.5"', "1.5"],
      [CALLS, "credit: 1 }", "credit: 2 }"],
      [CALLS, '"/api/users/balance"', '"/api/users/balances"'],
      [TOOL, '"awaiting_payment"', '"waiting"'],
      [TOOL, "customer.email", "customer.mail"],
    ];
    const names = wrongs.map(([program, found, instead], index) => {
      const name = `wrong-${index}.${ending}`;
      project.write(name, program.replace(found, instead));
      return name;
    });
    const refused = await project.checkTypes(["process.d.ts", ...names], ...NEWEST, ...LOADING[how]).then(
      () => "",
      (error: unknown) => String(error),
    );
    expect(names.filter((name) => !refused.includes(`${name}(`))).toEqual([]);
  });

  test.each([
    ["exchange-core", "arithmetic.mjs", RESULT],
    ["client", "calls.mjs", ANSWERS],
  ] as const)("a page's script grows by little with %s", async (name, file, printed) => {
    const { code, imports } = await project.bundle(file);
    expect(imports).toEqual([]);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES[name]);
    project.write("bundled.mjs", code);
    expect(await project.run(process.execPath, ["bundled.mjs"], env)).toBe(printed);
  });

  test("each call of the page in TypeScript has the types of the client", async () => {
    const page = await (await fetch(`${env["WATTLE_URL"]}/api/docs`)).text();
    const samples = [...page.matchAll(/<figure class="call TypeScript">.*?<code>([\s\S]*?)<\/code>/g)].map(
      ([, text = ""]) =>
        text
          .replaceAll("&quot;", '"')
          .replaceAll("&gt;", ">")
          .replaceAll("&lt;", "<")
          .replaceAll("&amp;", "&"),
    );
    const [setUp = "", ...calls] = samples;
    expect(calls.length).toBeGreaterThan(60);
    const program = (own: readonly string[]): string =>
      [setUp, ...own.map((call) => `{\n${call}\nvoid [data, error];\n}`)].join("\n");
    project.write("samples.mts", program(calls));
    await project.checkTypes(["process.d.ts", "samples.mts"], ...OF_2022, ...LOADING.imports);
    project.write("wrong.mts", program(calls.map((call) => call.replace('"/api/', '"/api/no-'))));
    const refused = await project
      .checkTypes(["process.d.ts", "wrong.mts"], ...OF_2022, ...LOADING.imports)
      .catch(String);
    expect(refused).toContain("wrong.mts");
  });

  test("five commands of the guide lead from an empty folder to a typed trade", async () => {
    const [, block = ""] = /```sh\n(npm init[\s\S]*?)```/.exec(textOf("docs/integrators.md")) ?? [];
    const commands = block.trim().split("\n");
    expect(commands).toHaveLength(5);
    const customer = app.client();
    await customer.login("customer@demo.test");
    const made = await mutate<CreatedToken>(customer, "tokens.create", { name: "Guide", scopes: ["trade"] });
    const before = await balanceOf(customer);
    const folder = new EmptyProject();
    try {
      const script = commands.join("\n").replaceAll("http://localhost:3000", String(env["WATTLE_URL"]));
      const out = await folder.run("bash", ["-ec", script], { ...env, WATTLE_TOKEN: made.data.token });
      expect(out).toMatch(/^Gave 0\.01000000 BTC, got \d+\.\d\d AUD, reference \S+$/m);
    } finally {
      folder.remove();
    }
    const after = await balanceOf(customer);
    const units = (text = ""): bigint => BigInt(text.replace(".", ""));
    expect(units(before["BTC"]) - units(after["BTC"])).toBe(1_000_000n);
  });
});
