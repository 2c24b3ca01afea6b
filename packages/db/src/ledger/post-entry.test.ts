import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { balancesOf } from "../balances.ts";
import { insertCurrencyIfNone } from "../currencies.ts";
import { insertUser } from "../accounts.ts";
import { availableAccount, houseAccount } from "./accounts.ts";
import { postEntry } from "./post-entry.ts";

describe.each(DIALECTS)("%s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
  });
  afterAll(() => database.close());
  test("x", async () => {
    await database.write(async (tx) => {
      await insertCurrencyIfNone(tx, { code: "AUD", kind: "fiat", full_name: "x", active: 1n, position: 0n });
      await insertUser(tx, {
        id: "u",
        email: "A@b.c",
        password_hash: "",
        first_name: "",
        last_name: "",
        middle_name: null,
        phone: null,
        status: "verified",
        status_reason: null,
        default_country: "AU",
        email_verified_at: null,
        role: "partner",
        permissions: "[]",
        partner_hash: null,
        referred_by: null,
        referral_hash: null,
        utm: null,
        password_changed_at: null,
        created_at: 0n,
      });
      await postEntry(tx, {
        id: "e",
        kind: "k",
        description: "",
        createdBy: "x",
        createdAt: 1n,
        postings: [
          {
            source: houseAccount("bank", "AUD"),
            destination: availableAccount("u", "AUD"),
            currency: "AUD",
            amount: 500n,
          },
        ],
      });
    });
    expect(await balancesOf(database.read, "u")).toEqual(new Map([["AUD", 500n]]));
  });
});
