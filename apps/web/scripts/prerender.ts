/**
 * Turns Vite's output into what the server serves (docs/decisions/0020-prerendered-pages.md):
 *
 * - every public page and account page as HTML with its styles inline, made with the marks of
 *   `@wattle/contracts/brand-page` in place of a brand's values, which the server fills in when it starts;
 * - `app.html`, the shell of the dashboard, and one shell for each of its screens and for each guarded account page, that
 *   fetches the page's code at once; those of the dashboard show its frame until then;
 * - for each legal page a second one, `*.own.html`, with marks for a text of the operator's own;
 * - one page for all coins, `buy-sell/coin.html`, with marks for the texts of one;
 * - `404.html`; `pages/sitemap.xml`, `pages/robots.txt`, `pages/favicon.svg` and `pages/site.webmanifest`;
 * - `pages.json`: path → file, for all of the above that have an address of their own. These files hold marks, so
 *   they are compressed by the server after filling;
 * - `.br` and `.gz` next to every other file worth it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { BRAND_MARKS, colourMark, ORIGIN_MARK } from "@wattle/contracts/brand-page";
import { COIN_SLUG_MARK } from "@wattle/contracts/coin-page";
import { LEGAL_PAGES } from "@wattle/contracts/legal-text";
import { brandIcon, webManifest } from "../src/site/brand-icon.ts";
import { build, type Manifest } from "vite";
import type { PrerenderedPage, Shell } from "../src/entry-server.tsx";

interface EntryServer {
  readonly renderPage: (path: string, texts?: "own") => Promise<PrerenderedPage>;
  readonly publicPaths: () => string[];
  readonly shellPaths: () => string[];
  readonly renderShell: (path: string) => Shell;
}

const ROOT = path.resolve(import.meta.dirname, "..");
const DIST = path.join(ROOT, "dist");
const SSR = path.join(ROOT, "node_modules/.prerender");
const NOT_FOUND_PATH = "/no-such-page";

const read = (file: string): string => readFileSync(path.join(DIST, file), "utf8");
function write(file: string, content: string): void {
  const target = path.join(DIST, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

async function loadEntryServer(): Promise<EntryServer> {
  await build({
    root: ROOT,
    logLevel: "warn",
    build: {
      ssr: "src/entry-server.tsx",
      outDir: SSR,
      emptyOutDir: true,
      manifest: false,
      rolldownOptions: { output: { entryFileNames: "entry-server.js" } },
    },
  });
  return (await import(path.join(SSR, "entry-server.js"))) as EntryServer;
}

/** Vite's facts about each chunk: the files and styles that a source file needs, with all it imports. */
class Chunks {
  readonly #manifest: Manifest;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** A chunk's imports come before it, as modules run: its styles may overrule theirs. */
  #collect(key: string, found: Set<string>, visited = new Set<string>()): void {
    const chunk = this.#manifest[key];
    if (chunk === undefined || visited.has(key)) return;
    visited.add(key);
    for (const imported of chunk.imports ?? []) this.#collect(imported, found, visited);
    found.add(key);
  }

  /** Script files of the sources, without those of the entry (which the page loads anyway); the longest to fetch is first. */
  files(keys: readonly string[]): string[] {
    const size = (file: string): number => statSync(path.join(DIST, file)).size;
    return this.#all(keys)
      .flatMap((key) => this.#manifest[key]?.file ?? [])
      .toSorted((a, b) => size(b) - size(a));
  }

  styles(keys: readonly string[]): string[] {
    return [...new Set(this.#all(keys).flatMap((key) => this.#manifest[key]?.css ?? []))];
  }

  #all(keys: readonly string[]): string[] {
    const entry = new Set<string>();
    this.#collect("index.html", entry);
    const seen = new Set<string>();
    for (const key of keys) this.#collect(key, seen);
    return [...seen].filter((key) => !entry.has(key));
  }

  /** The manifest's keys of a route's component, from its route id. */
  ofRoute(routeId: string): string[] {
    const base = routeId === "/" ? "/index" : routeId.endsWith("/") ? `${routeId}index` : routeId;
    // A file's name may have dots in place of folders.
    return [base, base.replace(/\/([^/]+)$/, ".$1")]
      .map((name) => `src/routes${name}.tsx?tsr-split=component`)
      .filter((file) => Object.hasOwn(this.#manifest, file));
  }
}

const START = "src/start.tsx";

function headOf(page: PrerenderedPage, address: string): string {
  const title = escapeAttribute(page.title);
  const description = escapeAttribute(page.description);
  const url = `${ORIGIN_MARK}${address}`;
  const icon = `${ORIGIN_MARK}/og.jpg`;
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    page.unlisted
      ? '<meta name="robots" content="noindex">'
      : [
          `<link rel="canonical" href="${url}">`,
          '<meta property="og:type" content="website">',
          `<meta property="og:site_name" content="${BRAND_MARKS.name}">`,
          `<meta property="og:title" content="${title}">`,
          `<meta property="og:description" content="${description}">`,
          `<meta property="og:url" content="${url}">`,
          ...(hasPublicFile("og.jpg")
            ? [
                `<meta property="og:image" content="${icon}">`,
                '<meta name="twitter:card" content="summary_large_image">',
              ]
            : ['<meta name="twitter:card" content="summary">']),
        ].join(""),
    ...page.structuredData.map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", String.raw`\u003c`)}</script>`,
    ),
  ].join("");
}

function hasPublicFile(file: string): boolean {
  return statSync(path.join(DIST, file), { throwIfNoEntry: false })?.isFile() === true;
}

const STYLE_LINK = /\s*<link rel="stylesheet" crossorigin href="(\/assets\/[^"]+\.css)">/g;
const ENTRY_SCRIPT = /\s*<script type="module"[^>]*src="(\/assets\/[^"]+\.js)"[^>]*><\/script>/;

