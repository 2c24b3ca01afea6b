import type { ApprovalRecord } from "@wattle/contracts/approvals";
import type { CaseRecord, CaseSummary } from "@wattle/contracts/cases";
import type { ListVersion } from "@wattle/contracts/lists";
import type { CustomerRating } from "@wattle/contracts/ratings";
import { findMonitored } from "@wattle/db/monitored-history";
import { RULE_DEFAULTS } from "@wattle/contracts/rules";
import { readHistories } from "../../monitoring/read-history.ts";
import { Worths } from "../../monitoring/worths.ts";
import { findScreened, screenLater } from "@wattle/db/screening";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compareCustomers } from "../../compliance/screen-customers.ts";
import { screenAll } from "../../compliance/screen-all.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { announceDeposit } from "../../testing/bank-orders.ts";
import { applicant, FORM } from "../../testing/applicant.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { mutateByTwo } from "../../testing/second-person.ts";

const NOTE = { internal_note: "Looked at the photos" };
const own = (...rows: readonly string[]): string =>
  ["name,birth_date,country,reason", ...rows, ""].join("\n");
const open = (day: string, ...rows: readonly string[]): string =>
  ["id,schema,name,aliases,birth_date,countries,last_seen", ...rows.map((row) => `${row},${day}`), ""].join(
    "\n",
  );
const MARY = "Mary Applicant,1990,Australia,Invented";

