import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EmptyProject, nodeOf } from "../../../scripts/empty-project.ts";
import { packInto } from "../../../scripts/pack.ts";

/** Bytes that a page's script grows by with the example of the README, compressed by gzip. */
const MOST_BYTES = 1300;

const HERE = path.resolve(import.meta.dirname, "..");
const README = readFileSync(path.join(HERE, "README.md"), "utf8");
const [, EXAMPLE = ""] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];
/** The example as a program: what its last comment says is printed. */
const PROGRAM = EXAMPLE.replace(/^( *)(formatAmount\(.*\)); \/\/ .*$/m, "$1console.log($2);");
const RESULT = `${/formatAmount\(.*\/\/ "([\d.]+)"/.exec(EXAMPLE)?.[1]}\n`;
/** The same without what only TypeScript reads. */
const SCRIPT = PROGRAM.replaceAll(" as const", "");

describe("the package in an empty project", () => {
  const project = new EmptyProject();
  beforeAll(async () => {
    const files = await packInto(path.join(project.folder, "packed"));
    await project.run("npm", ["init", "-y"]);
    await project.install(files["exchange-core"]);
    project.write("use.mts", PROGRAM);
    project.write("use.mjs", SCRIPT);
    project.write("use.cjs", SCRIPT.replace(/import (\{[\s\S]*?\}) from (".*");/, "const $1 = require($2);"));
    project.write("required.cts", PROGRAM);
  });
  afterAll(() => project.remove());

  test("what is installed is the package, its licence and nothing else", () => {
    const installed = path.join(project.folder, "node_modules/@wattle/exchange-core");
    const licence = (folder: string): string => readFileSync(path.join(folder, "LICENSE"), "utf8");
    expect(licence(installed)).toBe(licence(path.resolve(HERE, "../..")));
    const manifest = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")) as object;
    expect(manifest).toMatchObject({ license: "MIT", sideEffects: false, engines: { node: ">=20" } });
    expect(manifest).not.toHaveProperty("dependencies");
  });

  test("Node 20 imports it", async () => {
    expect(await project.run(await nodeOf(20, project), ["use.mjs"])).toBe(RESULT);
  });

  test.each([20, 24])("Node %i requires it", async (major) => {
    expect(await project.run(await nodeOf(major, project), ["use.cjs"])).toBe(RESULT);
  });

  test("its vectors are there for other languages", async () => {
    project.write(
      "vectors.cjs",
      'console.log(require("@wattle/exchange-core/vectors/convert.json").convert.length);',
    );
    expect(Number(await project.run(process.execPath, ["vectors.cjs"]))).toBeGreaterThan(10);
  });

  test.each([
    ["imports", "use.mts", ["--module", "nodenext"]],
    ["requires", "required.cts", ["--module", "nodenext"]],
    ["bundles", "use.mts", ["--module", "esnext", "--moduleResolution", "bundler"]],
  ])("its types hold for who %s it", async (_how, file, options) => {
    await project.checkTypes(file, ...options);
    const wrong = `wrong.${file.slice(-3)}`;
    project.write(wrong, PROGRAM.replace('"1.5"', "1.5"));
    await expect(project.checkTypes(wrong, ...options)).rejects.toThrow("TS2345");
  });

  test("a page's script grows by little", async () => {
    const { code, imports } = await project.bundle("use.mjs");
    expect(imports).toEqual([]);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MOST_BYTES);
    project.write("bundled.mjs", code);
    expect(await project.run(process.execPath, ["bundled.mjs"])).toBe(RESULT);
  });
});
