import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { DomainError } from "@wattle/contracts/errors";
import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import { learnMarkets, marketsOf } from "@wattle/contracts/markets";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { sendError } from "../http/errors.ts";
import { SettableClock } from "../testing/app-for-test.ts";
import { PRODUCTION } from "../testing/production.ts";
import { loadPages } from "./pages.ts";
import { routePages, serveFiles } from "./serve-pages.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "wattle-pages-"));
  const files: Record<string, string> = {
    "pages.json": JSON.stringify({
      "/": "index.html",
      "/about-us": "about-us.html",
      "/register": "register.html",
      "/reset-password": "register.html",
      "/dev/ui": "dev/ui.html",
      "/sitemap.xml": "pages/sitemap.xml",
      "/site.webmanifest": "pages/site.webmanifest",
      "/favicon.svg": "pages/favicon.svg",
    }),
    "index.html": "<html lang=en><head><!--brand--></head><h1>%%brand.name%%</h1><p>2020–%%year%%</p>",
    "about-us.html": "<h1>About %%brand.name%%</h1>",
    "register.html": "<h1>Sign up</h1>",
    "404.html": "<h1>Page not found</h1>",
    "app.html": "<h1>Shell</h1>",
    "dev/ui.html": "<h1>Components</h1>",
    "pages/sitemap.xml": "<loc>%%origin%%/</loc><!--coins-->",
    "buy-sell/coin.html":
      "<head><link rel=canonical href=%%origin%%/buy-sell/%%coin.slug%%><!--brand--></head><h1>%%coin.name%%</h1><p>%%coin.about%% %%coin.buyFee%%%</p>",
    "pages/site.webmanifest": '{"name":"%%brand.name%%"}',
    "pages/favicon.svg": "<svg></svg>",
    "favicon.ico": "icon",
    "assets/font-1a2b.woff2": "font",
    "js/chunks/page-1a2b.js": "code",
    "js/chunks/page-1a2b.js.br": "smaller",
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const NEW_YEARS_EVE = Date.UTC(2026, 11, 31, 23, 59);
const clock = new SettableClock(NEW_YEARS_EVE);

function site(env: Readonly<Record<string, string>> = {}): FastifyInstance {
  const config = readConfig({ APP_ORIGIN: "https://quay.example", ...env });
  const pages = loadPages(root, config, clock);
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  void routePages(app, pages);
  return app;
}

describe("pages", () => {
  let app: FastifyInstance;
  beforeEach(() => {
    clock.set(NEW_YEARS_EVE);
    app = site();
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  test.each([
    ["/", 200, "<h1>Wattle</h1>"],
    ["/about-us", 200, "About Wattle"],
    ["/about-us/", 200, "About Wattle"],
    ["/about-us?a=/register", 200, "About Wattle"],
    ["/register/friend-of-a-friend", 200, "Sign up"],
    ["/dashboard", 200, "Shell"],
    ["/dashboard/", 200, "Shell"],
    ["/dashboard/nothing", 404, "Page not found"],
    ["/dashboard/deposit-money/null/x", 200, "Shell"],
    ["/register/a/b", 404, "Page not found"],
    ["/nothing", 404, "Page not found"],
    ["/constructor", 404, "Page not found"],
    ["/../pages.json", 404, "Page not found"],
    ["/index.html", 404, "Page not found"],
    ["/About-Us", 404, "Page not found"],
    ["/about-us//", 404, "Page not found"],
    ["//about-us", 404, "Page not found"],
    ["/dashboard//deposit-money", 404, "Page not found"],
  ])("%s answers %i with its page", async (url, status, content) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(content);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  test.each([
    ["br", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["gzip, br;q=0.5", "br", brotliDecompressSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["br;q=0.0", undefined, (body: Buffer) => body],
    ["identity", undefined, (body: Buffer) => body],
  ])("accept-encoding %s: sent as %s", async (accepted, encoding, decode) => {
    const answer = await get("/", { "accept-encoding": accepted });
    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["vary"]).toBe("accept-encoding, cookie");
    expect(decode(answer.rawPayload).toString()).toContain("<h1>Wattle</h1>");
  });

  test("a page that has not changed is not sent again; one that is not there always is", async () => {
    const first = await get("/");
    expect(first.headers["cache-control"]).toBe("no-cache");
    const tag = String(first.headers["etag"]);
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const again = await get("/", { "if-none-match": tag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect(again.headers["etag"]).toBe(tag);
    expect((await get("/about-us", { "if-none-match": tag })).statusCode).toBe(200);
    const missing = await get("/nothing");
    expect((await get("/nothing", { "if-none-match": String(missing.headers["etag"]) })).statusCode).toBe(
      404,
    );
  });

  test.each([
    ["dark", '<html data-scheme="dark" lang=en>'],
    ["light", '<html data-scheme="light" lang=en>'],
    ['"><script>', "<html lang=en>"],
    ["", "<html lang=en>"],
  ])("a visitor's colour scheme is in the page: %s", async (scheme, start) => {
    const neutral = await get("/");
    const answer = await get("/", { cookie: `a=1; color_scheme=${scheme}; b=2` });
    expect(answer.body.slice(0, start.length)).toBe(start);
    const tag = String(answer.headers["etag"]);
    expect(tag === neutral.headers["etag"]).toBe(start === "<html lang=en>");
    // A choice that was changed since is not answered with "not modified".
    const changed = await get("/", { "if-none-match": tag, cookie: "color_scheme=light" });
    expect(changed.statusCode).toBe(scheme === "light" ? 304 : 200);
  });

  test.each([
    "/reset-password?token=x",
    "/%72eset-password?token=x",
    "/reset-password/",
    "http://h/reset-password",
  ])("%s, whose address is a key, is kept nowhere and named to no one", async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect((await get("/register")).headers["referrer-policy"]).toBeUndefined();
  });

  test("the year in the footer turns without a restart, and the page's tag with it", async () => {
    const before = await get("/");
    clock.advance(2 * 60_000);
    const after = await get("/");
    expect(before.body).toContain("2020–2026");
    expect(after.body).toContain("2020–2027");
    expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
  });

  test.each([
    [
      "/sitemap.xml",
      "application/xml; charset=utf-8",
      "<loc>https://quay.example/</loc><url><loc>https://quay.example/buy-sell/btc</loc></url><url><loc>https://quay.example/buy-sell/eth</loc></url>",
    ],
    ["/site.webmanifest", "application/manifest+json", '{"name":"Wattle"}'],
    ["/favicon.svg", "image/svg+xml", "<svg></svg>"],
  ])("%s is %s", async (url, type, content) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe(type);
    expect(answer.body).toBe(content);
  });
});

describe("the page of components", () => {
  test.each([
    ["with demo data", { DEMO: "true" }, 200, "Components"],
    ["without", { DEMO: "false" }, 404, "Page not found"],
    ["in production", PRODUCTION, 404, "Page not found"],
  ])("%s", async (_title, env, status, content) => {
    const answer = await site(env).inject({ url: "/dev/ui" });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(content);
  });
});

describe("pages of coins", () => {
  const COINS = marketsOf(FIRST_MARKETS).currencies.filter(({ kind, active }) => kind === "crypto" && active);
  afterEach(() => void learnMarkets(FIRST_MARKETS));

  test("each says what it is and has its data with it, and the site map has all of them", async () => {
    const app = site();
    for (const { code, full_name } of COINS) {
      const slug = code.toLowerCase();
      const { statusCode, body } = await app.inject(`/buy-sell/${slug}`);
      expect(statusCode).toBe(200);
      expect(body).toContain(`href=https://quay.example/buy-sell/${slug}>`);
      expect(body).toContain(`<h1>${full_name}</h1>`);
      const text = await app.inject(`/buy-sell/${slug}.json`);
      expect(text.headers["content-type"]).toContain("application/json");
      expect(body).toContain(`id="wattle-coin">${text.body}</script>`);
      expect(text.json()).toMatchObject({ code, name: full_name, buyFee: "1.00" });
    }
    const { body } = await app.inject("/sitemap.xml");
    expect(body).toContain("<url><loc>https://quay.example/buy-sell/btc</loc></url>");
  });

  test.each(["/buy-sell/xyz", "/buy-sell/aud", "/buy-sell/bth", "/buy-sell/xyz.json", "/buy-sell/btc/more"])(
    "%s is not found",
    async (address) => {
      expect((await site().inject(address)).statusCode).toBe(404);
    },
  );

  test("the short address of the proofs leads to their page", async () => {
    const { statusCode, headers } = await site().inject("/proof");
    expect([statusCode, headers.location]).toEqual([301, "/proof-of-liabilities"]);
  });

  test("a code in capital letters leads to the page", async () => {
    const { statusCode, headers } = await site().inject("/buy-sell/BTC");
    expect([statusCode, headers.location]).toEqual([301, "/buy-sell/btc"]);
  });

  test("a coin that staff add has a page at once, its name escaped; one that is closed has none", async () => {
    const app = site();
    const [coin] = COINS.slice(-1);
    const from = coin?.code ?? "";
    const renamed = (code: string): string => (code === from ? "XMR" : code);
    expect((await app.inject("/buy-sell/xmr")).statusCode).toBe(404);
    learnMarkets({
      currencies: FIRST_MARKETS.currencies.map((one) =>
        one.code === from ? { ...one, code: "XMR", full_name: "A <b>&amp; B" } : one,
      ),
      pairs: FIRST_MARKETS.pairs.map((pair) => ({ ...pair, from: renamed(pair.from), to: renamed(pair.to) })),
    });
    const { body } = await app.inject("/buy-sell/xmr");
    expect(body).toContain("<h1>A &lt;b&gt;&amp;amp; B</h1>");
    expect(body).not.toContain("<b>");
    expect((await app.inject("/sitemap.xml")).body).toContain("/buy-sell/xmr");
    expect((await app.inject(`/buy-sell/${from.toLowerCase()}`)).statusCode).toBe(404);
    expect((await app.inject("/sitemap.xml")).body).not.toContain(`/buy-sell/${from.toLowerCase()}<`);
  });
});

describe("files", () => {
  const served = (): FastifyInstance => {
    const app = site();
    app.setNotFoundHandler(() => {
      throw new DomainError("not_found");
    });
    void app.register((scope) => serveFiles(scope, root));
    return app;
  };
  const FOR_EVER = "public, max-age=31536000, immutable";

  test.each([
    ["/assets/font-1a2b.woff2", 200, "font", FOR_EVER],
    ["/js/chunks/page-1a2b.js", 200, "code", FOR_EVER],
    ["/favicon.ico", 200, "icon", "public, max-age=3600"],
    ["/js/chunks/page-0000.js", 404, "Not found", undefined],
    ["/assets/../pages.json", 404, "Page not found", "no-cache"],
    ["/j%73/chunks/page-1a2b.js", 200, "code", FOR_EVER],
    ["/js/chunks/page-1a2b.js.br", 404, "Not found", undefined],
    ["/js/chunks/", 404, "Page not found", "no-cache"],
    ["/assets/..%2fpages.json", 404, "Not found", undefined],
    ["/assets/%00", 404, "Not found", undefined],
    ["/pages.json", 404, "Page not found", "no-cache"],
    ["/app.html", 404, "Page not found", "no-cache"],
  ])("%s answers %i", async (url, status, content, kept) => {
    const answer = await served().inject({ url });
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([status, kept]);
    expect(answer.body).toContain(content);
  });

  test("a file is sent compressed to who takes that", async () => {
    const answer = await served().inject({
      url: "/js/chunks/page-1a2b.js",
      headers: { "accept-encoding": "br" },
    });
    expect([answer.headers["content-encoding"], answer.body]).toEqual(["br", "smaller"]);
    expect(answer.headers["content-type"]).toContain("javascript");
  });

  test("no folder is read for a file that is asked for: what was there at the start alone is sent, while it is there", async () => {
    const [early, late] = ["js/chunks/early-1a2b.js", "js/chunks/late-1a2b.js"];
    writeFileSync(path.join(root, early), "early");
    const app = served();
    await app.ready();
    writeFileSync(path.join(root, late), "late");
    const statusOf = async (file: string) => (await app.inject({ url: `/${file}` })).statusCode;
    expect([await statusOf(early), await statusOf(late)]).toEqual([200, 404]);
    rmSync(path.join(root, early));
    rmSync(path.join(root, late));
    const gone = await app.inject({ url: `/${early}` });
    expect([gone.statusCode, gone.body, gone.headers["cache-control"]]).toEqual([
      404,
      "Not found",
      undefined,
    ]);
  });

  test.each([
    ["range", "bytes=99999999-"],
    ["if-match", '"x"'],
  ])("%s that no file can meet is the client's fault", async (header, value) => {
    const app = served();
    app.setErrorHandler(sendError);
    const answer = await app.inject({ url: "/favicon.ico", headers: { [header]: value } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "bad_request"]);
  });

  test("nothing but reading is answered as unknown", async () => {
    const { body } = await served().inject({ url: "/assets/font-1a2b.woff2", method: "POST" });
    expect(body).toContain("not_found");
  });
});
