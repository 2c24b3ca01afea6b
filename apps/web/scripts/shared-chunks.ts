import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The bundler's facts about a module. */
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
const CHUNKS: Readonly<
  Record<
    "start" | "exchange" | "controls" | "frame" | "charts" | "fields" | "screens" | "lists",
    readonly string[]
  >
> = {
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
    "ui/use-narrow.ts",
    "../../../packages/exchange-core/src/display.ts",
    "../../../packages/contracts/src/staff-times.ts",
  ].map(source),
  exchange: [source("exchange/exchange-form.tsx")],
  // Shared parts of the account pages and the dashboard, which the site does without: Mantine and the controls made of
  // it.
  controls: ["controls/theme/frame.tsx", "controls/button.tsx", "controls/panel.tsx"].map(source),
  // The frame of the dashboard, and parts of the exchange: this screen comes first, so it loads nothing that only others need.
  frame: [
    "shell/dashboard-layout.tsx",
    "controls/dialog.tsx",
    "portfolio/balances-panel.tsx",
    "portfolio/position-panel.tsx",
  ].map(source),
  charts: ["charts/line-chart.tsx", "charts/range-buttons.tsx", "rates/distance.ts"].map(source),
  fields: [
    "accounts/account-frame.tsx",
    "controls/checkbox.tsx",
    "controls/password-field.tsx",
    "controls/select-field.tsx",
    "controls/status.tsx",
    "controls/timeline.tsx",
  ].map(source),
  screens: [source("money/deposit-methods.ts")],
  lists: ["controls/data-table.tsx", "controls/list-foot.tsx"].map(source),
};

/** The component of each page, as the router's plugin takes it out of its route; the desk loads its own parts. */
const PAGES: readonly string[] = readdirSync(source("routes"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !/^(?:_staff|teamaccess|dev)\b/.test(file))
  .map((file) => `${path.join(SRC, "routes", file)}?tsr-split=component`);
const HOME = `${source("routes/index.tsx")}?tsr-split=component`;
const DASHBOARD = source("routes/dashboard");
const CONTROLS = source("controls/panel.tsx");
/** The screens of the desk, and the frame around all of them. */
const DESK: readonly string[] = readdirSync(source("routes/_staff"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => `${path.join(SRC, "routes/_staff", file)}?tsr-split=component`);
const DESK_FRAME = `${source("routes/_staff.tsx")}?tsr-split=component`;

/** A part of more characters of code than this waits until its page is asked for. */
const SMALL = 3_800;

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

/** Imports of a module. Through an index it imports what it names there: the index itself leads to all of Mantine. */
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
  /** If two groups could have a module, the one with the higher priority gets it. */
  readonly priority: number;
  readonly includeDependenciesRecursively: boolean;
  /** @returns the chunk of a module; null for a module that is not of this group */
  readonly name: (moduleId: string, context: ChunkingContext) => string | null;
}

interface Uses {
  screens: number;
  accountPages: number;
  sitePages: number;
}

/** How many pages of each kind use a module of ours. Libraries are too big to come unasked. */
function countUses(context: ChunkingContext): Map<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const page of PAGES) {
    const modules = collect(page, context, new Set());
    const kind = page.startsWith(DASHBOARD)
      ? "screens"
      : modules.has(CONTROLS)
        ? "accountPages"
        : "sitePages";
    for (const module of modules) {
      if (module.includes("/node_modules/")) continue;
      const counted = uses.get(module) ?? { screens: 0, accountPages: 0, sitePages: 0 };
      counted[kind] += 1;
      uses.set(module, counted);
    }
  }
  return uses;
}

type Modules = ReadonlySet<string>;

/** Those of `modules` that need nothing but each other and what is `there`: the rest would bring more than itself. */
function complete(modules: Modules, there: Modules, context: ChunkingContext): Modules {
  const kept = new Set(
    [...modules].filter((module) =>
      importsOf(module, context).every((imported) => modules.has(imported) || there.has(imported)),
    ),
  );
  return kept.size === modules.size ? kept : complete(kept, there, context);
}

/** Contents of each chunk; a later one leaves out what an earlier one has. */
function assign(context: ChunkingContext): [chunk: string, modules: Modules][] {
  const uses = countUses(context);
  const named = (chunk: keyof typeof CHUNKS): Modules =>
    CHUNKS[chunk].reduce((found, root) => collect(root, context, found), new Set<string>());
  const small = (there: readonly Modules[], wanted: (uses: Uses) => boolean): Modules =>
    complete(
      new Set(
        [...uses].flatMap(([module, counted]) =>
          wanted(counted) && (context.getModuleInfo(module)?.code ?? "").length <= SMALL ? [module] : [],
        ),
      ),
      there.reduce((all, modules) => all.union(modules), collect(ENTRY, context, new Set())),
      context,
    );
  const [start, exchange, controls, frame, charts, fields] = [
    named("start"),
    named("exchange"),
    named("controls"),
    named("frame"),
    named("charts"),
    named("fields"),
  ];
  const home = collect(HOME, context, new Set());
  const parts = small([start], ({ screens, accountPages }) => screens + accountPages > 3).difference(home);
  const account = small(
    [start, controls, fields, parts],
    ({ screens, accountPages, sitePages }) =>
      accountPages > 0 && screens + accountPages > 2 && sitePages === 0,
  );
  const screens = named("screens").union(
    small(
      [start, exchange, controls, frame, charts, fields, parts, account],
      ({ screens, accountPages, sitePages }) => screens > 1 && accountPages + sitePages === 0,
    ),
  );
  // Without libraries and parts that customers' pages have as well, or those pages would load the desk.
  const ofDesk = (module: string): boolean => !module.includes("/node_modules/") && !uses.has(module);
  const screensOf = new Map<string, number>();
  for (const screen of DESK)
    for (const module of collect(screen, context, new Set()))
      screensOf.set(module, (screensOf.get(module) ?? 0) + 1);
  const desk = [...screensOf].flatMap(([module, screens]) => (screens > 1 ? [module] : []));
  const chunks = {
    start,
    parts,
    controls,
    exchange,
    frame,
    charts,
    fields: fields.union(account),
    screens,
    lists: named("lists"),
    desk: new Set([...collect(DESK_FRAME, context, new Set()), ...desk].filter(ofDesk)),
  };
  return Object.entries(chunks);
}

/** The chunks as the bundler's option `codeSplitting.groups` takes them. */
export function sharedChunks(): ChunkGroup[] {
  let assigned: ReadonlyMap<string, string> | undefined;
  const chunkOf = (moduleId: string, context: ChunkingContext): string | undefined => {
    assigned ??= new Map(
      assign(context)
        .toReversed()
        .flatMap(([chunk, modules]) =>
          [...modules.difference(collect(ENTRY, context, new Set()))].map((module): [string, string] => [
            module,
            chunk,
          ]),
        ),
    );
    return assigned.get(moduleId);
  };
  return [
    {
      debugName: "shared",
      priority: 1,
      // Else a chunk would take along what the entry imports, and the entry wait for it.
      includeDependenciesRecursively: false,
      name: (moduleId, context) => chunkOf(moduleId, context) ?? null,
    },
  ];
}