describe.each(DIALECTS)("lists and who is on them, on %s", (dialect) => {
  let api: TestApp;
  let carla: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    carla = (await newStaff(api, "compliance")).client;
  });
  afterAll(() => api.close());

  const lists = async () => (await query<ListVersion[]>(carla, "ops.lists.list")).data;
  const imported = (source: string, content: string) =>
    mutate<ListVersion & { outcome: string }>(carla, "ops.lists.import", { source, content });
  const casesOf = async (customer: string, status?: string) =>
    (
      await query<{ data: CaseSummary[] }>(carla, "ops.cases.list", { limit: 200, ...(status && { status }) })
    ).data.data.filter((each) => each.customer.id === customer);
  const caseOf = async (customer: string): Promise<CaseRecord> => {
    const [first] = await casesOf(customer);
    return (await query<CaseRecord>(carla, "ops.cases.get", { id: first?.id })).data;
  };
  const verify = (id: string) => mutate(carla, "ops.customers.verify", { id });
  const close = (id: string, outcome = "not_this_person") =>
    mutateByTwo<CaseRecord>(api, carla, "ops.cases.close", { id, outcome, ...NOTE });

  /** Names someone whom a customer pays. */
  const pays = async (id: string, holder: string): Promise<void> => {
    const { clock, ids, database, vault } = api.services;
    const payee = ids.uuid();
    await database.write((tx) =>
      tx
        .insertInto("coin_payees")
        .values({
          id: payee,
          user_id: id,
          currency: "BTC",
          network: "bitcoin",
          address: vault.seal("coin_payees.address", payee, "tb1"),
          label: vault.seal("coin_payees.label", payee, "A friend"),
          whose: "other",
          holder_name: vault.seal("coin_payees.holder_name", payee, holder),
          wallet: "self_hosted",
          provider_name: null,
          created_at: BigInt(clock.now()),
          available_at: BigInt(clock.now()),
          proved_at: null,
        })
        .execute(),
    );
    await database.write((tx) => screenLater(tx, id, BigInt(clock.now())));
  };

  // Each begins with a list that has no one of the test's customers.
  beforeEach(async () => {
    expect((await imported("own", own("Harald Lindqvist,1960,Sweden,Invented"))).status).toBe(200);
    await screenAll(api.services);
  });

  test("an applicant who is on a list cannot be verified until two people have decided", async () => {
    await imported("own", own(MARY));
    const { id } = await applicant(api);
    const found = await caseOf(id);
    expect(found).toMatchObject({
      kind: "screening",
      status: "open",
      rule: null,
      assignee: null,
      rows: [],
      filings: [],
      linked: [],
      hits: [
        {
          source: "own",
          asked: {
            of: "customer",
            name: `${FORM.first_name} ${FORM.last_name}`,
            birth_date: FORM.date_of_birth,
          },
          entry: { name: "Mary Applicant", birth_dates: ["1990"], countries: ["AU"], reason: "Invented" },
        },
      ],
    });
    const [hit] = found.hits;
    const { name = 0, birth_date = 0, country = 0 } = hit?.parts ?? {};
    expect(hit?.score).toBeCloseTo(name * 0.9 + birth_date + country, 1);
    expect(await verify(id)).toMatchObject({ status: 409, code: "screening_open" });
    const asked = await mutate<{ outcome: string }>(carla, "ops.cases.close", {
      id: found.id,
      outcome: "not_this_person",
      ...NOTE,
    });
    expect(asked.data.outcome).toBe("awaiting_approval");
    expect(await verify(id)).toMatchObject({ code: "screening_open" });
    const again = await mutate(carla, "ops.cases.close", { id: found.id, outcome: "reported", ...NOTE });
    expect(again.code).toBe("state_conflict");
    const { data } = await query<{ data: ApprovalRecord[] }>(carla, "ops.approvals.list", {
      status: "pending",
    });
    await mutate(carla, "ops.approvals.withdraw", { id: data.data[0]?.id });
    const closed = await close(found.id);
    expect(closed.data).toMatchObject({ status: "closed", outcome: "done" });
    expect((await caseOf(id)).outcome).toBe("not_this_person");
    expect(closed.data.notes.map(({ text }) => text)).toEqual([NOTE.internal_note]);
    expect((await verify(id)).status).toBe(200);
    expect((await close(found.id)).code).toBe("state_conflict");
  });

  test("withdrawals are held silently while it is open, and go on afterwards", async () => {
    await imported("own", own(MARY));
    const { id } = await applicant(api);
    const heldKinds = async () =>
      (
        await query<{ holds: { on: string; released_at: string | null; internal_note: string }[] }>(
          carla,
          "ops.customers.get",
          { id },
        )
      ).data.holds.filter(({ released_at }) => released_at === null);
    expect(await heldKinds()).toMatchObject([{ on: "withdrawals", internal_note: "Under review" }]);
    await close((await caseOf(id)).id);
    expect(await heldKinds()).toEqual([]);
  });

  test("a case ends neither a colleague's hold nor one that a report left, and only it ends its own", async () => {
    await imported("own", own(MARY));
    const { id } = await applicant(api);
    const holdsOf = async (customer: string) =>
      (
        await query<{ holds: { on: string; released_at: string | null }[] }>(carla, "ops.customers.get", {
          id: customer,
        })
      ).data.holds.flatMap(({ on, released_at }) => (released_at === null ? [on] : []));
    const hold = { id, on: ["withdrawals"], ...NOTE };
    expect(await mutate(carla, "ops.customers.releaseHold", hold)).toMatchObject({
      status: 409,
      code: "state_conflict",
    });
    await close((await caseOf(id)).id, "reported");
    await imported("own", own(MARY.replace("Invented", "A new reason")));
    await screenAll(api.services);
    await close((await caseOf(id)).id);
    expect(await holdsOf(id)).toEqual(["withdrawals"]);
    expect((await mutate(carla, "ops.customers.releaseHold", hold)).status).toBe(200);

    const other = (await applicant(api)).id;
    await close((await caseOf(other)).id);
    await mutate(carla, "ops.customers.hold", { ...hold, id: other });
    await imported("own", own(MARY.replace("Invented", "One more reason")));
    await screenAll(api.services);
    await close((await caseOf(other)).id);
    expect(await holdsOf(other)).toEqual(["withdrawals"]);
  });

  test("a version that is replaced before everyone was compared leaves no one out", async () => {
    const { id } = await applicant(api);
    await imported("own", own(MARY));
    await imported("own", own(MARY, "Someone Else,,,"));
    await screenAll(api.services);
    expect((await caseOf(id)).hits).toHaveLength(1);
  });

  test("everyone is compared again with a new version, and a decision lasts until the entry changes", async () => {
    const { id } = await applicant(api);
    expect(await casesOf(id)).toEqual([]);
    await imported("own", own(MARY));
    expect((await lists())[0]?.progress).toEqual({ screened: 0, customers: expect.any(Number) });
    await screenAll(api.services);
    expect((await lists())[0]?.progress).toBeNull();
    const first = await caseOf(id);
    await close(first.id);
    await imported("own", own(MARY, "Someone Else,,,"));
    await screenAll(api.services);
    expect(await casesOf(id, "open")).toEqual([]);
    await imported("own", own(MARY.replace("Invented", "Another reason")));
    await screenAll(api.services);
    expect(await casesOf(id, "open")).toHaveLength(1);
    expect((await caseOf(id)).linked.map((each) => each.id)).toEqual([first.id]);
  });

  test("a sweep that was interrupted goes on, and finds each once", async () => {
    const people = [await applicant(api), await applicant(api)];
    await imported("own", own(MARY));
    const list = (await lists())[0];
    await expect(
      screenAll({
        ...api.services,
        vault: new Proxy(api.services.vault, {
          get: () => {
            throw new Error("gone");
          },
        }),
      }),
    ).rejects.toThrow("gone");
    expect((await lists())[0]?.progress).not.toBeNull();
    api.clock.advance(61_000);
    await Promise.all([screenAll(api.services), screenAll(api.services)]);
    for (const { id } of people) expect((await caseOf(id)).hits).toHaveLength(1);
    expect((await lists())[0]).toMatchObject({ id: list?.id, progress: null });
  });

  test("someone whom a customer pays is compared, too", async () => {
    await imported("own", own("Harald Lindqvist,1960,Sweden,Invented"));
    const { id } = await applicant(api);
    await pays(id, "Harry Lindqvist, Harald");
    await screenAll(api.services);
    expect((await caseOf(id)).hits).toMatchObject([
      { asked: { of: "payee" }, entry: { name: "Harald Lindqvist" } },
    ]);
  });

  test("a decision about a name says nothing of a likelier one", async () => {
    const { id } = await applicant(api);
    await imported("own", own("Mary Kuznetsova Applicant,1961,Russia,Invented"));
    await screenAll(api.services);
    const first = await caseOf(id);
    expect(first.hits).toMatchObject([{ asked: { of: "customer" } }]);
    expect((await close(first.id)).status).toBe(200);
    // The customer in another order is decided.
    await pays(id, "APPLICANT, Mary");
    await screenAll(api.services);
    expect(await casesOf(id, "open")).toEqual([]);
    await pays(id, "Kuznetsova Mary");
    await pays(id, "Mary Kuznetsova Applicant");
    await pays(id, "MARY KUZNETSOVA APPLICANT");
    await screenAll(api.services);
    const second = await caseOf(id);
    expect([second.id === first.id, second.status]).toEqual([false, "open"]);
    const scores = second.hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(second.hits.map(({ asked }) => asked.name)).toEqual([
      "Mary Kuznetsova Applicant",
      "Kuznetsova Mary",
    ]);
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const customer = await findScreened(api.services.database.read, id);
        if (customer !== undefined) await compareCustomers(api.services, api.services.screener, [customer]);
      }),
    );
    expect((await caseOf(id)).hits).toHaveLength(2);
    // Other spellings of a decided name are no likelier.
    expect((await close(second.id)).status).toBe(200);
    await pays(id, "Mary Kuznetzova Applicant");
    await screenAll(api.services);
    expect(await casesOf(id, "open")).toEqual([]);
  });

  test("who pays for a customer by bank is compared, too", async () => {
    const { id, client } = await applicant(api);
    await screenAll(api.services);
    expect((await verify(id)).status).toBe(200);
    const { reference } = await announceDeposit(client, "50.00", "bank_transfer");
    const fiona = (await newStaff(api, "finance")).client;
    await mutate(fiona, "ops.bankLines.import", {
      deposit_account_id: "aud-bank-transfer",
      content: `Date,Amount,Transaction Details,Merchant Name\n20/11/2026,50.00,${reference},HARALD LINDQVIST\n`,
    });
    const lines = await query<{ data: { id: string }[] }>(fiona, "ops.bankLines.list", { text: reference });
    const input = { id: lines.data.data[0]?.id, ...NOTE };
    const credited = await mutateByTwo<{ status: string }>(api, fiona, "ops.bankLines.credit", input);
    expect(credited.data).toMatchObject({ status: "credited" });
    await screenAll(api.services);
    expect((await caseOf(id)).hits).toMatchObject([
      { asked: { of: "payer", name: "HARALD LINDQVIST" }, entry: { name: "Harald Lindqvist" } },
    ]);
  });

  test("a payer whom only the text of the bank names is compared, and is someone else", async () => {
    const { id, client } = await applicant(api);
    await screenAll(api.services);
    expect((await verify(id)).status).toBe(200);
    const fiona = (await newStaff(api, "finance")).client;
    for (const text of ["TRANSFER FROM MS MARY APPLICANT", "TRANSFER FROM MR HARALD LINDQVIST"]) {
      const { reference } = await announceDeposit(client, "51.00", "bank_transfer");
      await mutate(fiona, "ops.bankLines.import", {
        deposit_account_id: "aud-bank-transfer",
        content: `2026-11-20,51.00,"${text} ${reference}"\n`,
      });
      const lines = await query<{ data: { id: string }[] }>(fiona, "ops.bankLines.list", { text: reference });
      const input = { id: lines.data.data[0]?.id, ...NOTE };
      const credited = await mutateByTwo<{ status: string }>(api, fiona, "ops.bankLines.credit", input);
      expect(credited.data).toMatchObject({ status: "credited" });
    }
    await screenAll(api.services);
    expect((await caseOf(id)).hits).toMatchObject([{ asked: { of: "payer", name: "HARALD LINDQVIST" } }]);
    const found = await findMonitored(api.services.database.read, [id]);
    const services = { ...api.services, worths: new Worths(api.services) };
    const rules = new Map([["third_party", RULE_DEFAULTS.third_party]] as const);
    const [history] = await readHistories(services, rules, found, api.clock.now());
    expect(history?.payments).toMatchObject([{ payer: "HARALD LINDQVIST", fits: false }]);
  });

  test("an older version, and one that shrank, need a second person; a broken file changes nothing", async () => {
    const rows = ["1,Person,Some One,,,", "2,Person,Some Two,,,", "3,Person,Some Three,,,"];
    expect((await imported("opensanctions", open("2026-11-20", ...rows))).data.outcome).toBe("done");
    const inUse = async () => (await lists()).find(({ source }) => source === "opensanctions")?.version;
    const waits = async (content: string) => {
      const { data } = await imported("opensanctions", content);
      expect(data.outcome).toBe("awaiting_approval");
      const pending = await query<{ data: ApprovalRecord[] }>(carla, "ops.approvals.list", {
        status: "pending",
      });
      const [request] = pending.data.data;
      await mutate(carla, "ops.approvals.withdraw", { id: request?.id });
      return request?.reasons;
    };
    expect(await waits(open("2026-11-19", ...rows))).toEqual([
      "An older version than the one in use needs two people.",
    ]);
    expect(await waits(open("2026-11-21", ...rows.slice(0, 1)))).toEqual([
      "It has less than half of the entries of the one in use.",
    ]);
    for (const content of ["", " ", open("2026-11-22", ...rows).slice(0, -14), "\0i\0d"]) {
      const refused = await imported("opensanctions", content);
      expect([content, refused.status, Object.keys(refused.errors ?? {})]).toEqual([
        content,
        422,
        ["content"],
      ]);
    }
    expect(await inUse()).toBe("2026-11-20");
    expect((await imported("opensanctions", open("2026-11-23", ...rows))).data.outcome).toBe("done");
    expect(await inUse()).toBe("2026-11-23");
  });

  test("a large list is read in a thread", async () => {
    const rows = Array.from({ length: 2000 }, (_, number) => `${number},Person,Some One ${number},,,`);
    const { data } = await imported(
      "opensanctions",
      open("2026-11-25", ...rows, "x,Person,Mary Applicant,,1990,au"),
    );
    expect(data).toMatchObject({ outcome: "done", targets: 2001 });
    const { id } = await applicant(api);
    expect((await caseOf(id)).hits).toMatchObject([{ entry: { id: "x" } }]);
    const some = rows.slice(0, 1001);
    expect((await imported("opensanctions", open("2026-11-26", ...some))).data.outcome).toBe("done");
  });

  test("a customer's rating is the table's until compliance sets another, with its review", async () => {
    await imported("own", own(MARY));
    const { id } = await applicant(api);
    const rating = async () => (await query<CustomerRating>(carla, "ops.customers.rating", { id })).data;
    expect(await rating()).toMatchObject({
      rating: "high",
      set_by: null,
      reasons: ["A name on a list is not decided yet."],
    });
    await close((await caseOf(id)).id);
    expect(await rating()).toMatchObject({ rating: "low", reasons: ["Nothing was found."] });
    const set = await mutate<CustomerRating>(carla, "ops.customers.rate", { id, rating: "medium", ...NOTE });
    expect(set.data).toEqual(await rating());
    expect(set.data).toMatchObject({ rating: "medium", reasons: [NOTE.internal_note, "Nothing was found."] });
    const year = new Date(api.clock.now()).getUTCFullYear();
    expect([year + 2, year + 3]).toContain(Number.parseInt(set.data.review_on.slice(0, 4), 10));
    const { client } = await newStaff(api, "support");
    expect((await query(client, "ops.customers.rating", { id })).status).toBe(403);
    const file = await query(client, "ops.customers.get", { id });
    expect(JSON.stringify(file.data)).not.toContain("customer.rated");
    expect(JSON.stringify((await query(client, "ops.audit.list", { per_page: 100 })).data)).not.toContain(
      "rated",
    );
  });

  describe("a case", () => {
    let id: string;
    let customer: string;
    beforeEach(async () => {
      await imported("own", own(MARY));
      customer = (await applicant(api)).id;
      id = (await caseOf(customer)).id;
    });
    const act = (verb: string, input: object = {}) =>
      mutate<CaseRecord>(carla, `ops.cases.${verb}`, { id, ...input });

    test("is due in three business days, or in a day if it is about terrorism", async () => {
      const { opened_at, due_at } = await caseOf(customer);
      const days = (Date.parse(due_at) - Date.parse(opened_at)) / 86_400_000;
      expect(days).toBeGreaterThanOrEqual(3);
      expect(days).toBeLessThanOrEqual(8);
      const draft = await mutate<{ id: string; due_at: string }>(carla, "ops.filings.draft", {
        kind: "smr",
        case: id,
      });
      expect(draft.data.due_at).toBe(due_at);
      const marked = await act("mark", { terrorism: true });
      const filing = await query<{ due_at: string }>(carla, "ops.filings.get", { id: draft.data.id });
      expect(filing.data.due_at).toBe(marked.data.due_at);
      expect(Date.parse(marked.data.due_at) - Date.parse(opened_at)).toBe(86_400_000);
      expect((await act("mark", { terrorism: false })).data.due_at).toBe(due_at);
    });

    test("is taken, assigned to who may work on it, and noted", async () => {
      const support = await newStaff(api, "support");
      const other = await newStaff(api, "compliance");
      expect((await act("take")).data.assignee).not.toBeNull();
      expect((await act("assign", { staff: other.id })).data.assignee).toBe(other.id);
      expect((await act("assign", { staff: support.id })).errors).toHaveProperty("staff");
      expect((await act("note", { text: "First" })).data.notes).toHaveLength(1);
      const { data } = await query<{ data: CaseSummary[] }>(carla, "ops.cases.list", { assignee: other.id });
      expect(data.data.map((each) => each.id)).toEqual([id]);
    });

    test("sleeps until a day, at most 180 ahead", async () => {
      const today = new Date(api.clock.now());
      const dayIn = (days: number): string =>
        new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
      for (const until of [dayIn(-1), dayIn(182), "2026-02-31", "soon"])
        expect((await act("snooze", { until, ...NOTE })).errors).toHaveProperty("until");
      const until = `${dayIn(2)}T09:00:00.000Z`;
      expect((await act("snooze", { until, ...NOTE })).data).toMatchObject({ snoozed_until: until });
      expect((await act("snooze", { until: dayIn(3), ...NOTE })).data).toMatchObject({ status: "snoozed" });
      expect(await casesOf(customer, "open")).toEqual([]);
      expect(await casesOf(customer, "snoozed")).toHaveLength(1);
      expect(await verify(customer)).toMatchObject({ code: "screening_open" });
      await imported("own", own(MARY.replace("Invented", "News")));
      await screenAll(api.services);
      expect(await casesOf(customer, "open")).toHaveLength(1);
    });

    test("is closed once by two at the same moment, and then is as it is", async () => {
      const outcomes = await Promise.all([close(id), close(id)]);
      expect(outcomes.map(({ code }) => code ?? "done").toSorted()).toContain("done");
      expect((await caseOf(customer)).notes).toHaveLength(1);
      for (const [verb, input] of [
        ["take", {}],
        ["note", { text: "Late" }],
        ["mark", { terrorism: true }],
        ["close", { outcome: "reported", ...NOTE }],
      ] as const)
        expect([verb, (await act(verb, input)).code]).toEqual([verb, "state_conflict"]);
    });

    test("leaves no trace for anyone else", async () => {
      await act("close", { outcome: "reported", ...NOTE });
      const canary = id;
      const pending = await query<{ data: ApprovalRecord[] }>(carla, "ops.approvals.list", {
        status: "pending",
      });
      const request = pending.data.data[0]?.id ?? "";
      await mutate(carla, "ops.presence.here", { kind: "approval", id: request });
      for (const role of ["support", "finance"] as const) {
        const { client } = await newStaff(api, role);
        const seen = await Promise.all([
          query(client, "ops.audit.list", { per_page: 100 }),
          query(client, "ops.approvals.list", { per_page: 100 }),
          query(client, "ops.outbox.waitingMails", { customer }),
          query(client, "ops.outbox.mails", {}),
          query(client, "ops.customers.get", { id: customer }),
          query(client, "ops.today"),
        ]);
        const text = JSON.stringify(seen.map(({ data }) => data));
        for (const trace of [
          "Do an act of compliance",
          canary,
          request,
          "ops.cases",
          "ops.lists",
          "ops.rules",
          "confidential",
          "case.",
          "Invented",
        ])
          expect([role, trace, text.includes(trace)]).toEqual([role, trace, false]);
        expect((await query(client, "ops.cases.get", { id })).status).toBe(403);
        for (const procedure of ["approve", "withdraw"])
          expect((await mutate(client, `ops.approvals.${procedure}`, { id: request })).code).toBe(
            "not_found",
          );
        expect((await query(client, "ops.approvals.find", { id: request })).code).toBe("not_found");
      }
      const audit = await query(carla, "ops.audit.list", { per_page: 100 });
      expect(JSON.stringify(audit.data)).toContain(canary);
    });
  });
});
