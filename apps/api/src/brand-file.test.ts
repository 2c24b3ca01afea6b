import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_BRAND, DEFAULT_DESCRIPTION } from "@wattle/contracts/brand";
import { FIRST_COIN_TEXTS } from "@wattle/contracts/coin-page";
import { useShortMessages } from "@wattle/contracts/zod-messages";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "wattle-brand-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function withBrand(text: string) {
  const file = path.join(folder, "brand.json");
  writeFileSync(file, text);
  return () => readConfig({ BRAND_FILE: file });
}

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "accepted";
}

useShortMessages();

test("texts about coins are over the product's own, and no part of what each page is sent", () => {
  const { brand, coinTexts } = withBrand('{"coins":{"BTC":"Ours.","XMR":"Private."}}')();
  expect(coinTexts).toEqual({ ...FIRST_COIN_TEXTS, BTC: "Ours.", XMR: "Private." });
  expect(Object.keys(brand)).not.toContain("coins");
  expect(readConfig({}).coinTexts).toEqual(FIRST_COIN_TEXTS);
  expect(refusal(withBrand('{"coins":{"btc":"Ours."}}'))).toMatch(/^BRAND_FILE: coins\.btc: /);
  expect(refusal(withBrand('{"coins":{"BTC":""}}'))).toMatch(/^BRAND_FILE: coins\.BTC: /);
});

describe("the brand's file", () => {
  const EXAMPLE = path.resolve(import.meta.dirname, "../../../examples/brand.json");

  test("the example is a whole brand, and all of it counts", () => {
    const { brand } = readConfig({ BRAND_FILE: EXAMPLE });
    expect(brand).toEqual(JSON.parse(readFileSync(EXAMPLE, "utf8")));
    expect(Object.keys(brand).sort()).toEqual(Object.keys(DEFAULT_BRAND).sort());
  });

  test("what it leaves out stays the product's own", () => {
    const unsaid = { ...DEFAULT_BRAND, regulatorLine: DEFAULT_DESCRIPTION };
    expect(withBrand('{"name":"Quay"}')().brand).toEqual({ ...unsaid, name: "Quay" });
    expect(readConfig({}).brand).toEqual(unsaid);
  });

  test.each([
    ["a demo", "true", "{}", DEFAULT_DESCRIPTION],
    ["a demo of a firm with its own", "true", '{"regulatorLine":"Ours."}', "Ours."],
    ["an installation", "false", "{}", ""],
    ["a firm with its own", "false", '{"regulatorLine":"Ours."}', "Ours."],
  ])("what pages say of the regulator in %s", (_title, DEMO, text, line) => {
    withBrand(text);
    expect(readConfig({ DEMO, BRAND_FILE: path.join(folder, "brand.json") }).brand.regulatorLine).toBe(line);
    expect(readConfig({ DEMO }).brand.regulatorLine).toBe(DEMO === "true" ? DEFAULT_DESCRIPTION : "");
  });

  test("times that it leaves out stay the product's own, one by one", () => {
    const { times } = withBrand('{"times":{"matched":"matched hourly","reaches":{"payid":"Seconds"}}}')()
      .brand;
    const { times: own } = DEFAULT_BRAND;
    expect(times).toEqual({
      ...own,
      matched: "matched hourly",
      reaches: { ...own.reaches, payid: "Seconds" },
    });
  });

  test.each([
    [
      "text under 4.5 to 1",
      '{"colours":{"brand":"#7FB2C0"}}',
      /^BRAND_FILE: colours\.brand: .*at least 4\.5 to 1/,
    ],
    [
      "a control under 3 to 1",
      '{"colours":{"control-border":"#D8DEDD"}}',
      /^BRAND_FILE: colours\.control-border: .*at least 3 to 1/,
    ],
    ["an unknown colour", '{"colours":{"primary":"#000000"}}', /^BRAND_FILE: colours\.primary is no colour/],
    [
      "a name that is too long",
      JSON.stringify({ name: "Q".repeat(41) }),
      /^BRAND_FILE: name: Too big: expected string to have <=40 characters$/,
    ],
    [
      "a colour by name",
      '{"colours":{"brand":"navy"}}',
      /^BRAND_FILE: colours\.brand: a colour such as #0E4A5A$/,
    ],
    ["a logo that is no SVG", '{"logoSvg":"<img src=x>"}', /^BRAND_FILE: logoSvg: one <svg> element$/],
    [
      "a country that there is not",
      '{"refusedCountries":["KP","XX"]}',
      /^BRAND_FILE: refusedCountries\.1: a country code such as KP$/,
    ],
    [
      "a time that ends a sentence",
      '{"times":{"matched":"matched on Mondays."}}',
      /^BRAND_FILE: times\.matched: words without a full stop at their end$/,
    ],
    [
      "a time with hidden characters",
      '{"times":{"reaches":{"payid":"Min\\u202Eutes"}}}',
      /^BRAND_FILE: times\.reaches\.payid: words/,
    ],
    ["an address without @", '{"supportEmail":"help"}', /^BRAND_FILE: supportEmail: /],
    [
      "a key that is there twice",
      '{"times":{"matched":"hourly","matched":"daily"}}',
      /^BRAND_FILE: times\.matched is there twice; takes each key once$/,
    ],
    [
      "text that is not JSON",
      "{",
      /^BRAND_FILE: got ".*", which is not JSON; takes the path of a JSON file$/,
    ],
  ])("%s stops the start with a line that names it", (_title, text, line) => {
    expect(refusal(withBrand(text))).toMatch(line);
  });

  test("a file that is not there is named", () => {
    expect(refusal(() => readConfig({ BRAND_FILE: path.join(folder, "none.json") }))).toMatch(
      /^BRAND_FILE: got ".*none\.json", which cannot be read; takes the path of a JSON file$/,
    );
  });
});
