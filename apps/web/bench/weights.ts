import { brotliCompressSync, constants } from "node:zlib";
import { chromium as launcher, type Page } from "playwright";
import { CHROMIUM_FLAGS } from "../../../scripts/chromium.ts";
import { signIn } from "./sign-in.ts";

/** Bytes after brotli at its highest quality, whatever the server sends. */
export interface Weights {
  readonly document: number;
  /** All scripts of the first load and of the five seconds after it, with no one touching the page. */
  readonly script: number;
  /** The scripts among them that were asked for before the page's `load` event. */
  readonly scriptBeforeLoad: number;
  /** Fonts are compressed in themselves: as they are. */
  readonly fonts: number;
}

const AFTER_LOAD_MS = 5_000;

const brotli = (content: Buffer): number =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }).length;

async function firstLoad(page: Page, url: string): Promise<Weights> {
  const fetched: Promise<{ kind: string; bytes: number; beforeLoad: boolean }>[] = [];
  let loaded = false;
  page.once("load", () => (loaded = true));
  page.on("response", (response) => {
    const kind = response.request().resourceType();
    const beforeLoad = !loaded;
    if (!response.ok() || !["document", "script", "font"].includes(kind)) return;
    fetched.push(
      response
        .body()
        .then((body) => ({ kind, bytes: kind === "font" ? body.length : brotli(body), beforeLoad })),
    );
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(AFTER_LOAD_MS);
  const files = await Promise.all(fetched);
  const sum = (wanted: (file: (typeof files)[number]) => boolean): number =>
    files.filter(wanted).reduce((total, file) => total + file.bytes, 0);
  return {
    document: sum(({ kind }) => kind === "document"),
    script: sum(({ kind }) => kind === "script"),
    scriptBeforeLoad: sum(({ kind, beforeLoad }) => kind === "script" && beforeLoad),
    fonts: sum(({ kind }) => kind === "font"),
  };
}

/**
 * Opens a page in an empty browser and weighs what it fetches.
 * @param signInAs email of a demo account that is signed in beforehand; only its cookies and storage are kept
 */
export async function measureWeights({
  chromium,
  origin,
  path,
  signInAs,
  signInLeadsTo,
}: {
  readonly chromium: string;
  readonly origin: string;
  readonly path: string;
  readonly signInAs?: string;
  /** Page it is led to then, unless it is a customer. */
  readonly signInLeadsTo?: RegExp;
}): Promise<Weights> {
  const browser = await launcher.launch({ executablePath: chromium, args: CHROMIUM_FLAGS });
  try {
    const viewport = { width: 390, height: 844 };
    let context = await browser.newContext({ viewport });
    if (signInAs !== undefined) {
      await signIn(await context.newPage(), signInAs, {
        origin,
        ...(signInLeadsTo !== undefined && { to: signInLeadsTo }),
      });
      const storageState = await context.storageState();
      await context.close();
      context = await browser.newContext({ viewport, storageState });
    }
    return await firstLoad(await context.newPage(), origin + path);
  } finally {
    await browser.close();
  }
}
