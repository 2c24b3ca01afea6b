import { readFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_BRAND, DEFAULT_DESCRIPTION, type Brand } from "@wattle/contracts/brand";
import { FIRST_COIN_TEXTS, type CoinTexts } from "@wattle/contracts/coin-page";
import { isCountryCode } from "@wattle/contracts/countries";
import { CURRENCY_CODE } from "@wattle/contracts/market-records";
import { isPlainLine } from "@wattle/contracts/plain-text";
import { brandColourFaults } from "@wattle/contracts/theme-colours";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { LegalTextError, readLegalTexts, type LegalTexts } from "./legal-files.ts";
import { repeatedKey } from "./repeated-key.ts";

const hexColour = z.string().regex(/^#[0-9a-fA-F]{6}$/, "a colour such as #0E4A5A");
const marketCode = z.string().regex(CURRENCY_CODE, "a currency code such as BTC");

/** Half a sentence, which pages end themselves. */
const time = z
  .string()
  .min(1)
  .max(80)
  .refine((text) => isPlainLine(text) && !/^\s|[\s.]$/.test(text), "words without a full stop at their end");

const brandFile = z.object({
  name: z.string().min(1).max(40).optional(),
  domain: z.string().min(1).max(100).optional(),
  supportEmail: z.email().optional(),
  legalEntity: z.string().min(1).max(120).optional(),
  registration: z.string().min(1).max(120).optional(),
  address: z.string().min(1).max(200).optional(),
  regulatorLine: z.string().min(1).max(300).optional(),
  logoSvg: z
    .string()
    .max(20_000)
    .regex(/^\s*<svg[\s>][\s\S]*<\/svg>\s*$/, "one <svg> element")
    .nullish(),
  colours: z.record(z.string(), hexColour).optional(),
  markets: z
    .object({
      homeCurrency: marketCode,
      defaultPair: z.object({ credit: marketCode, debit: marketCode }),
      coins: z.array(marketCode).min(1).max(10),
    })
    .partial()
    .optional(),
  times: z
    .object({
      reaches: z.object({ bank_transfer: time, payid: time, post_billpay: time }).partial(),
      matched: time,
      checked: time,
      paidOut: time,
      arrives: time,
    })
    .partial()
    .optional(),
  refusedCountries: z.array(z.string().refine(isCountryCode, "a country code such as KP")).optional(),
  coins: z
    .record(marketCode, z.string().max(600).refine(isPlainLine, "plain text on one line").min(1))
    .optional(),
});

/** An operator's own values, over the product's. */
export interface OwnBrand {
  readonly brand: Brand;
  /** Texts about coins, by code: the brand file's over the product's own. */
  readonly coinTexts: CoinTexts;
}

function readJson(file: string): unknown {
  const refuse = (why: string, cause?: unknown): never => {
    throw new ConfigError(`BRAND_FILE: got ${JSON.stringify(file)}, ${why}; takes the path of a JSON file`, {
      cause,
    });
  };
  let text = "";
  try {
    text = readFileSync(path.resolve(file), "utf8");
  } catch (cause) {
    refuse("which cannot be read", cause);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    refuse("which is not JSON", cause);
  }
  const repeated = repeatedKey(text);
  if (repeated !== undefined)
    throw new ConfigError(`BRAND_FILE: ${repeated} is there twice; takes each key once`);
  return json;
}

/**
 * Reads the brand file. A demo without a regulator line of its own shows the specified one.
 * @throws ConfigError with a line for each thing that is wrong in it
 */
export function readBrand(file: string | undefined, { isDemo }: { readonly isDemo: boolean }): OwnBrand {
  const unsaid = { ...DEFAULT_BRAND, regulatorLine: isDemo ? DEFAULT_DESCRIPTION : "" };
  if (file === undefined) return { brand: unsaid, coinTexts: FIRST_COIN_TEXTS };
  const json = readJson(file);
  // Zod's own texts, which name the bound: an operator reads them at length.
  const parsed = brandFile.safeParse(json, { error: z.locales.en().localeError });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `BRAND_FILE: ${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(lines.join("\n"));
  }
  const { logoSvg, coins, ...given } = parsed.data;
  const faults = brandColourFaults(given.colours ?? {});
  if (faults.length > 0)
    throw new ConfigError(faults.map((fault) => `BRAND_FILE: colours.${fault}`).join("\n"));
  const brand = {
    ...unsaid,
    ...given,
    logoSvg: logoSvg ?? null,
    markets: { ...DEFAULT_BRAND.markets, ...given.markets },
    times: {
      ...DEFAULT_BRAND.times,
      ...given.times,
      reaches: { ...DEFAULT_BRAND.times.reaches, ...given.times?.reaches },
    },
  };
  return { brand, coinTexts: { ...FIRST_COIN_TEXTS, ...coins } };
}

/** Reads the legal texts next to the brand file. @throws ConfigError if one cannot be used */
export function readOwnTexts(brandFile: string | undefined): LegalTexts {
  if (brandFile === undefined) return {};
  try {
    return readLegalTexts(path.dirname(path.resolve(brandFile)));
  } catch (error) {
    if (error instanceof LegalTextError) throw new ConfigError(`BRAND_FILE: ${error.message}`);
    throw error;
  }
}
