import type { CaseSummary } from "@wattle/contracts/cases";
import { strFromU8, unzipSync } from "fflate";
import { rolesText } from "@wattle/db/roles";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CustomerRating } from "@wattle/contracts/ratings";
import { keepRating } from "../../compliance/keep-rating.ts";
import { screenAll } from "../../compliance/screen-all.ts";
import { copyData } from "../../data-export/copy-data.ts";
import { REST_ROUTES } from "../../rest/routes.ts";
import { appRouter } from "../../router.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { applicant } from "../../testing/applicant.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { creditCustomer, watchAll } from "../../testing/rules.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { mailsTo } from "../../testing/visitor.ts";
import { procedureFacts, procedureNames } from "../../trpc-internals.ts";

/** A word of each thing that compliance has written. */
const CANARIES = ["Canarylist", "Canarycase", "Canaryrating"] as const;

describe.each(DIALECTS)("nothing of compliance reaches others, on %s", (dialect) => {
  let api: TestApp;
  let customer: Awaited<ReturnType<typeof applicant>>;
  let partner: TestClient;
  let traces: readonly string[];
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    const { client: carla } = await newStaff(api, "compliance");
    const host = await newAccount(api, { roles: rolesText(["partner"]), partner_hash: "canary-partner" });
    partner = host.client;
    const list = {
      source: "own",
      content: "name,birth_date,country,reason\nMary Applicant,1990,,Canarylist\n",
    };
    await mutate(carla, "ops.lists.import", list);
    customer = await applicant(api);
    await api.services.database.write((tx) =>
      tx.updateTable("users").set({ referred_by: host.id }).where("id", "=", customer.id).execute(),
    );
    await screenAll(api.services);
    for (let made = 0; made < 3; made += 1) await creditCustomer(api, customer.id, 9_000_00n);
    await watchAll(api);
    await mutate(carla, "ops.customers.rate", {
      id: customer.id,
      rating: "high",
      internal_note: "Canaryrating",
    });
    const { data } = await query<{ data: CaseSummary[] }>(carla, "ops.cases.list", { limit: 200 });
    const cases = data.data.filter((each) => each.customer.id === customer.id);
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(["screening", "monitoring"]));
    for (const { id } of cases) await mutate(carla, "ops.cases.note", { id, text: "Canarycase" });
    const [first] = cases;
    const closing = { id: first?.id, outcome: "reported", internal_note: "Canarycase" };
    expect((await mutate<{ outcome: string }>(carla, "ops.cases.close", closing)).data.outcome).toBe(
      "awaiting_approval",
    );
    // One person alone does not close it meanwhile.
    const alone = await mutate(carla, "ops.cases.close", { ...closing, outcome: "nothing_found" });
    expect(alone.code).toBe("state_conflict");
    traces = [
      ...CANARIES,
      ...cases.map(({ id }) => id),
      // Every customer reads of the source of funds: the identity form asks for it.
      ...cases.flatMap(({ rule }) => (rule === null || rule === "source_of_funds" ? [] : [rule])),
      "confidential.",
      "case.opened",
      "customer.funds_asked",
      "customer.rated",
      "funds_asked",
      "review_on",
      "ops.cases.close",
      "screening",
    ];
    for (const { id } of cases) {
      const { data: found } = await query(carla, "ops.cases.get", { id });
      expect(JSON.stringify(found)).toContain("Canarycase");
    }
  });
  afterAll(() => api.close());

  /** Everything that someone reads who asks for everything, by each procedure and path, about that customer and anything else. */
  async function readAll(client: TestClient): Promise<string[]> {
    const inputs = [undefined, {}, { id: customer.id }, { customer: customer.id }, { query: customer.email }];
    const reads = procedureNames(appRouter).filter(
      (name) => procedureFacts(appRouter, name).type === "query",
    );
    const texts: string[] = [];
    for (const name of reads)
      for (const input of inputs) {
        const { data, message, errors } = await query(client, name, input);
        texts.push(`${name}: ${JSON.stringify([data, message, errors])}`);
      }
    for (const { method, path } of REST_ROUTES)
      if (method === "GET") texts.push(`${path}: ${(await client.get(path)).text}`);
    return texts;
  }

  const tracesIn = (texts: readonly string[]): string[] =>
    texts.flatMap((text) =>
      traces.filter((trace) => text.includes(trace)).map((trace) => `${trace} in ${text}`),
    );

  test.each(["customer", "partner", "support", "finance"] as const)("a %s finds none", async (who) => {
    const client =
      who === "customer" ? customer.client : who === "partner" ? partner : (await newStaff(api, who)).client;
    const texts = await readAll(client);
    expect(texts.length).toBeGreaterThan(100);
    expect(tracesIn(texts)).toEqual([]);
    // Those who would see that this customer was asked, and others were not, could guess why.
    expect(texts.filter((text) => text.includes("Where does your money come from?"))).toEqual([]);
  });

  test("a hit, and a case that is closed as reported, send the customer nothing", async () => {
    const { client: carla } = await newStaff(api, "compliance");
    const verified = (id: string) =>
      api.services.database.write((tx) =>
        tx.updateTable("users").set({ status: "verified" }).where("id", "=", id).execute(),
      );
    const casesOf = async (id: string) =>
      (await query<{ data: CaseSummary[] }>(carla, "ops.cases.list", { limit: 200 })).data.data.filter(
        (each) => each.customer.id === id,
      );
    const ratingOf = async (id: string) =>
      (await query<CustomerRating>(carla, "ops.customers.rating", { id })).data.rating;
    const hit = await applicant(api);
    await verified(hit.id);
    const reported = await newAccount(api);
    const subjects = async () =>
      (await Promise.all([mailsTo(api, hit.email), mailsTo(api, reported.email)])).map((mails) =>
        mails.map(({ subject }) => subject),
      );
    for (let made = 0; made < 3; made += 1) await creditCustomer(api, reported.id, 9_000_00n);
    await watchAll(api);
    const before = await subjects();
    await screenAll(api.services);
    await watchAll(api);
    expect((await casesOf(hit.id)).map(({ kind, status }) => [kind, status])).toEqual([
      ["screening", "open"],
    ]);
    const [found] = await casesOf(reported.id);
    const closing = { id: found?.id, outcome: "reported", internal_note: "Canarycase" };
    await mutateByTwo(api, carla, "ops.cases.close", closing);
    await watchAll(api);
    for (const { id } of [hit, reported]) {
      await keepRating(api.services, id);
      expect(await ratingOf(id)).toBe("high");
    }
    expect(await subjects()).toEqual(before);
    // Compliance may still ask by hand.
    await mutate(carla, "ops.customers.rate", { id: reported.id, rating: "high", internal_note: "Ask" });
    expect((await subjects())[1]).toEqual(["Where does your money come from?", ...(before[1] ?? [])]);
  });

  test("no mail, event, copy of data or line of the log has any", async () => {
    const mails = await mailsTo(api, customer.email);
    const asked = mails.filter(({ subject }) => subject === "Where does your money come from?");
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).not.toMatch(/risk|rating|review|hold|report|monitor/i);
    expect(tracesIn(mails.map((mail) => JSON.stringify(mail)))).toEqual([]);
    expect(tracesIn(api.log.map((line) => JSON.stringify(line)))).toEqual([]);
    const pieces: Uint8Array[] = [];
    for await (const piece of await copyData(api.services, customer.id)) pieces.push(piece);
    const files = Object.values(unzipSync(Buffer.concat(pieces)));
    expect(tracesIn(files.map((file) => strFromU8(file)))).toEqual([]);
  });
});
