import path from "node:path";
import type { StaffRole } from "@wattle/contracts/accounts";
import { STAFF_ROLES } from "@wattle/contracts/choices";
import { findUserByEmail, updateUser } from "@wattle/db/accounts";
import { rolesText } from "@wattle/db/roles";
import { hashToken, insertApiToken } from "@wattle/db/tokens";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  accessPage,
  staffAccessFile,
  expectedOf,
  expectedOfProgram,
  PEOPLE,
  PROCEDURES,
  PROGRAMS,
  type Outcome,
  type Person,
  type Program,
} from "./testing/access-matrix.ts";
import { startTestApp, type TestApp } from "./testing/app-for-test.ts";
import { mutate, query } from "./testing/call-procedure.ts";
import type { TestClient } from "./testing/client.ts";
import { newStaff } from "./testing/new-staff.ts";

const REFUSALS: readonly string[] = [
  "unauthenticated",
  "forbidden",
  "account_blocked",
  "email_unverified",
  "identity_unverified",
] satisfies Outcome[];

/** Calls that end the caller's account or session come last. */
const LAST = ["closing.close", "sessions.logout"];
const IN_ORDER = PROCEDURES.toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name));

describe("who may call what", () => {
  let api: TestApp;
  const people = new Map<Person, TestClient>();
  beforeAll(async () => {
    api = await startTestApp({ dialect: "sqlite" });
    const demo: readonly (readonly [Person, string])[] = [
      ["blocked", "blocked@demo.test"],
      ["unconfirmed", "new@demo.test"],
      ["unverified", "unverified@demo.test"],
      ["customer", "customer@demo.test"],
      ["no permissions", "nigeria@demo.test"],
      ["partner", "partner@demo.test"],
    ];
    people.set("guest", api.client());
    for (const [person, email] of demo) {
      const client = api.client();
      const { user } = await client.login(email);
      people.set(person, client);
      if (person !== "no permissions") continue;
      await api.services.database.write((tx) => updateUser(tx, user.id, { permissions: "[]" }));
    }
    for (const role of STAFF_ROLES) people.set(role, (await newStaff(api, role)).client);
    people.set("support and finance", (await newStaff(api, "support", "finance")).client);
    const former = await newStaff(api, "admin");
    await api.services.database.write((tx) => updateUser(tx, former.id, { roles: rolesText([]) }));
    people.set("former staff", former.client);
  });
  afterAll(() => api.close());

  const outcomeOf = async (call: ReturnType<typeof query>): Promise<Outcome> => {
    const { code } = await call;
    return code !== undefined && REFUSALS.includes(code) ? (code as Outcome) : "in";
  };

  /** Every cell of someone's column that is not as expected. */
  async function wrongCells(
    client: TestClient,
    expected: (procedure: (typeof PROCEDURES)[number]) => Outcome,
  ): Promise<string[]> {
    const wrong: string[] = [];
    for (const procedure of IN_ORDER) {
      const outcome = await outcomeOf((procedure.type === "query" ? query : mutate)(client, procedure.name));
      const wanted = expected(procedure);
      if (outcome !== wanted) wrong.push(`${procedure.name}: ${outcome}, not ${wanted}`);
    }
    return wrong;
  }

  test.each(PEOPLE)("%s, procedure by procedure", async (person) => {
    const client = people.get(person);
    if (client === undefined) throw new Error(`no one is ${person}`);
    expect(await wrongCells(client, (procedure) => expectedOf(procedure, person))).toEqual([]);
  });

  /** A token that names every procedure there is, whatever its maker's roles. */
  async function tokenOf(program: Program): Promise<string> {
    const { database, ids, clock } = api.services;
    const isService = program.endsWith("service");
    const email = isService
      ? `${program === "admin's service" ? "operator" : "support"}@demo.test`
      : "customer@demo.test";
    const owner = await findUserByEmail(database.read, email);
    const token = `wat_${ids.token(32)}`;
    await database.write((tx) =>
      insertApiToken(tx, {
        id: ids.uuid(),
        user_id: owner?.id ?? "",
        kind: isService ? "service" : "personal",
        name: program,
        token_hash: hashToken(token),
        hint: "wat_",
        scopes: JSON.stringify(isService ? [] : [program]),
        procedures: JSON.stringify(isService ? PROCEDURES.map(({ name }) => name) : []),
        addresses: "[]",
        created_at: BigInt(clock.now()),
        expires_at: null,
      }),
    );
    return token;
  }

  test.each(PROGRAMS)("a token: %s, procedure by procedure", async (program) => {
    const authorization = `Bearer ${await tokenOf(program)}`;
    const client = api.client();
    const bearing: TestClient = {
      ...client,
      get: (url) => client.get(url, { authorization }),
      post: (url, body) => client.post(url, body, { authorization }),
    };
    expect(await wrongCells(bearing, (procedure) => expectedOfProgram(procedure, program))).toEqual([]);
  });

  test("each role of staff has acts of its own, and admin all of them", () => {
    const actsOf = (role: StaffRole): string[] =>
      PROCEDURES.filter(
        (procedure) => procedure.audience === "staff" && expectedOf(procedure, role) === "in",
      ).map(({ name }) => name);
    const all = actsOf("admin");
    expect(all).toEqual(PROCEDURES.filter(({ audience }) => audience === "staff").map(({ name }) => name));
    for (const role of ["support", "compliance", "finance"] as const) {
      const others = (["support", "compliance", "finance"] as const).filter((other) => other !== role);
      expect(
        actsOf(role).filter((act) => !others.some((other) => actsOf(other).includes(act))),
        role,
      ).not.toEqual([]);
    }
  });

  /** Other changes by staff. A new act says how many people it takes, or is here, or fails. */
  const MOVES_NO_MONEY = [
    /^ops\.hedging\.(?!bookFee)/,
    /^ops\.(acts|approvals|cases|customers|depositAccounts|exchangeFees|filings|lists|markets|outbox|presence|recoveries|reserves|rules|staff|support|switches|tokens|travel|wallets|webhooks)\./,
    /^ops\.bankLines\.(import|setColumns|readHead)$/,
    /^ops\.coinPayouts\.(remove|file|bump|cancel)$/,
    /^ops\.deposits\.(expire|write)$/,
    /^ops\.networks\.resume$/,
    /^ops\.payouts\.(remove|file|cancel)$/,
    /^ops\.position\.setLimits$/,
    /^ops\.reconciliation\./,
  ];

  test("every act of staff that moves money says how many people it takes, and asks to confirm", () => {
    const acts = PROCEDURES.filter(({ type, audience }) => type === "mutation" && audience === "staff");
    const moving = acts.filter(({ name }) => !MOVES_NO_MONEY.some((known) => known.test(name)));
    expect(acts.filter(({ moves }) => moves !== undefined)).toEqual(moving);
    // A requester of a payment by two people, or of a batch that two released, has nothing to gain.
    const open = moving.filter(({ confirmed }) => !confirmed).map(({ name }) => name);
    expect(open.toSorted()).toEqual([
      "ops.bankLines.payout",
      "ops.coinPayouts.create",
      "ops.payouts.create",
      "ops.payouts.sent",
      "ops.position.recordTrade",
    ]);
  });

  test("docs/access.md and the table of roles say so", async () => {
    const root = path.resolve(import.meta.dirname, "../../..");
    await expect(accessPage()).toMatchFileSnapshot(path.join(root, "docs/access.md"));
    const table = path.join(root, "packages/contracts/src/staff-access.gen.ts");
    await expect(staffAccessFile()).toMatchFileSnapshot(table);
  });
});
