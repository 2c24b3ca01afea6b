import { readFileSync } from "node:fs";
import path from "node:path";
import { coinPageOf, coinsWithPages, type CoinPage } from "@wattle/contracts/coin-page";
import { coinPath, coinTextPath } from "@wattle/contracts/coin-path";
import { knownMarkets } from "@wattle/contracts/markets";
import { fillJson, fillPage, type PageValues } from "@wattle/contracts/brand-page";
import { LEGAL_NAMES, LEGAL_PAGES, legalTextPath, type LegalName } from "@wattle/contracts/legal-text";
import { SCHEME_COOKIE, schemeOf, type Scheme } from "@wattle/contracts/theme-colours";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { cookieOf } from "../access/cookie.ts";
import { compressFile, sendCompressed, type CompressedFile } from "../http/compressed-file.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".json": "application/json; charset=utf-8",
};

/** How a file's marks are filled, if it is not as in a page. A legal text has none. */
const FILLERS: Readonly<Record<string, (text: string, values: PageValues) => string>> = {
  ".webmanifest": fillJson,
  ".json": (text) => text,
};

/** Pages whose address carries a secret, or what an app asks for: it stays out of caches and of what other sites see. */
const SECRET_ADDRESSES: ReadonlySet<string> = new Set([
  "/authorize",
  "/reset-password",
  "/teamaccess/invitation",
  "/not-me",
  "/undo-email",
  "/recover",
  "/stop-recovery",
]);

/** Addresses that are short to say, with the pages that they lead to. */
const SHORT_ADDRESSES: Readonly<Record<string, string>> = { "/proof": "/proof-of-liabilities" };
const NOT_FOUND = "404.html";
const SHELL = "app.html";

/** Addresses with a part of their own: the page that stands for all of them. */
const PATTERNS: readonly { readonly pattern: RegExp; readonly page: string; readonly fallback: string }[] = [
  { pattern: /^\/register\/[^/]+$/, page: "/register", fallback: NOT_FOUND },
  // Leads on to one of its screens, which the code decides.
  { pattern: /^\/dashboard$/, page: "/dashboard", fallback: SHELL },
  { pattern: /^\/dashboard\/deposit-money\/null/, page: "/dashboard/deposit-money", fallback: SHELL },
];

/** The address of a coin's page, in letters of any size, or of its text. */
const COIN = /^\/buy-sell\/([A-Za-z0-9]{2,10})(?:\.json)?$/;
const COIN_FILE = "buy-sell/coin.html";
const SITEMAP = "pages/sitemap.xml";
/** Mark for the addresses of coins in the site map. */
const COINS_SLOT = "<!--coins-->";

