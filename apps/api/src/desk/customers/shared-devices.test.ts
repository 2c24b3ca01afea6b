import type { CustomerFile } from "@wattle/contracts/desk";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { ABOUT, FORM, upload } from "../../testing/applicant.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { confirmed, PASSWORD } from "../../testing/visitor.ts";

interface Row {
  readonly id: string;
  readonly possible_duplicate: boolean;
  readonly likely_duplicate: { readonly id: string; readonly shares: readonly string[] } | null;
}

describe.each(DIALECTS)("one device on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  test("makes two customers possible duplicates, who send their identity or look at it; staff it does not", async () => {
    const [one, two] = [await confirmed(api), await confirmed(api)];
    await mutate(one.client, "identity.save", { ...FORM, last_name: "Alone", document_number: "PX7654321" });
    await upload(one.client, "front");
    await upload(one.client, "selfie");
    expect((await mutate(one.client, "identity.send", { about: ABOUT })).status).toBe(200);
    const device = api.client({ ip: "10.1.9.9" });
    const staff = api.client({ ip: "10.1.9.9" });
    await device.login(two.email, PASSWORD);
    staff.cookies.set("device", device.cookies.get("device") ?? "");
    await staff.login("compliance@demo.test");

    const duplicatesOf = async (id: string) =>
      (await query<CustomerFile>(staff, "ops.customers.get", { id })).data.duplicates.map((each) => [
        each.id,
        each.shares,
      ]);
    const waiting = async () =>
      (await query<{ data: Row[] }>(staff, "ops.customers.waiting", { per_page: 50 })).data.data.find(
        ({ id }) => id === one.id,
      );
    expect(await duplicatesOf(one.id)).toEqual([]);
    expect(await waiting()).toMatchObject({ possible_duplicate: false, likely_duplicate: null });
    await device.login(one.email, PASSWORD);
    expect(await duplicatesOf(one.id)).toEqual([[two.id, ["device"]]]);
    expect(await duplicatesOf(two.id)).toEqual([[one.id, ["device"]]]);
    expect(await waiting()).toMatchObject({
      possible_duplicate: true,
      likely_duplicate: { id: two.id, shares: ["device"] },
    });
  });
});
