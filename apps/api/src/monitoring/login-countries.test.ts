import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findMonitored } from "@wattle/db/monitored-history";
import { insertSignIn } from "@wattle/db/sign-ins";
import { DIALECTS } from "@wattle/db/testing/databases";
import { RULE_DEFAULTS } from "@wattle/contracts/rules";
import { afterAll, describe, expect, test } from "vitest";
import { writeAddressDatabase } from "../testing/address-database.ts";
import { startTestApp } from "../testing/app-for-test.ts";
import { newAccount } from "../testing/in-memory.ts";
import { openAddressCountries } from "../screening/address-countries.ts";
import { readHistories } from "./read-history.ts";
import { findBy } from "./rules/rules.ts";
import { Worths } from "./worths.ts";

const folder = mkdtempSync(path.join(tmpdir(), "wattle-geoip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILE = path.join(folder, "countries.mmdb");
writeAddressDatabase(FILE, { "203.0.113.7": "IR", "198.51.100.9": "AU" });

describe("a database of addresses", () => {
  test("knows the country of an address, and of no other", () => {
    const countryOf = openAddressCountries(FILE);
    expect(["203.0.113.7", "198.51.100.9", "203.0.113.8", "::1", "no address"].map(countryOf)).toEqual([
      "IR",
      "AU",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ["that is not there", "none.mmdb", undefined, "can't be read"],
    ["that is another file", "text.mmdb", "hello", "can't be read"],
    ["that is empty", "empty.mmdb", "", "can't be read"],
  ])("%s stops the start", (_what, name, content, why) => {
    const file = path.join(folder, name);
    if (content !== undefined) writeFileSync(file, content);
    expect(() => openAddressCountries(file)).toThrow(why);
  });

  test("without countries stops the start", () => {
    const file = path.join(folder, "owners.mmdb");
    writeAddressDatabase(file, { "203.0.113.7": "IR" }, "Test-ASN");
    expect(() => openAddressCountries(file)).toThrow("GEOIP_DB");
    expect(() => openAddressCountries(file)).toThrow("no countries");
  });
});

describe.each(DIALECTS)("the rule about countries, on %s", (dialect) => {
  test.each([
    ["with a database, finds a login from a listed country", FILE, ["login IR"]],
    ["without one, knows no country of a login", undefined, []],
  ])("%s", async (_what, GEOIP_DB, expected) => {
    const api = await startTestApp({ dialect, ...(GEOIP_DB !== undefined && { env: { GEOIP_DB } }) });
    try {
      const { clock, database, ids } = api.services;
      const id = await newAccount(api);
      const signIn = { user_id: id, user_agent: null, created_at: BigInt(clock.now()) };
      await database.write(async (tx) => {
        await insertSignIn(tx, { ...signIn, id: ids.uuid(), outcome: "succeeded", ip: "203.0.113.7" });
        await insertSignIn(tx, { ...signIn, id: ids.uuid(), outcome: "succeeded", ip: "203.0.113.7" });
      });
      // A stranger who fails to log in says nothing about the customer.
      const other = await newAccount(api);
      await database.write((tx) =>
        insertSignIn(tx, { ...signIn, user_id: other, id: ids.uuid(), outcome: "failed", ip: "203.0.113.7" }),
      );
      const services = { ...api.services, worths: new Worths(api.services) };
      const rules = new Map([["country", RULE_DEFAULTS.country]] as const);
      const context = { now: clock.now(), dayOf: () => "2026-01-01" };
      const found = async (user: string) => {
        const [history] = await readHistories(services, rules, await findMonitored(database.read, [user]), 0);
        if (history === undefined) throw new Error("no history");
        return findBy("country", history, context, RULE_DEFAULTS.country).map(({ event }) => event);
      };
      expect(await found(id)).toEqual(expected);
      expect(await found(other)).toEqual([]);
    } finally {
      await api.close();
    }
  });
});