export interface Pages {
  /** Answers with the page at `address`, or with the not-found page and status 404. */
  send(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply;
}

/** Values that fill in one page, but not another at the same file. */
interface Own {
  readonly own: LegalName | undefined;
  readonly coin: CoinPage | undefined;
}

/** The coins that have a page at this moment. */
function coinsOf({ brand, coinTexts, APP_ORIGIN }: Config) {
  const choice = { home: brand.markets.homeCurrency, texts: coinTexts };
  return {
    /** The coin whose page, or text, is at an address. */
    coinAt: (address: string): CoinPage | undefined => {
      const code = COIN.exec(address)?.[1]?.toUpperCase();
      return code === undefined ? undefined : coinPageOf(knownMarkets(), code, choice);
    },
    /** Entries of the site map. */
    coinAddresses: (): string =>
      coinsWithPages(knownMarkets(), choice)
        .map(({ code }) => `<url><loc>${APP_ORIGIN}${coinPath(code)}</loc></url>`)
        .join(""),
  };
}

/** The values of every page that never change while the server runs. */
const fixedValues = ({ APP_ORIGIN, DEMO, TAX_RESIDENCE, EXPLORER_URL, brand, legalTexts }: Config) => ({
  brand,
  origin: APP_ORIGIN,
  demo: DEMO,
  ownTexts: LEGAL_NAMES.filter((name) => legalTexts[name] !== undefined),
  taxResidence: TAX_RESIDENCE,
  explorers: EXPLORER_URL,
});

/**
 * The prerendered pages, filled with the brand's values. Each is filled and compressed at its first request, for each
 * colour scheme that visitors chose, and again when the year in its footer changes.
 * @param root the folder that the build left, with `pages.json`
 */
export function loadPages(root: string, config: Config, clock: Clock): Pages {
  const files = JSON.parse(readFileSync(path.join(root, "pages.json"), "utf8")) as Record<string, string>;
  const filled = new Map<string, CompressedFile>();
  const { legalTexts } = config;
  const fixed = fixedValues(config);

  /** The legal page, or its text, that is at an address, where it has a text of the operator's own. */
  const ownTextAt = (address: string): LegalName | undefined =>
    fixed.ownTexts.find((name) => address === LEGAL_PAGES[name].path || address === legalTextPath(name));

  const { coinAt, coinAddresses } = coinsOf(config);

  function sourceOf(file: string, { own, coin }: Own): string {
    if (file === SITEMAP)
      return readFileSync(path.join(root, file), "utf8").replace(COINS_SLOT, coinAddresses());
    if (coin !== undefined && path.extname(file) === ".json") return JSON.stringify(coin);
    if (own !== undefined && path.extname(file) === ".json") return JSON.stringify(legalTexts[own]);
    return readFileSync(path.join(root, file), "utf8");
  }

  function fill(file: string, scheme: Scheme | undefined, { own, coin }: Own): CompressedFile {
    const year = new Date(clock.now()).getUTCFullYear();
    // Coins change while the server runs: what was filled with other values is not used any more.
    const varying = file === SITEMAP ? coinAddresses() : ((coin && JSON.stringify(coin)) ?? "");
    const key = `${file} ${year} ${scheme} ${varying}`;
    const known = filled.get(key);
    if (known !== undefined) return known;
    const values = {
      ...fixed,
      year,
      legal: own && legalTexts[own],
      coin,
    };
    const fillText = FILLERS[path.extname(file)] ?? fillPage;
    const neutral = fillText(sourceOf(file, { own, coin }), values);
    const text = scheme === undefined ? neutral : neutral.replace("<html ", `<html data-scheme="${scheme}" `);
    const page = compressFile(text, TYPES[path.extname(file)] ?? "application/octet-stream");
    filled.set(key, page);
    return page;
  }

  function fileAt(address: string, { coin }: Own): string | undefined {
    if (coin !== undefined) return address === coinTextPath(coin.code) ? address.slice(1) : COIN_FILE;
    if (address.startsWith("/dev/") && !config.DEMO) return undefined;
    const own = ownTextAt(address);
    if (own !== undefined) {
      return address === LEGAL_PAGES[own].path ? `${address.slice(1)}.own.html` : address.slice(1);
    }
    if (Object.hasOwn(files, address)) return files[address];
    const match = PATTERNS.find(({ pattern }) => pattern.test(address));
    return match && (files[match.page] ?? match.fallback);
  }

  return {
    send(request, reply, address) {
      const moved = Object.hasOwn(SHORT_ADDRESSES, address) ? SHORT_ADDRESSES[address] : undefined;
      if (moved !== undefined) return reply.redirect(moved, 301);
      const coin = coinAt(address);
      if (coin !== undefined && ![coinPath(coin.code), coinTextPath(coin.code)].includes(address)) {
        return reply.redirect(coinPath(coin.code), 301);
      }
      const own = { own: ownTextAt(address), coin };
      const file = fileAt(address, own);
      const scheme = schemeOf(cookieOf(request.headers.cookie, SCHEME_COOKIE));
      const page = fill(file ?? NOT_FOUND, scheme, own);
      void reply
        .code(file === undefined ? 404 : 200)
        .header("cache-control", "no-cache")
        .header("vary", "accept-encoding, cookie");
      if (SECRET_ADDRESSES.has(address)) {
        void reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      }
      return sendCompressed(request, reply, page, file !== undefined);
    },
  };
}
