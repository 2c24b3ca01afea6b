import { existsSync } from "node:fs";
import path from "node:path";

/** What the bundler tells of a module. */
interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly code: string | null;
}
interface ChunkingContext {
  getModuleInfo(moduleId: string): ModuleInfo | null;
}

const SRC = path.resolve(import.meta.dirname, "../src");
const ENTRY = source("main.ts");

/** @throws Error when a source file has gone elsewhere */
function source(file: string): string {
  const found = path.join(SRC, file);
  if (!existsSync(found)) throw new Error(`there is no ${file} to make a chunk of`);
  return found;
}

/**
 * Chunk → the modules that it is made of, with all that they import. A later chunk leaves out what an earlier one has. By
 * itself the bundler cuts shared modules apart by who shares them, into some thirty files for one page; a browser without
 * HTTP/2 fetches six at a time, so that each six cost a slow line a round trip.
 */
const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  // Apart from the start, small parts that nearly every page has.
  start: [
    "start.tsx",
    "ui/form.tsx",
    "ui/field.tsx",
    "ui/card.tsx",
    "ui/hints.tsx",
    "ui/guilloche.tsx",
    "site/band.tsx",
    "site/page-hero.tsx",
    "rates/rates-table.tsx",
    "charts/use-code-when-seen.ts",
    "../../../packages/exchange-core/src/display.ts",
    "../../../packages/contracts/src/staff-times.ts",
  ].map(source),
  exchange: [source("exchange/exchange-form.tsx")],
  // What the account pages and the dashboard share, and the site does without: Mantine and the controls made of it.
  controls: [
    "accounts/account-frame.tsx",
    "controls/button.tsx",
    "controls/checkbox.tsx",
    "controls/password-field.tsx",
    "controls/select-field.tsx",
    "controls/panel.tsx",
    "controls/status.tsx",
    "controls/timeline.tsx",
  ].map(source),
  frame: ["shell/dashboard-layout.tsx", "controls/dialog.tsx"].map(source),
  lists: ["controls/data-table.tsx", "controls/pagination.tsx"].map(source),
};

/** The module in which Mantine names everything that it has. */
const INDEX = /\/(@mantine\/[^/]+)\/esm\/index\.mjs$/;

/** The names that a module imports from each place. */
const importsIn = (code: string | null): { names: string[]; from: string }[] =>
  [...(code ?? "").matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].map(
    ([, names = "", from = ""]) => ({
      names: names.split(",").map((name) => name.trim().split(/\s+as\s+/)[0] ?? ""),
      from,
    }),
  );

/** What a module imports. Through an index it imports what it names there: the index itself leads to all of Mantine. */
function importsOf(moduleId: string, context: ChunkingContext): string[] {
  const module = context.getModuleInfo(moduleId);
  return (module?.importedIds ?? []).flatMap((imported) => {
    const library = INDEX.exec(imported)?.[1];
    if (library === undefined) return [imported];
    const wanted = importsIn(module?.code ?? null).flatMap(({ names, from }) =>
      from === library ? names : [],
    );
    return importsIn(context.getModuleInfo(imported)?.code ?? null)
      .filter(({ names }) => names.some((name) => wanted.includes(name)))
      .map(({ from }) => path.join(path.dirname(imported), from));
  });
}

function collect(moduleId: string, context: ChunkingContext, into: Set<string>): Set<string> {
  if (into.has(moduleId)) return into;
  into.add(moduleId);
  for (const imported of importsOf(moduleId, context)) collect(imported, context, into);
  return into;
}

interface ChunkGroup {
  readonly debugName: string;
  /** Of two groups that could have a module, the one with the higher priority gets it. */
  readonly priority: number;
  readonly includeDependenciesRecursively: boolean;
  /** @returns the chunk of a module; null for a module that is not of this group */
  readonly name: (moduleId: string, context: ChunkingContext) => string | null;
}

/** The chunks as the bundler's option `codeSplitting.groups` takes them. */
export function sharedChunks(): ChunkGroup[] {
  const chunks = Object.entries(CHUNKS);
  return chunks.map(([chunk, roots], index): ChunkGroup => {
    let modules: ReadonlySet<string> | undefined;
    return {
      debugName: chunk,
      priority: chunks.length - index,
      // Else a chunk would take along what the entry imports, and the entry wait for it.
      includeDependenciesRecursively: false,
      name(moduleId, context) {
        modules ??= roots
          .reduce((found, root) => collect(root, context, found), new Set<string>())
          .difference(collect(ENTRY, context, new Set()));
        return modules.has(moduleId) ? chunk : null;
      },
    };
  });
}