/**
 * Tells Vite's code that the page has a style sheet already: it looks for a link before it adds one of its own. Browsers
 * do not fetch a disabled one. Without it each sheet would come a second time, and the page be laid out again.
 */
const inlinedMark = (href: string): string => `<link rel="stylesheet" href="${href}" disabled>`;

interface Assembly {
  /** The manifest's keys of the page's chunks. */
  readonly keys: readonly string[];
  readonly scriptAttributes?: string;
  readonly background?: string;
}

/** Vite's `index.html` taken apart once. */
function readTemplate() {
  const html = read("index.html");
  const entry = ENTRY_SCRIPT.exec(html)?.[1];
  if (entry === undefined) throw new Error("index.html names no entry script");
  const styles = [...html.matchAll(STYLE_LINK)].flatMap((match) => match[1] ?? []);
  return { html: html.replace(ENTRY_SCRIPT, "").replace(STYLE_LINK, ""), entry, styles };
}

const fontPreloads = (): string =>
  readdirSync(path.join(DIST, "assets"))
    .filter((file) => file.endsWith(".woff2"))
    .map((file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin>`)
    .join("");

async function main(): Promise<void> {
  const { renderPage, publicPaths, renderShell, shellPaths } = await loadEntryServer();
  const chunks = new Chunks(JSON.parse(read(".vite/manifest.json")) as Manifest);
  const template = readTemplate();
  const preloads = fontPreloads();
  const pages: Record<string, string> = {};

  /** A whole page, with the styles that the chunks of `keys` need within it. */
  const assemble = (
    head: string,
    body: string,
    { keys, scriptAttributes = "", background = "canvas" }: Assembly,
  ): string => {
    const sheets = [...template.styles, ...chunks.styles(keys).map((file) => `/${file}`)];
    const styles = sheets.map((href) => read(href.slice(1))).join("\n");
    return template.html
      .replace("<html ", `<html data-background="${background}" `)
      .replace("<!--head-->", () => `${head}${sheets.map(inlinedMark).join("")}`)
      .replace("</title>", () => `</title><style>${styles}</style>`)
      .replace("<!--app-->", () => body)
      .replace(
        "</body>",
        () => `<script type="module" src="${template.entry}"${scriptAttributes}></script></body>`,
      );
  };

  const prerender = async (
    address: string,
    file: string,
    { texts, canonical = address }: { readonly texts?: "own"; readonly canonical?: string } = {},
  ): Promise<PrerenderedPage> => {
    const page = await renderPage(address, texts);
    const routeChunks = chunks.ofRoute(page.routeId);
    const keys = [START, ...routeChunks];
    const preloaded = chunks.files(keys).map((chunk) => `/${chunk}`);
    write(
      file,
      assemble(`${headOf(page, canonical)}${preloads}`, page.html, {
        keys,
        scriptAttributes: ` data-chunks="${preloaded.join(" ")}"`,
        background: page.background,
      }),
    );
    return page;
  };

  const listed: string[] = [];
  for (const address of publicPaths()) {
    const file = address === "/" ? "index.html" : `${address.slice(1)}.html`;
    const page = await prerender(address, file);
    pages[address] = file;
    if (!page.unlisted) listed.push(address);
  }
  for (const { path: address } of Object.values(LEGAL_PAGES)) {
    await prerender(address, `${address.slice(1)}.own.html`, { texts: "own" });
  }
  await prerender(NOT_FOUND_PATH, "404.html");
  await prerender("/buy-sell/coin", "buy-sell/coin.html", { canonical: `/buy-sell/${COIN_SLUG_MARK}` });

  const shell = (address: string): string => {
    const { html, routeIds } = renderShell(address);
    const keys = [START, ...routeIds.flatMap((id) => chunks.ofRoute(id))];
    // Before the others, or it would wait for a free connection behind them.
    const hints = [template.entry, ...chunks.files(keys).map((file) => `/${file}`)].map(
      (file) => `<link rel="modulepreload" href="${file}">`,
    );
    // The fonts are left for later, or they would hold the code up: the fallbacks have their measures.
    return assemble(
      `<title>${BRAND_MARKS.name}</title><meta name="robots" content="noindex">${hints.join("")}`,
      html,
      { keys },
    );
  };

  write("app.html", shell("/dashboard"));
  for (const address of shellPaths()) {
    const file = `${address.slice(1)}.html`;
    write(file, shell(address));
    pages[address] = file;
  }

  write(
    "pages/sitemap.xml",
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed
      .map((address) => `<url><loc>${ORIGIN_MARK}${address}</loc></url>`)
      .join("")}<!--coins--></urlset>\n`,
  );
  write(
    "pages/robots.txt",
    `User-agent: *\nDisallow: /dashboard\nDisallow: /api/\nDisallow: /trpc/\n\nSitemap: ${ORIGIN_MARK}/sitemap.xml\n`,
  );
  write(
    "pages/favicon.svg",
    brandIcon({ logoSvg: BRAND_MARKS.logoSvg ?? "", field: colourMark("hero"), line: colourMark("accent") }),
  );
  write("pages/site.webmanifest", webManifest(BRAND_MARKS));
  pages["/favicon.svg"] = "pages/favicon.svg";
  pages["/site.webmanifest"] = "pages/site.webmanifest";
  pages["/sitemap.xml"] = "pages/sitemap.xml";
  pages["/robots.txt"] = "pages/robots.txt";
  write("pages.json", `${JSON.stringify(pages, null, 2)}\n`);

  rmSync(SSR, { recursive: true });
  rmSync(path.join(DIST, ".vite"), { recursive: true });
  compress();
  console.log(`Prerendered ${Object.keys(pages).length} pages.`);
}

/** Small files gain nothing; fonts and pictures are compressed already; pages are compressed once filled. */
function compress(): void {
  for (const file of readdirSync(DIST, { recursive: true, encoding: "utf8" })) {
    const target = path.join(DIST, file);
    if (
      !/\.(?:js|css|svg|json|webmanifest)$/.test(file) ||
      file === "pages.json" ||
      !statSync(target).isFile()
    ) {
      continue;
    }
    const content = readFileSync(target);
    writeFileSync(
      `${target}.br`,
      brotliCompressSync(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    );
    writeFileSync(`${target}.gz`, gzipSync(content, { level: 9 }));
  }
}

await main();
