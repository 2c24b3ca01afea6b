import type { CustomerFile } from "@wattle/contracts/desk";
import type { IdentityState } from "@wattle/contracts/identity";
import { newDataKeyText } from "@wattle/db/sealed/data-key";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { everythingStored } from "@wattle/db/testing/everything";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { ABOUT, applicant, FORM, upload } from "../../testing/applicant.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";

const [OLD, NEW] = [newDataKeyText(), newDataKeyText()];
const BLURRED = "The photo is blurred. Take it again in good light.";

describe.each(DIALECTS)("an identity that is sent again on %s", (dialect) => {
  let database: FreshDatabase;
  let api: TestApp;
  let staff: TestClient;
  const start = (keys: string): Promise<TestApp> =>
    startTestApp({ dialect, databaseUrl: database.url, env: { DATA_KEYS: keys, LOG_LEVEL: "error" } });
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    api = await start(OLD);
    staff = api.client();
    await staff.login("compliance@demo.test");
  });
  afterAll(async () => {
    await api.close();
    await database.close();
  });

  const sinceLastTry = async (id: string, by = staff) =>
    (await query<CustomerFile>(by, "ops.customers.get", { id })).data.identity.since_last_try;
  const documentsOf = async (client: TestClient) =>
    (await query<IdentityState>(client, "identity.get")).data.documents;
  async function sentBack(message = BLURRED) {
    const one = await applicant(api);
    expect((await mutate(staff, "ops.customers.reject", { id: one.id, message })).status).toBe(200);
    return one;
  }
  const sendAgain = async ({ client }: { readonly client: TestClient }): Promise<void> => {
    expect((await mutate(client, "identity.send")).status).toBe(200);
  };

  test("says which fields and photos differ, with what they were and what the customer was asked", async () => {
    const one = await sentBack();
    const [front] = await documentsOf(one.client);
    expect(await sinceLastTry(one.id)).toBeNull();
    await mutate(one.client, "identity.save", { date_of_birth: "1990-02-27", middle_name: "Ann" });
    await upload(one.client, "front");
    await upload(one.client, "back");
    expect(await sinceLastTry(one.id)).toBeNull();
    await sendAgain(one);
    expect(await sinceLastTry(one.id)).toEqual({
      sent_back_at: expect.any(String),
      message: BLURRED,
      changed: [
        { field: "middle_name", before: "", after: "Ann" },
        { field: "date_of_birth", before: FORM.date_of_birth, after: "1990-02-27" },
      ],
      photos: [
        { side: "front", before: front },
        { side: "back", before: null },
      ],
      answers: [],
    });
  });

  test("says which of the five answers differ, with what they were", async () => {
    const one = await sentBack("Tell us more about your plans.");
    await mutate(one.client, "identity.save", {
      about: { occupation: "retired", politically_exposed: true },
    });
    await sendAgain(one);
    expect(await sinceLastTry(one.id)).toMatchObject({
      changed: [],
      answers: [
        { field: "occupation", before: ABOUT.occupation },
        { field: "politically_exposed", before: ABOUT.politically_exposed },
      ],
    });
  });

  test("a first try has nothing to be compared with, and a decided one is not compared", async () => {
    const { id } = await applicant(api);
    expect(await sinceLastTry(id)).toBeNull();
    const again = await sentBack();
    await sendAgain(again);
    expect(await sinceLastTry(again.id)).toMatchObject({ changed: [], photos: [], answers: [] });
    expect((await mutate(staff, "ops.customers.verify", { id: again.id })).status).toBe(200);
    expect(await sinceLastTry(again.id)).toBeNull();
  });

  test("is compared with the try before it, not with the first; what was typed back again is no change", async () => {
    const one = await sentBack("Use your home address.");
    await mutate(one.client, "identity.save", { street: "2 Example Street" });
    await sendAgain(one);
    await mutate(staff, "ops.customers.reject", { id: one.id, message: BLURRED });
    await mutate(one.client, "identity.save", { street: FORM.street, city: "Elsewhere" });
    await mutate(one.client, "identity.save", { city: FORM.city });
    const selfie = (await documentsOf(one.client)).find(({ side }) => side === "selfie");
    await mutate(one.client, "identity.removeDocument", { id: selfie?.id });
    await upload(one.client, "selfie");
    await sendAgain(one);
    expect(await sinceLastTry(one.id)).toMatchObject({
      message: BLURRED,
      changed: [{ field: "street", before: "2 Example Street", after: FORM.street }],
      photos: [{ side: "selfie", before: { id: selfie?.id } }],
    });
  });

  test("what was sent back is sealed, and sealed again with another key", async () => {
    const one = await sentBack();
    await mutate(one.client, "identity.save", { street: "3 Other Street" });
    await sendAgain(one);
    const stored = await everythingStored(database, database.url);
    expect(stored).not.toContain(FORM.street);
    const rotating = await start(`${NEW},${OLD}`);
    expect((await runOps(rotating, ["keys", "rotate"])).out).toMatch(
      /identities\.sent_back: \d+ sealed with/,
    );
    await rotating.close();
    const after = await start(NEW);
    const other = after.client();
    await other.login("compliance@demo.test");
    expect(await sinceLastTry(one.id, other)).toMatchObject({ changed: [{ before: FORM.street }] });
    await after.close();
  });
});
