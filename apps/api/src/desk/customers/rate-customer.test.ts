import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { CaseSummary } from "@wattle/contracts/cases";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import type { CustomerRating } from "@wattle/contracts/ratings";
import type { IdentityAbout } from "@wattle/contracts/identity-about";
import { findUserById, lockUser, updateUser } from "@wattle/db/accounts";
import { heldKinds } from "@wattle/db/holds";
import { findRisk, listAmounts } from "@wattle/db/ratings";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assess, keepAsRisk, keepRating, openDueReviews, readMoney } from "../../compliance/keep-rating.ts";
import { openCase } from "../../compliance/open-case.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { ABOUT, applicant } from "../../testing/applicant.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { coinWallet } from "../../testing/coin-wallet.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { creditCustomer, watchAll } from "../../testing/rules.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { ageSessions, mailsTo } from "../../testing/visitor.ts";

const NOTE = { internal_note: "Payslips seen" };
const DAY = 24 * 3_600_000;
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
  const casesOf = async (id: string, rule: string) =>
    (await query<{ data: CaseSummary[] }>(carla, "ops.cases.list", { limit: 200 })).data.data.filter(
      (each) => each.customer.id === id && each.rule === rule,
    );
  const reviewsOf = (id: string) => casesOf(id, "review");
  const fundsOf = (id: string) => casesOf(id, "source_of_funds");
  const close = (id: string | undefined, outcome = "nothing_found") =>
    mutate<{ outcome: string }>(carla, "ops.cases.close", { id, outcome, ...NOTE });
  /** Someone with answers, whose identity is verified. */
  const verified = async (about: Partial<IdentityAbout> = {}) => {
    const made = await applicant(api, "AU", { ...ABOUT, ...about });
    await api.services.database.write((tx) =>
      tx.updateTable("users").set({ status: "verified" }).where("id", "=", made.id).execute(),
    );
    return made;
  };

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
    const askAgain = () =>
      api.services.database.write((tx) =>
        tx.deleteFrom("customer_risks").where("user_id", "=", id).execute(),
      );
    const takeAllBack = async () => {
      const waiting = await listAmounts(api.services.database.read, id, "waiting withdrawals");
      for (const each of waiting) await customer.post(`/api/users/transactions/${each.id}/cancel`);
    };
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
      expect(await fundsOf(id)).toMatchObject([{ status: "open", kind: "monitoring" }]);
      await rate(id, "high");
      expect(await fundsOf(id)).toMatchObject([{ status: "closed", outcome: "nothing_found" }]);
      expect((await withdraw("1000.01")).status).toBe(201);
      await rate(id, "low");
      await rate(id, "high");
      expect(await askedOf("customer@demo.test")).toHaveLength(1);
      expect((await withdraw("1000.01")).status).toBe(201);
    });

    test("withdrawals count together since it was asked for, of money and of coins, unless they are taken back", async () => {
      await takeAllBack();
      await askAgain();
      api.clock.advance(1);
      await rate(id, "high");
      const first = await withdraw("600.00");
      expect(first.status).toBe(201);
      expect((await withdraw("400.01")).body.code).toBe("account_under_review");
      await customer.post(`/api/users/transactions/${first.body.data.id}/cancel`);
      expect((await withdraw("400.01")).status).toBe(201);
      expect((await withdraw("600.00")).body.code).toBe("account_under_review");
      const wallet = coinWallet("of someone with much");
      const payee = await customer.post<{ data: { id: string; proof_message: string } }>(
        "/api/users/coin-payees",
        { currency: "BTC", address: wallet.address, label: "Mine", whose: "mine", wallet: "self_hosted" },
      );
      const { id: coin_payee_id, proof_message: message } = payee.body.data;
      await customer.post(`/api/users/coin-payees/${coin_payee_id}/proof`, {
        signature: wallet.sign(message),
      });
      await api.services.database.write((tx) =>
        updateUser(tx, id, { coins_sent_from: BigInt(api.clock.now()) }),
      );
      const sendCoins = (credit: string) =>
        customer.post<ErrorBody>("/api/users/transactions", {
          balance: { credit, credit_currency: "BTC" },
          transaction_type: "withdraw",
          coin_payee_id,
        });
      const answers = [];
      for (let sent = 0; sent < 8; sent += 1) answers.push((await sendCoins("0.0012")).body.code ?? "sent");
      // One of them alone is below the limit.
      expect(answers[0]).toBe("sent");
      expect(answers.at(-1)).toBe("account_under_review");
      expect((await withdraw("599.99")).body.code).toBe("account_under_review");
      await rate(id, "low");
      expect((await withdraw("1000.01")).status).toBe(201);
      await takeAllBack();
    });

    test("of two at the same moment that are too much together, one is refused", async () => {
      await takeAllBack();
      await askAgain();
      api.clock.advance(1);
      await rate(id, "high");
      const answers = await Promise.all([withdraw("600.00"), withdraw("600.00")]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422]);
      await takeAllBack();
      await rate(id, "low");
    });

    test("closing the case about it lets them go on, too", async () => {
      await askAgain();
      const first = await withdraw("1500.00");
      await rate(id, "high");
      expect(await isHeld()).toBe(true);
      const [open] = (await fundsOf(id)).filter(({ status }) => status === "open");
      await close(open?.id);
      expect(await isHeld()).toBe(false);
      const second = await withdraw("1500.00");
      expect(second.status).toBe(201);
      for (const { body } of [first, second])
        await customer.post(`/api/users/transactions/${body.data.id}/cancel`);
      await rate(id, "medium");
    });

    test("a large withdrawal that comes after the money was read holds them all", async () => {
      await askAgain();
      const money = await readMoney(api.services, id);
      const late = await withdraw("1500.00");
      await api.services.database.write(async (tx) => {
        const user = await lockUser(tx, id);
        if (user === undefined) throw new Error("no one");
        const { rating } = await assess(tx, api.services, user, money);
        await keepAsRisk(tx, api.services, user, { rating, asks: true, money });
      });
      expect(await isHeld()).toBe(true);
      await rate(id, "low");
      expect(await isHeld()).toBe(false);
      await customer.post(`/api/users/transactions/${late.body.data.id}/cancel`);
    });

    test("a large withdrawal that waits holds all of them, until the customer is rated again", async () => {
      await askAgain();
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
    const office = await verified({ politically_exposed: true });
    const busy = await verified({ expected_monthly: "under_1000" });
    const unverified = await applicant(api, "AU", { ...ABOUT, politically_exposed: true });
    await creditCustomer(api, busy.id, 2_000_01n);
    await watchAll(api);
    expect(await ratingOf(office.id)).toMatchObject({
      rating: "high",
      reasons: ["Holds, or is close to, a public office."],
    });
    expect(await askedOf(office.email)).toHaveLength(1);
    expect(await fundsOf(office.id)).toMatchObject([{ status: "open" }]);
    expect((await ratingOf(unverified.id)).rating).toBe("high");
    expect(await askedOf(unverified.email)).toEqual([]);
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
    // A month later those deposits count no more, and the question ends by itself.
    api.clock.advance(31 * DAY);
    ({ client: carla } = await newStaff(api, "compliance"));
    await openDueReviews(api.services);
    expect(await ratingOf(busy.id)).toMatchObject({ rating: "low", set_by: null });
    expect(await fundsOf(busy.id)).toMatchObject([{ status: "closed", outcome: "nothing_found" }]);
    expect(await fundsOf(office.id)).toMatchObject([{ status: "open" }]);
    await creditCustomer(api, busy.id, 5_000_01n);
    await keepRating(api.services, busy.id);
    expect(await askedOf(busy.email)).toHaveLength(2);
  });

  test("a question doesn't end by itself while two people decide about it", async () => {
    const { id } = await verified({ expected_monthly: "under_1000" });
    await creditCustomer(api, id, 5_000_01n);
    await keepRating(api.services, id);
    const [open] = await fundsOf(id);
    expect((await close(open?.id, "reported")).data.outcome).toBe("awaiting_approval");
    // Nor does a rating close it.
    expect((await rate(id, "low")).code).toBe("state_conflict");
    await creditCustomer(api, id, 1n);
    await api.services.database.write((tx) =>
      tx.updateTable("transactions").set({ updated_at: 0n }).where("user_id", "=", id).execute(),
    );
    await keepRating(api.services, id);
    expect(await ratingOf(id)).toMatchObject({ rating: "low" });
    expect(await fundsOf(id)).toMatchObject([{ status: "open" }]);
  });

  test("a set rating counts until the table rises above what it was, or a case is reported", async () => {
    const { id } = await verified({ expected_monthly: "under_1000", purpose: "payments" });
    await rate(id, "low");
    await creditCustomer(api, id, 2_500_00n);
    // Medium it was already.
    expect(await ratingOf(id)).toMatchObject({ rating: "low", set_by: expect.any(String) });
    await creditCustomer(api, id, 7_500_00n);
    expect(await ratingOf(id)).toMatchObject({ rating: "high", set_by: null });
    await rate(id, "medium");
    expect((await ratingOf(id)).rating).toBe("medium");
    await api.services.database.write((tx) =>
      openCase(tx, api.services, { kind: "monitoring", rule: "structuring", customer: id, holds: false }),
    );
    const [found] = await casesOf(id, "structuring");
    api.clock.advance(1);
    await mutateByTwo(api, carla, "ops.cases.close", { id: found?.id, outcome: "reported", ...NOTE });
    expect(await ratingOf(id)).toMatchObject({ rating: "high", set_by: null });
  });

  test("customers without a rating are rated, and one who can't be keeps no other from it", async () => {
    const people = await Promise.all([newAccount(api), newAccount(api), newAccount(api)]);
    const [broken, ...others] = people.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const sent = { saved_at: 1n, submitted_at: 1n, decided_at: null, decided_by: null, sent_back: null };
    await api.services.database.write((tx) =>
      tx
        .insertInto("identities")
        .values({ user_id: broken?.id ?? "", form: "not sealed" as never, ...sent })
        .execute(),
    );
    const logged = api.log.length;
    await openDueReviews(api.services);
    for (const { id } of others)
      expect(await findRisk(api.services.database.read, id)).toMatchObject({ rating: "low" });
    expect(await findRisk(api.services.database.read, broken?.id ?? "")).toBeUndefined();
    const lines = api.log.slice(logged).map((line) => JSON.stringify(line));
    expect(lines.filter((line) => line.includes(broken?.id ?? ""))).toHaveLength(1);
    expect(lines.join()).not.toMatch(/seal|not sealed/);
    await api.services.database.write((tx) =>
      tx
        .deleteFrom("identities")
        .where("user_id", "=", broken?.id ?? "")
        .execute(),
    );
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
