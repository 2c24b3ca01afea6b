import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { CaseSummary } from "@wattle/contracts/cases";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import type { CustomerRating } from "@wattle/contracts/ratings";
import { findUserById } from "@wattle/db/accounts";
import { heldKinds } from "@wattle/db/holds";
import { findRisk } from "@wattle/db/ratings";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepRating, openDueReviews } from "../../compliance/keep-rating.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { ABOUT, applicant } from "../../testing/applicant.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { creditCustomer, watchAll } from "../../testing/rules.ts";
import { ageSessions, mailsTo } from "../../testing/visitor.ts";

const NOTE = { internal_note: "Payslips seen" };
const YEAR = 365 * 24 * 3_600_000;
const ASKED = "Where does your money come from?";

describe.each(DIALECTS)("how risky a customer is, on %s", (dialect) => {
  let api: TestApp;
  let carla: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  beforeEach(async () => {
    ({ client: carla } = await newStaff(api, "compliance"));
  });
  afterAll(() => api.close());

  const rate = (id: string, rating: string) =>
    mutate<CustomerRating>(carla, "ops.customers.rate", { id, rating, ...NOTE });
  const ratingOf = async (id: string) =>
    (await query<CustomerRating>(carla, "ops.customers.rating", { id })).data;
  const askedOf = async (email: string) =>
    (await mailsTo(api, email)).filter(({ subject }) => subject === ASKED);
  const reviewsOf = async (id: string) =>
    (await query<{ data: CaseSummary[] }>(carla, "ops.cases.list", { limit: 200 })).data.data.filter(
      ({ customer, rule }) => customer.id === id && rule === "review",
    );

  describe("with money", () => {
    let customer: TestClient;
    let id: string;
    let bankAccount: string;
    beforeAll(async () => {
      customer = api.client();
      ({ id } = (await customer.login("customer@demo.test")).user);
      await ageSessions(api, "customer@demo.test");
      await creditCustomer(api, id, 20_000_00n);
      const accounts = await customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
      bankAccount = accounts.body.data.find(({ currency }) => currency === "AUD")?.id ?? "";
    });

    const withdraw = (credit: string) =>
      customer.post<ErrorBody & { data: Transaction }>("/api/users/transactions", {
        balance: { credit, credit_currency: "AUD" },
        transaction_type: "withdraw",
        bank_account_id: bankAccount,
      });
    const isHeld = async () => {
      const user = await findUserById(api.services.database.read, id);
      return user !== undefined && heldKinds(user).includes("withdrawals");
    };

    test("the first high rating asks for the source of funds, once, and holds large withdrawals until the next", async () => {
      const first = await withdraw("1000.01");
      await customer.post(`/api/users/transactions/${first.body.data.id}/cancel`);
      expect((await rate(id, "high")).data.rating).toBe("high");
      const [mail, ...more] = await askedOf("customer@demo.test");
      expect(more).toEqual([]);
      expect(mail?.text).not.toMatch(/risk|rating|review|high|hold|report|law/i);
      const refused = await withdraw("1000.01");
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        422,
        "account_under_review",
        "Your account is under review.",
      ]);
      expect((await withdraw("1000.00")).status).toBe(201);
      expect(await isHeld()).toBe(false);
      await rate(id, "high");
      expect((await withdraw("1000.01")).status).toBe(201);
      await rate(id, "low");
      await rate(id, "high");
      expect(await askedOf("customer@demo.test")).toHaveLength(1);
      expect((await withdraw("1000.01")).status).toBe(201);
    });

    test("a large withdrawal that waits holds all of them, until the customer is rated again", async () => {
      await api.services.database.write((tx) =>
        tx.deleteFrom("customer_risks").where("user_id", "=", id).execute(),
      );
      expect((await withdraw("1500.00")).status).toBe(201);
      await rate(id, "high");
      expect(await isHeld()).toBe(true);
      expect((await withdraw("10.00")).body.code).toBe("account_under_review");
      // No one releases it by hand.
      const by = { id, on: ["withdrawals"], internal_note: "Please" };
      expect((await mutate(carla, "ops.customers.releaseHold", by)).code).toBe("state_conflict");
      await rate(id, "medium");
      expect(await isHeld()).toBe(false);
      expect((await withdraw("10.00")).status).toBe(201);
    });
  });

  test("a public office is high, and asks by itself; far more deposits than expected are, too", async () => {
    const office = await applicant(api, "AU", { ...ABOUT, politically_exposed: true });
    const busy = await applicant(api, "AU", { ...ABOUT, expected_monthly: "under_1000" });
    await creditCustomer(api, busy.id, 2_000_01n);
    await watchAll(api);
    expect(await ratingOf(office.id)).toMatchObject({
      rating: "high",
      reasons: ["Holds, or is close to, a public office."],
    });
    expect(await askedOf(office.email)).toHaveLength(1);
    expect(await ratingOf(busy.id)).toMatchObject({
      rating: "medium",
      reasons: ["Deposited more than twice the expected amount in 30 days."],
    });
    expect(await askedOf(busy.email)).toEqual([]);
    await creditCustomer(api, busy.id, 3_000_00n);
    await watchAll(api);
    expect((await ratingOf(busy.id)).rating).toBe("high");
    await Promise.all([1, 2, 3].map(() => keepRating(api.services, busy.id)));
    expect(await askedOf(busy.email)).toHaveLength(1);
  });

  test("a review that is due is a case, once, which ends with the next rating", async () => {
    const { id } = await applicant(api);
    await watchAll(api);
    expect(await findRisk(api.services.database.read, id)).toMatchObject({ rating: "low" });
    api.clock.advance(3 * YEAR - 5 * 24 * 3_600_000);
    ({ client: carla } = await newStaff(api, "compliance"));
    await openDueReviews(api.services);
    expect(await reviewsOf(id)).toEqual([]);
    api.clock.advance(10 * 24 * 3_600_000);
    ({ client: carla } = await newStaff(api, "compliance"));
    await Promise.all([openDueReviews(api.services), openDueReviews(api.services)]);
    expect(await reviewsOf(id)).toMatchObject([{ status: "open", kind: "monitoring" }]);
    const { data } = await query<{ queues: { queue: string; count: number }[] }>(carla, "ops.today");
    expect(data.queues.find(({ queue }) => queue === "cases")?.count).toBeGreaterThan(0);
    await rate(id, "medium");
    await openDueReviews(api.services);
    expect(await reviewsOf(id)).toMatchObject([{ status: "closed", outcome: "nothing_found" }]);
    const year = new Date(api.clock.now()).getUTCFullYear();
    expect((await ratingOf(id)).review_on.slice(0, 4)).toBe(String(year + 2));
  });

  test("a review that is closed without a rating comes up again in its time", async () => {
    const { id } = await applicant(api);
    await watchAll(api);
    api.clock.advance(3 * YEAR + 5 * 24 * 3_600_000);
    ({ client: carla } = await newStaff(api, "compliance"));
    await openDueReviews(api.services);
    const [review] = await reviewsOf(id);
    await mutate(carla, "ops.cases.close", { id: review?.id, outcome: "nothing_found", ...NOTE });
    await openDueReviews(api.services);
    expect(await reviewsOf(id)).toHaveLength(1);
    const year = new Date(api.clock.now()).getUTCFullYear();
    expect((await findRisk(api.services.database.read, id))?.review_on.slice(0, 4)).toBe(String(year + 3));
  });
});
