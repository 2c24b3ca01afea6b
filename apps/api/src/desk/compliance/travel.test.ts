import { PERMISSIONS } from "@wattle/contracts/accounts";
import type { TravelData } from "@wattle/contracts/travel";
import { openCaseOf } from "@wattle/db/cases";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { coinAddressOf, PlayNetwork } from "../../testing/play-network.ts";
import { watchAll } from "../../testing/rules.ts";

const HOUR = 3_600_000;

describe.each(DIALECTS)("the travel rule, on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    network = new PlayNetwork(api);
    await network.follow();
    await watchAll(api);
  });
  afterAll(() => api.close());

  /** A customer to whom coins came. */
  async function receiver() {
    const made = await newAccount(api, { permissions: JSON.stringify(PERMISSIONS) });
    const { address } = await coinAddressOf(made.client);
    await network.send(address, 5_000_000n);
    await network.mine(3);
    const unnamed = async () => (await query<{ ids: string[] }>(made.client, "coins.unnamed")).data.ids;
    const { reference } = await api.services.database.read
      .selectFrom("transactions")
      .select("reference")
      .where("user_id", "=", made.id)
      .executeTakeFirstOrThrow();
    return { ...made, address, unnamed, reference, arrival: (await unnamed())[0] ?? "" };
  }
  const travelOf = async (reference: string): Promise<TravelData> => {
    const { client } = await newStaff(api, "compliance");
    return (await query<TravelData>(client, "ops.travel.get", { reference })).data;
  };
  const alerted = async (id: string) =>
    (await openCaseOf(api.services.database.read, id, { kind: "monitoring", rule: "travel_rule" })) !==
    undefined;

  test("a customer names who sent coins, once, and compliance reads it as IVMS101", async () => {
    const { client, id, address, unnamed, reference, arrival } = await receiver();
    const empty = await travelOf(reference);
    expect(empty.originator.originatorPersons).toEqual([]);
    expect(empty.beneficiary).toMatchObject({
      beneficiaryPersons: [{ naturalPerson: { customerIdentification: id } }],
      accountNumber: [address],
    });
    const sender = {
      whose: "other",
      holder_name: "Ada Sender",
      wallet: "provider",
      provider_name: "Coinhouse",
    };
    const lacking = await mutate(client, "coins.nameSender", { id: arrival, ...sender, holder_name: null });
    expect(Object.keys(lacking.errors ?? {})).toEqual(["holder_name"]);
    const other = await newAccount(api);
    expect((await mutate(other.client, "coins.nameSender", { id: arrival, ...sender })).code).toBe(
      "not_found",
    );
    expect((await mutate(client, "coins.nameSender", { id: arrival, ...sender })).status).toBe(200);
    expect(await unnamed()).toEqual([]);
    expect((await mutate(client, "coins.nameSender", { id: arrival, ...sender })).code).toBe(
      "state_conflict",
    );
    const named = await travelOf(reference);
    expect(named.originator.originatorPersons[0]?.naturalPerson.name.nameIdentifier).toEqual([
      { primaryIdentifier: "Ada Sender", nameIdentifierType: "LEGL" },
    ]);
    expect(named.originatingVASP?.originatingVASP.legalPerson.name.nameIdentifier[0]?.legalPersonName).toBe(
      "Coinhouse",
    );
    expect(named.beneficiaryVASP?.beneficiaryVASP.legalPerson.name.nameIdentifier[0]?.legalPersonName).toBe(
      api.services.config.brand.legalEntity,
    );
  });

  test("compliance says who sent coins if the customer doesn't, once, and it is in their audit log only", async () => {
    const { client, id, unnamed, reference, arrival } = await receiver();
    const { client: carla } = await newStaff(api, "compliance");
    const sender = {
      whose: "other",
      holder_name: "Bo Sender",
      wallet: "provider",
      provider_name: "Coinhouse",
    };
    const name = (by = carla, changes: object = {}) =>
      mutate<TravelData>(by, "ops.travel.nameSender", { reference, ...sender, ...changes });
    const lacking = await name(carla, { holder_name: null, provider_name: " " });
    expect(Object.keys(lacking.errors ?? {}).toSorted()).toEqual(["holder_name", "provider_name"]);
    expect((await name(carla, { reference: "AAAA-BBBB-CCCC" })).code).toBe("not_found");
    for (const role of ["finance", "support"] as const)
      expect((await name((await newStaff(api, role)).client)).status).toBe(403);
    const answers = await Promise.all([name(), name()]);
    expect(answers.filter(({ code }) => code === "state_conflict")).toHaveLength(1);
    expect(await unnamed()).toEqual([]);
    expect((await mutate(client, "coins.nameSender", { id: arrival, ...sender })).code).toBe(
      "state_conflict",
    );
    const named = await travelOf(reference);
    expect(answers.find(({ status }) => status === 200)?.data).toEqual(named);
    expect(named.originator.originatorPersons[0]?.naturalPerson.name.nameIdentifier[0]).toMatchObject({
      primaryIdentifier: "Bo Sender",
    });
    const linesFor = async (by: TestClient) =>
      (await query<{ data: { action: string }[] }>(by, "ops.audit.list", { customer: id })).data.data.filter(
        ({ action }) => action === "coins.sender_named",
      );
    expect(await linesFor(carla)).toHaveLength(1);
    expect(await linesFor((await newStaff(api, "support")).client)).toEqual([]);
    // The 72 hours pass without a case.
    api.clock.advance(73 * HOUR);
    await watchAll(api);
    expect(await alerted(id)).toBe(false);
  });

  test("an address has lines of 70 characters, and nothing that is empty", async () => {
    const { id, reference } = await receiver();
    const street = `${"Long ".repeat(20)}Street`;
    await api.services.database.write((tx) => {
      const form = JSON.stringify({
        address_country: "AU",
        street,
        city: "Sampleton",
        state: "",
        postcode: "",
      });
      const sent = { saved_at: 1n, submitted_at: 1n, decided_at: null, decided_by: null, sent_back: null };
      const sealed = api.services.vault.seal("identities.form", id, form);
      return tx
        .insertInto("identities")
        .values({ user_id: id, form: sealed, ...sent })
        .execute();
    });
    const { beneficiary } = await travelOf(reference);
    const [address] = beneficiary.beneficiaryPersons[0]?.naturalPerson.geographicAddress ?? [];
    expect(address).toEqual({
      addressType: "HOME",
      addressLine: ["Long ".repeat(14).trim(), `${"Long ".repeat(6)}Street`],
      townName: "Sampleton",
      country: "AU",
    });
  });

  test("coins whose sender no one has named within 72 hours open a case; others don't", async () => {
    const [silent, spoken] = [await receiver(), await receiver()];
    await watchAll(api);
    expect(
      (
        await mutate(spoken.client, "coins.nameSender", {
          id: spoken.arrival,
          whose: "mine",
          wallet: "self_hosted",
        })
      ).status,
    ).toBe(200);
    expect(await alerted(silent.id)).toBe(false);
    api.clock.advance(71 * HOUR);
    await watchAll(api);
    expect(await alerted(silent.id)).toBe(false);
    api.clock.advance(2 * HOUR);
    await watchAll(api);
    expect([await alerted(silent.id), await alerted(spoken.id)]).toEqual([true, false]);
  });

  test("finance and support read none of it, and a reference of no coins has none", async () => {
    const { reference } = await receiver();
    for (const role of ["finance", "support"] as const) {
      const { client } = await newStaff(api, role);
      expect((await query(client, "ops.travel.get", { reference })).status).toBe(403);
    }
    const { client } = await newStaff(api, "compliance");
    expect((await query(client, "ops.travel.get", { reference: "AAAA-BBBB-CCCC" })).code).toBe("not_found");
  });
});
