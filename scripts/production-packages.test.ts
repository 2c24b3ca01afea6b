// Packages that the server imports must be there without development packages: `npm run serve` installs no others.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const SERVED = [
  "apps/api",
  "packages/db",
  "packages/bitcoin",
  "packages/ethereum",
  "packages/contracts",
  "packages/exchange-core",
];

/** The package of an import, as a manifest names it; undefined for Node's own and for files. */
function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith(".") || specifier.startsWith("node:")) return undefined;
  const [scope = "", name = ""] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

const packagesIn = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)"|import\("([^"]+)"\)/gms)].flatMap(
    ([, from, loaded]) => packageOf(from ?? loaded ?? ".") ?? [],
  );

test("what is imported is found in its text", () => {
  const text = `import type { A } from "a";\nimport {\n  b,\n} from "@b/c/d";\nawait import("e");\nimport f from "./f.ts";`;
  expect(packagesIn(text)).toEqual(["@b/c", "e"]);
});

/** Packages of a folder without development packages. */
function installedFor(folder: string): Readonly<Record<string, string>> {
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(ROOT, folder, "package.json"), "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  return dependencies;
}

const BUILT = path.join(ROOT, "apps/api/dist");
const BUILTINS = new Set(builtinModules);

// All of `npm test` builds first.
test.runIf(existsSync(BUILT))("what was built runs without development packages", () => {
  const installed = installedFor("apps/api");
  const imported = globSync("*.js", { cwd: BUILT }).flatMap((file) =>
    // Packages are named in comments, too.
    packagesIn(readFileSync(path.join(BUILT, file), "utf8").replace(/^\s*\*.*$/gm, "")),
  );
  expect(imported).toContain("better-sqlite3");
  expect([...new Set(imported)].filter((name) => !(name in installed) && !BUILTINS.has(name))).toEqual([]);
});

test.each(SERVED)("%s runs without development packages", (folder) => {
  const dependencies = installedFor(folder);
  const files = execFileSync("git", ["ls-files", `${folder}/src/*.ts`], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && !/\.(?:test|typetest)\.ts$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(5);
  const missing = files.flatMap((file) =>
    packagesIn(readFileSync(path.join(ROOT, file), "utf8"))
      .filter((name) => dependencies[name] === undefined)
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
