import type { IdentityState } from "@wattle/contracts/identity";
import { updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { ABOUT, FORM, upload } from "../testing/applicant.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { whileWaiting } from "../testing/locks.ts";
import { confirmed } from "../testing/visitor.ts";

/** Acts of a form's owner on it, or on the names it was sent with. Each answers its status. */
const ACTS: Readonly<
  Record<string, (client: TestClient, state: IdentityState) => Promise<{ readonly status: number }>>
> = {
  "types into it": (client) => mutate(client, "identity.save", { date_of_birth: "2020-01-01" }),
  "puts another photo into it": (client) => upload(client, "front"),
  "takes a photo out of it": (client, { documents }) =>
    mutate(client, "identity.removeDocument", { id: documents[0]?.id }),
  "sends it": (client) => mutate(client, "identity.send", { about: ABOUT }),
  "takes another name": (client) => mutate(client, "accounts.updateProfile", { last_name: "Other" }),
  "moves to another country": (client) => mutate(client, "accounts.updateProfile", { country: "NG" }),
};

describe.each(DIALECTS)("a form that is being sent on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  test.each(Object.entries(ACTS))("stays as it was judged when its owner %s", async (_, act) => {
    const { client, id } = await confirmed(api);
    await mutate(client, "identity.save", FORM);
    await upload(client, "front");
    const state = async () => (await query<IdentityState>(client, "identity.get")).data;
    const before = await state();
    const sending = async (tx: WriteTx): Promise<void> => {
      await updateUser(tx, id, { status: "pending" });
    };
    const { status } = await whileWaiting(api.services.database, sending, () => act(client, before));
    expect([409, 422]).toContain(status);
    expect(await state()).toEqual({ ...before, status: "pending" });
    const { body } = await client.get<{ data: { user: object } }>(`/api/users/${id}`);
    expect(body.data.user).toMatchObject({ last_name: "Visitor", default_country: "AU" });
  });
});
