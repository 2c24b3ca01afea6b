// Packs what people install into files that npm takes: `npm run pack`, and the tests that install them.
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);

/** The folders below `packages` of what is published. */
const PUBLISHED = ["exchange-core", "client"] as const;
export type Published = (typeof PUBLISHED)[number];

/**
 * Builds the packages and packs them into a folder, which is made if there is none.
 * @returns the files' paths, by the packages' folders
 */
export async function packInto(folder: string): Promise<Readonly<Record<Published, string>>> {
  mkdirSync(folder, { recursive: true });
  await run("turbo", ["run", "package", "--output-logs=errors-only"], { cwd: ROOT });
  const packed = PUBLISHED.map(async (name) => {
    const cwd = path.join(ROOT, "packages", name);
    const { stdout } = await run("pnpm", ["pack", "--json", "--pack-destination", folder], { cwd });
    const { filename } = JSON.parse(stdout) as { readonly filename: string };
    return [name, path.resolve(folder, filename)] as const;
  });
  return Object.fromEntries(await Promise.all(packed)) as Record<Published, string>;
}

if (import.meta.main) {
  for (const file of Object.values(await packInto(path.join(ROOT, "dist")))) console.log(file);
}
