import type { StaffRole, UserData } from "@wattle/contracts/accounts";
import type { AuditRecord } from "@wattle/contracts/desk";
import type { SessionItem } from "@wattle/contracts/sessions";
import type { StaffMember } from "@wattle/contracts/staff";
import { findUserByEmail, updateUser } from "@wattle/db/accounts";
import type { ApprovedRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import { rolesText } from "@wattle/db/roles";
import { insertSecondFactor, updateSecondFactor } from "@wattle/db/second-factors";
import { testVault } from "@wattle/db/testing/vault";
import { isoTime } from "../clock.ts";
import { inviteByMachine } from "../desk/team/invite-by-machine.ts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { mutateByTwo } from "../testing/second-person.ts";
import type { TestClient } from "../testing/client.ts";
import { newStaff } from "../testing/new-staff.ts";
import { confirmed, freshEmail, linkTo, mailsTo, PASSWORD, register } from "../testing/visitor.ts";

const HOUR = 60 * 60_000;
const MINUTE = 60_000;

describe.each(DIALECTS)("staff on %s", (dialect) => {
  let api: TestApp;
  let admin: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    admin = (await newStaff(api, "admin")).client;
  });
  afterAll(() => api.close());

  const list = async (client = admin): Promise<StaffMember[]> =>
    (await query<StaffMember[]>(client, "ops.staff.list")).data;
  const invite = (email: string, roles: readonly StaffRole[], client = admin) =>
    mutateByTwo<StaffMember>(api, client, "ops.staff.invite", { email, roles });
  /** Invites a fresh address. @returns it, and the token of its link */
  async function invited(...roles: readonly StaffRole[]) {
    const email = freshEmail();
    const { data } = await invite(email, roles);
    const link = new URL(await linkTo(api, email), "http://wattle.test");
    expect(link.pathname).toBe("/teamaccess/invitation");
    return { email, id: data.id, token: link.searchParams.get("token") ?? "" };
  }
  const accept = (token: string, client = api.client()) =>
    mutate<UserData>(client, "staff.accept", {
      token,
      first_name: "Nora",
      last_name: "New",
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });

  describe("an invitation", () => {
    test("is mailed, shown, accepted, and signs in as staff with all the roles in their order", async () => {
      const { email, id, token } = await invited("finance", "support");
      const [mail] = await mailsTo(api, email);
      expect(mail?.subject).toBe("You’re invited to Wattle’s back office");
      expect(mail?.text).toContain("Stella added you as finance and support.");
      expect(mail?.text).toContain("The link works once, for 72 hours.");
      expect((await list()).find((member) => member.id === id)).toMatchObject({ email, status: "invited" });
      const { data: shown } = await query(api.client(), "staff.invitation", { token });
      expect(shown).toMatchObject({ email, roles: ["finance", "support"] });
      const client = api.client();
      const { data } = await accept(token, client);
      expect(data).toMatchObject({
        role: "finance",
        user: { email, first_name: "Nora", roles: [{ name: "finance" }, { name: "support" }] },
        balance: {},
        permissions: [],
      });
      expect((await query(client, "ops.deposits.list", {})).status).toBe(200);
      expect((await client.get("/api/users/balance")).status).toBe(403);
      expect((await list()).filter((member) => member.email === email)).toEqual([
        expect.objectContaining({ status: "active", role: "finance", roles: ["finance", "support"] }),
      ]);
      await api.client().login(email, PASSWORD);
    });

    test("in the list each has whether there is a second step, and when they were last there", async () => {
      const { email } = await invited("support");
      const { id } = await newStaff(api, "support");
      const there = async () =>
        (await list()).flatMap((each) =>
          each.id === id || each.email === email ? [[each.second_step, each.last_seen_at]] : [],
        );
      const now = BigInt(api.clock.now());
      const [[, seen] = []] = await there();
      expect(seen).toBe(isoTime(now));
      await api.services.database.write(async (tx) => {
        await insertSecondFactor(tx, {
          user_id: id,
          secret: testVault.seal("second_factors.secret", id, "s"),
          created_at: now,
        });
      });
      expect((await there())[0]?.[0]).toBe(false);
      await api.services.database.write((tx) => updateSecondFactor(tx, id, { confirmed_at: now }));
      expect(await there()).toEqual([
        [true, seen],
        [false, null],
      ]);
    });

    test("only a hash of its token is kept", async () => {
      const { token } = await invited("support");
      const rows = await api.services.database.read.selectFrom("staff_invitations").selectAll().execute();
      expect(JSON.stringify(rows.map(({ token_hash }) => token_hash))).not.toContain(token);
    });

    test("opened twice at once makes one account", async () => {
      const { email, token } = await invited("support");
      const answers = await Promise.all([accept(token), accept(token), accept(token)]);
      expect(answers.map(({ code }) => code ?? "in").toSorted()).toEqual([
        "in",
        "token_invalid",
        "token_invalid",
      ]);
      expect((await list()).filter((member) => member.email === email)).toHaveLength(1);
    });

    test("accepted while it is taken back: either it was first, or there is no account", async () => {
      const { email, id, token } = await invited("support");
      const [accepted, removed] = await Promise.all([
        accept(token),
        mutate(admin, "ops.staff.remove", { id }),
      ]);
      expect([
        [200, 404],
        [422, 200],
      ]).toContainEqual([accepted.status, removed.status]);
      const account = await findUserByEmail(api.services.database.read, email);
      expect(account !== undefined).toBe(accepted.status === 200);
    });

    test("works for 72 hours", async () => {
      const [early, late] = [await invited("support"), await invited("support")];
      const now = api.clock.now();
      try {
        api.clock.advance(72 * HOUR - 1);
        expect((await accept(early.token)).status).toBe(200);
        api.clock.advance(1);
        expect((await accept(late.token)).code).toBe("token_invalid");
        expect((await query(api.client(), "staff.invitation", { token: late.token })).code).toBe(
          "token_invalid",
        );
      } finally {
        api.clock.set(now);
      }
    });

    test("taken back works no more, nor does an earlier one of the same address", async () => {
      const { id, token } = await invited("support");
      expect((await mutate(admin, "ops.staff.remove", { id })).status).toBe(200);
      expect((await accept(token)).code).toBe("token_invalid");
      const again = await invited("support");
      await invite(again.email, ["finance"]);
      expect((await accept(again.token)).code).toBe("token_invalid");
      const newest = new URL(await linkTo(api, again.email), "http://wattle.test");
      expect((await accept(newest.searchParams.get("token") ?? "")).data.role).toBe("finance");
    });

    test("of an admin who is removed works no more", async () => {
      const other = await newStaff(api, "admin");
      const email = freshEmail();
      await invite(email, ["admin"], other.client);
      const link = new URL(await linkTo(api, email), "http://wattle.test");
      expect((await mutateByTwo(api, admin, "ops.staff.remove", { id: other.id })).status).toBe(200);
      expect((await accept(link.searchParams.get("token") ?? "")).code).toBe("token_invalid");
    });

    test("an address of a customer or of staff is refused at its field, whatever its case", async () => {
      const { email: customer } = await register(api);
      const { email: member } = await newStaff(api, "support");
      for (const email of [customer, customer.toUpperCase(), member]) {
        const refused = await invite(email, ["support"]);
        expect([refused.status, refused.code, Object.keys(refused.errors ?? {})]).toEqual([
          422,
          "email_taken",
          ["email"],
        ]);
      }
    });

    test("an address that became a customer's meanwhile stays the customer's", async () => {
      const { email, token } = await invited("admin");
      await register(api, { email });
      expect((await accept(token)).code).toBe("email_taken");
      expect((await findUserByEmail(api.services.database.read, email))?.roles).toBe('["regular-user"]');
    });

    test.each([
      ["no role", { roles: [] }, "roles"],
      ["a customer's role", { roles: ["partner"] }, "roles.0"],
      ["an unknown role", { roles: ["operator"] }, "roles.0"],
      ["no address", { email: "nowhere" }, "email"],
    ])("with %s is refused at its field", async (_what, part, field) => {
      const input = { email: freshEmail(), roles: ["support"], ...part };
      const refused = await mutate(admin, "ops.staff.invite", input);
      expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, [field]]);
    });
  });

  describe("removing someone", () => {
    test("ends sessions and tokens in the same second, and signing in", async () => {
      const member = await newStaff(api, "admin");
      const { data: token } = await mutate<{ token: string }>(member.client, "ops.tokens.create", {
        name: "Robot",
        procedures: ["ops.deposits.list"],
      });
      const byToken = () =>
        api.client().get("/trpc/ops.deposits.list?input={}", { authorization: `Bearer ${token.token}` });
      expect((await byToken()).status).toBe(200);
      const removed = await mutateByTwo<{ ended: number }>(api, admin, "ops.staff.remove", { id: member.id });
      expect(removed.data).toEqual({ outcome: "done", ended: 1 });
      expect((await query(member.client, "ops.deposits.list", {})).code).toBe("unauthenticated");
      expect((await byToken()).status).toBe(401);
      const again = await api.client().post("/login", { email: member.email, password: PASSWORD });
      expect(again.status).toBe(422);
      expect((await list()).map(({ id }) => id)).not.toContain(member.id);
      expect((await mutate(admin, "ops.staff.remove", { id: member.id })).code).toBe("not_found");
    });

    test("who is invited again gets the same account with new roles and a new password", async () => {
      const member = await newStaff(api, "finance");
      await mutate(admin, "ops.staff.remove", { id: member.id });
      await invite(member.email, ["support"]);
      const link = new URL(await linkTo(api, member.email), "http://wattle.test");
      const { data } = await accept(link.searchParams.get("token") ?? "");
      expect([data.user.id, data.user.roles]).toEqual([member.id, [{ name: "support" }]]);
    });

    test("a password link that was mailed before is worth nothing", async () => {
      const member = await newStaff(api, "finance");
      await api.client().post("/forgot-password", { email: member.email });
      const link = new URL(await linkTo(api, member.email), "http://wattle.test");
      await mutate(admin, "ops.staff.remove", { id: member.id });
      const reset = await api.client().post("/reset-password", {
        token: link.searchParams.get("token"),
        email: member.email,
        password: "Another-Horse8",
        password_confirmation: "Another-Horse8",
      });
      expect(reset.status).toBe(422);
    });
  });

  describe("roles", () => {
    test("hold from the next call on, and the log has them", async () => {
      const member = await newStaff(api, "support");
      const block = () => mutate(member.client, "ops.customers.block", {});
      expect((await block()).code).toBe("forbidden");
      const set = await mutateByTwo<StaffMember>(api, admin, "ops.staff.setRoles", {
        id: member.id,
        roles: ["compliance", "support"],
      });
      expect(set.data).toMatchObject({ role: "compliance", roles: ["compliance", "support"] });
      expect((await block()).code).toBe("validation_failed");
      const log = await query<{ data: AuditRecord[] }>(admin, "ops.audit.list", { subject: member.id });
      expect(log.data.data[0]).toMatchObject({
        action: "staff.roles",
        details: { from: ["support"], to: ["compliance", "support"] },
      });
    });

    test("no one changes the own, or takes out oneself", async () => {
      const member = await newStaff(api, "admin");
      const own = { id: member.id, roles: ["support"] };
      expect((await mutate(member.client, "ops.staff.setRoles", own)).code).toBe("own_act");
      expect((await mutate(member.client, "ops.staff.remove", { id: member.id })).code).toBe("own_act");
    });

    test("customers and unknown accounts have none to set", async () => {
      const { id } = await confirmed(api);
      for (const each of [id, "01900000-0000-7000-8000-000000000000"]) {
        const refused = await mutate(admin, "ops.staff.setRoles", { id: each, roles: ["admin"] });
        expect(refused.code).toBe("not_found");
        expect((await mutate(admin, "ops.staff.remove", { id: each })).code).toBe("not_found");
      }
      expect((await mutate(admin, "ops.customers.setRole", { id, role: "admin" })).code).toBe(
        "validation_failed",
      );
    });
  });

  test("of two admins who ask to take each other out one goes", async () => {
    for (const act of ["ops.staff.remove", "ops.staff.setRoles"]) {
      const [one, other] = [await newStaff(api, "admin"), await newStaff(api, "admin")];
      const asked = await Promise.all([
        mutate<AwaitingApproval>(one.client, act, { id: other.id, roles: ["support"] }),
        mutate<AwaitingApproval>(other.client, act, { id: one.id, roles: ["support"] }),
      ]);
      const approved = await Promise.all(
        asked.map(({ data }) =>
          mutate<ApprovedRecord>(admin, "ops.approvals.approve", { id: data.approval.id }),
        ),
      );
      expect(approved.map(({ data }) => data.status).toSorted()).toEqual(["approved", "failed"]);
      const admins = (await list()).filter(({ roles }) => roles.includes("admin")).map(({ id }) => id);
      expect([one.id, other.id].filter((id) => admins.includes(id))).toHaveLength(1);
    }
  });

  describe("no one becomes the only admin alone", () => {
    let firm: TestApp;
    let anna: Awaited<ReturnType<typeof newStaff>>;
    let bert: { readonly client: TestClient; readonly id: string };
    beforeAll(async () => {
      firm = await startTestApp({ dialect });
      const demo = await findUserByEmail(firm.services.database.read, "operator@demo.test");
      await firm.services.database.write((tx) => updateUser(tx, demo?.id ?? "", { roles: rolesText([]) }));
      anna = await newStaff(firm, "admin");
    });
    afterAll(() => firm.close());

    const tokenIn = (link: string) => new URL(link, "http://wattle.test").searchParams.get("token") ?? "";
    const join = async (link: string) => {
      const client = firm.client();
      return { client, id: (await accept(tokenIn(link), client)).data.user.id };
    };
    const act = (by: { client: TestClient }, name: string, input: object) =>
      mutate<AwaitingApproval & { outcome: string }>(by.client, `ops.${name}`, input);
    /** The request that an act of Anna's makes. */
    const asked = async (name: string, input: object) => {
      const { data } = await act(anna, name, input);
      expect([name, data.outcome]).toEqual([name, "awaiting_approval"]);
      return data.approval.id;
    };
    const addAdmin = (email: string) => inviteByMachine(firm.services, email, { isFirst: false });
    const mailed = async (email: string) =>
      (await mailsTo(firm, email)).filter(({ subject }) => subject === "Your staff has changed");

    test("the first admin invites alone until another one has joined", async () => {
      for (const roles of [["finance"], ["admin"]]) {
        expect((await act(anna, "staff.invite", { email: freshEmail(), roles })).data.outcome).toBe("done");
      }
      const email = freshEmail();
      await act(anna, "staff.invite", { email, roles: ["admin"] });
      bert = await join(await linkTo(firm, email));
      await asked("staff.invite", { email: freshEmail(), roles: ["support"] });
    });

    test("an admin is taken out, or down, by two others", async () => {
      const gone = await newStaff(firm, "support");
      expect((await act(anna, "staff.remove", { id: gone.id })).data).toEqual({ outcome: "done", ended: 1 });
      for (const [name, input] of [
        ["staff.setRoles", { id: bert.id, roles: ["support"] }],
        ["staff.remove", { id: bert.id }],
      ] as const) {
        const id = await asked(name, input);
        for (const by of [anna, bert]) {
          expect((await act(by, "approvals.approve", { id })).code).toBe("own_act");
          expect((await act(by, "approvals.reject", { id, reason: "No" })).code).toBe("own_act");
        }
      }
    });

    test("where there is no third one, the person who runs the machine adds one, and all are told", async () => {
      const email = freshEmail();
      const { link } = await addAdmin(email);
      expect((await mailed(anna.email)).map(({ text }) => text).join()).toContain(
        `Someone at the server invited ${email} as admin.`,
      );
      const carl = await join(link);
      const id = await asked("staff.remove", { id: bert.id });
      expect((await act(carl, "approvals.approve", { id })).data).toMatchObject({ status: "approved" });
      expect((await query(bert.client, "ops.today")).code).toBe("unauthenticated");
      expect((await mailed(email)).at(0)?.text).toMatch(
        /^Hi Nora,\s+Stella removed .* from the staff\. Nora/m,
      );
      // Carl has left.
      await firm.services.database.write((tx) => updateUser(tx, carl.id, { roles: rolesText([]) }));
    });

    test("who is the only admin again invites and promotes no one alone", async () => {
      const { id: member } = await newStaff(firm, "support");
      const email = freshEmail();
      const invitation = await asked("staff.invite", { email, roles: ["admin"] });
      await asked("staff.invite", { email: freshEmail(), roles: ["finance"] });
      await asked("staff.setRoles", { id: member, roles: ["admin"] });
      expect((await act(anna, "approvals.approve", { id: invitation })).code).toBe("own_act");
      // The way in for an honest firm.
      const dora = await join((await addAdmin(freshEmail())).link);
      expect((await act(dora, "approvals.approve", { id: invitation })).data).toMatchObject({
        status: "approved",
      });
    });
  });

  describe("a session of staff", () => {
    const isAlive = async (client: TestClient, headers = {}): Promise<boolean> =>
      (await client.get("/trpc/ops.switches.list", headers)).status === 200;
    const later = async (work: () => Promise<void>): Promise<void> => {
      const now = api.clock.now();
      try {
        await work();
      } finally {
        api.clock.set(now);
      }
    };

    test("ends after 30 minutes without use", () =>
      later(async () => {
        const { client } = await newStaff(api, "support");
        api.clock.advance(30 * MINUTE - 1);
        expect(await isAlive(client)).toBe(true);
        api.clock.advance(30 * MINUTE - 1);
        expect(await isAlive(client)).toBe(true);
        api.clock.advance(30 * MINUTE);
        expect(await isAlive(client)).toBe(false);
      }));

    test("ends after 12 hours, however often it is used", () =>
      later(async () => {
        const { client } = await newStaff(api, "support");
        for (let passed = 0; passed < 36; passed += 1) {
          expect(await isAlive(client), `after ${passed * 20} minutes`).toBe(true);
          api.clock.advance(20 * MINUTE);
        }
        expect(await isAlive(client)).toBe(false);
      }));

    test("is not kept alive by what an open page asks by itself", () =>
      later(async () => {
        const { client } = await newStaff(api, "support");
        api.clock.advance(20 * MINUTE);
        expect(await isAlive(client, { "x-background": "1" })).toBe(true);
        api.clock.advance(10 * MINUTE);
        expect(await isAlive(client)).toBe(false);
      }));

    test("is not remembered beyond the browser, and is in the own list until it is over", () =>
      later(async () => {
        const { client, email } = await newStaff(api, "support");
        const login = await api.client().post("/login", { email, password: PASSWORD, remember: true });
        const lasting = login.setCookies.filter((cookie) => /max-age|expires/i.test(cookie));
        expect(lasting.map((cookie) => cookie.split("=")[0])).toEqual(["device"]);
        const listed = async () => (await query<SessionItem[]>(client, "sessions.list")).data;
        expect(await listed()).toHaveLength(2);
        api.clock.advance(20 * MINUTE);
        await listed();
        api.clock.advance(10 * MINUTE);
        expect(await listed()).toHaveLength(1);
      }));

    test("a customer's goes on", () =>
      later(async () => {
        const { client } = await confirmed(api);
        api.clock.advance(13 * HOUR);
        expect((await client.get("/api/users/balance")).status).toBe(200);
      }));
  });
});
