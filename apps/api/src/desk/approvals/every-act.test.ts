import { depositsOfSeed } from "@wattle/bitcoin/testing/wallets";
import type { ActPreview, ApprovalRecord } from "@wattle/contracts/approvals";
import type { StaffRole } from "@wattle/contracts/accounts";
import { isConfidential } from "@wattle/contracts/confidential";
import { STAFF_ROLES } from "@wattle/contracts/choices";
import { updateUser } from "@wattle/db/accounts";
import { keepBelievedPrice } from "@wattle/db/believed-prices";
import { insertDocument, insertPastDocument } from "@wattle/db/identity";
import { insertOnrampOrder } from "@wattle/db/onramp";
import { changeVenueBalance, changeVenueOrder, venueBooks } from "@wattle/db/hedging";
import { listMail } from "@wattle/db/outbox";
import { insertRecovery } from "@wattle/db/recoveries";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { orderUnderReview } from "@wattle/db/testing/fixtures";
import { balancesOf } from "@wattle/db/balances";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { staffMay } from "@wattle/contracts/staff-access";
import { amountText, exactMoney } from "../../amount-text.ts";
import { turnMarket } from "../../audit/turn-market.ts";
import { keepList } from "../../compliance/keep-list.ts";
import { planOrder } from "../../hedging/orders.ts";
import { draftFiling } from "../../compliance/draft-filing.ts";
import { openCase } from "../../compliance/open-case.ts";
import { signWithDemoKey } from "../../demo/demo-signer.ts";
import { appRouter } from "../../router.ts";
import { openReceivable } from "../../testing/open-receivable.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { callAs, newAccount, newBankAccount, newCoinPayee, type Outcome } from "../../testing/in-memory.ts";
import { PlayNetwork } from "../../testing/play-network.ts";
import { dismissStaff } from "../../testing/new-staff.ts";
import { signElsewhere } from "../../testing/sign-elsewhere.ts";
import { procedureFacts, procedureNames } from "../../trpc-internals.ts";

const HOUR = 60 * 60_000;
const NOTE = "A note of this test";

/** Every act that may need a second person, as the acts themselves declare it. */
const ACTS = procedureNames(appRouter).filter((name) => {
  // Asks for `ops.lists.use` once it has read the file.
  if (name === "ops.lists.import") return false;
  const { output } = procedureFacts(appRouter, name);
  return output instanceof z.ZodDiscriminatedUnion && output.def.discriminator === "outcome";
});

interface Scene {
  /** An act that needs two people. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The customer whose account it is about, if it is about one. */
  readonly customer?: string;
  /** Which part of the input names what it is about. */
  readonly subject: string;
  /** That part for an act on the own account, if it is about no customer. */
  readonly own?: (id: string, email: string) => string;
}

let api: TestApp;
/** Anna asks, Adam approves. */
let anna: string;
let adam: string;
let made = 0;

const call = <T = { outcome: string; approval: { id: string } }>(
  by: string,
  procedure: string,
  input: object,
): Promise<Outcome<T>> => callAs<T>(api, by, procedure, input);
const approve = (by: string, id: string) => call<{ status: string }>(by, "ops.approvals.approve", { id });

/** Calls a procedure that must answer. */
async function must<T>(by: string, procedure: string, input: object): Promise<T> {
  const { ok, data, code } = await call<T>(by, procedure, input);
  expect([procedure, ok, code]).toEqual([procedure, true, undefined]);
  return data;
}

/** The request that an act leaves waiting. */
async function waiting(by: string, act: string, input: object): Promise<string> {
  const data = await must<{ outcome: string; approval: { id: string } }>(by, act, input);
  expect(data.outcome).toBe("awaiting_approval");
  return data.approval.id;
}

const byTwo = async (act: string, input: object): Promise<void> => {
  const { status } = await must<{ status: string }>(adam, "ops.approvals.approve", {
    id: await waiting(anna, act, input),
  });
  expect(status).toBe("approved");
};

async function announced(customer: string): Promise<string> {
  const { reference } = await must<{ reference: string }>(customer, "deposits.announce", {
    balance: { credit: "100.00", credit_currency: "AUD" },
    transaction_type: "deposit",
    payment_method: "payid",
  });
  return reference;
}

/** The reference of a withdrawal of enough for two people to give it back. */
async function withdrawn(customer: string): Promise<string> {
  await byTwo("ops.ledger.adjust", {
    id: customer,
    direction: "credit",
    amount: "20000.00",
    currency: "AUD",
    internal_note: NOTE,
  });
  const { reference } = await must<{ reference: string }>(customer, "withdrawals.request", {
    balance: { credit: "15000.00", credit_currency: "AUD" },
    transaction_type: "withdraw",
    bank_account_id: await newBankAccount(api, customer),
  });
  return reference;
}

/** The deposit account that is imported into and closed. */
const DEPOSIT_ACCOUNT = "aud-bank-transfer";

async function bankLine(): Promise<string> {
  const text = `PAYMENT ${(made += 1)}`;
  const day = new Date(Date.UTC(2020, 0, made)).toISOString().slice(0, 10);
  await must(anna, "ops.bankLines.import", {
    deposit_account_id: DEPOSIT_ACCOUNT,
    content: `${day},12000.00,${text}`,
  });
  const { data } = await must<{ data: { id: string; text: string }[] }>(anna, "ops.bankLines.list", {
    limit: 200,
  });
  return data.find((line) => line.text === text)?.id ?? "";
}

const receivableOf = async (customer: string, amount?: bigint): Promise<string> =>
  openReceivable(api.services, customer, await bankLine(), amount);

async function recoveryOf(customer: string): Promise<string> {
  const { ids, clock, database, vault } = api.services;
  const [id, document, now] = [ids.uuid(), ids.uuid(), BigInt(clock.now())];
  const photo = (photoId: string) => ({
    id: photoId,
    user_id: customer,
    side: "selfie" as const,
    media_type: "image/png",
    bytes: 1n,
    sha256: "00",
    file_name: vault.seal("identity_documents.file_name", photoId, "me.png") as never,
    created_at: now,
  });
  await database.write(async (tx) => {
    await insertDocument(tx, photo(ids.uuid()));
    await insertPastDocument(tx, photo(document));
    await insertRecovery(tx, { id, user_id: customer, document_id: document, created_at: now });
  });
  return id;
}

/** Someone with the seed has taken coins of the treasury. @returns the transaction */
async function takenCoins(): Promise<string> {
  const network = new PlayNetwork(api);
  // Coins that an earlier scene has lost are in the books yet.
  const mine = async (): Promise<void> => {
    await Promise.allSettled([network.mine(3)]);
    await network.pause(null);
  };
  const { address } = await must<{ address: string }>(anna, "ops.wallets.address", { network: "bitcoin" });
  await network.send(address, 10_000_000n);
  await network.send(address, 20_000_000n);
  await mine();
  const move = { network: "bitcoin", what: "consolidate" };
  const { id } = await must<{ id: string }>(anna, "ops.coinMoves.create", move);
  await byTwo("ops.coinPayouts.release", { id });
  const { content } = await must<{ content: string }>(anna, "ops.coinPayouts.file", { id });
  const { after } = signElsewhere(content, (file) =>
    file.updateOutput(0, { script: new Uint8Array([0, 20, ...new Uint8Array(20)]) }, true),
  );
  await api.services.networks.bitcoin?.node.send(after.extract());
  await mine();
  // The next scene's follows.
  await network.restart();
  return after.id;
}

/** A batch that pays a customer coins, as a draft. */
async function coinPayout(customer: string): Promise<string> {
  const network = new PlayNetwork(api);
  await network.pause(null);
  const { address } = await must<{ address: string }>(anna, "ops.wallets.address", { network: "bitcoin" });
  await network.send(address, 10_000_000n);
  await network.mine(3);
  // The next scene's follows.
  await network.restart();
  await byTwo("ops.ledger.adjust", {
    id: customer,
    direction: "credit",
    amount: "0.1",
    currency: "BTC",
    internal_note: NOTE,
  });
  const now = BigInt(api.clock.now());
  await api.services.database.write((tx) => updateUser(tx, customer, { coins_sent_from: now }));
  await must(customer, "withdrawals.request", {
    balance: { credit: "0.01", credit_currency: "BTC" },
    transaction_type: "withdraw",
    coin_payee_id: await newCoinPayee(api, customer),
  });
  return (await must<{ id: string }>(anna, "ops.coinPayouts.create", { currency: "BTC" })).id;
}

/** The same, released, and its file was fetched for the signer. */
async function filedCoinPayout(customer: string): Promise<{ readonly id: string; readonly file: Buffer }> {
  const id = await coinPayout(customer);
  await byTwo("ops.coinPayouts.release", { id });
  const { content } = await must<{ content: string }>(anna, "ops.coinPayouts.file", { id });
  return { id, file: Buffer.from(content, "base64") };
}

const POLICY = {
  currency: "BTC",
  on: "dry",
  target: "0",
  band: "1",
  order_min: "0.1",
  order_max: "1",
  max_slippage_bp: 30,
  max_per_hour: "1000",
  max_per_day: "1000",
};

const closeOrders = () =>
  api.services.database.write((tx) =>
    tx.updateTable("venue_orders").set({ open: 0n, status: "cancelled" }).where("open", "=", 1n).execute(),
  );

/** The venue has less than the books. */
const lackAtVenue = () =>
  api.services.database.write(async (tx) => {
    const books = (await venueBooks(tx)).get("BTC") ?? 0n;
    const said = amountText(books - 10_000n, "BTC");
    await changeVenueBalance(tx, "play", "BTC", { said, books });
  });

/** An order of which no answer came, long enough ago to be resolved. */
async function unknownOrder(): Promise<string> {
  const { clock, database } = api.services;
  const now = BigInt(clock.now());
  await closeOrders();
  return database.write(async (tx) => {
    const { id } = await planOrder(tx, api.services, {
      venue: "play",
      side: "buy",
      currency: "BTC",
      in: "AUD",
      amount: 1_000_000n,
      limit: "150000",
      guard: "150000",
      dry: false,
      by: "policy",
    });
    await changeVenueOrder(tx, id, { status: "unknown", unknown_since: now - 3_600_000n });
    return id;
  });
}

/** Inputs to try each act with. An act without one fails the first test. */
const SCENES: Readonly<Record<string, (customer: string) => Promise<Scene>>> = {
  "ops.arrivals.credit": async (customer) => {
    const network = new PlayNetwork(api);
    await network.follow();
    const { address } = await must<{ address: string }>(anna, "ops.wallets.address", { network: "bitcoin" });
    const txid = await network.send(address, 100_000n);
    await network.mine(3);
    await network.restart();
    const { data } = await must<{ data: { id: string; txid: string }[] }>(anna, "ops.arrivals.list", {});
    const id = data.find((each) => each.txid === txid)?.id ?? "";
    return { input: { id, customer, internal_note: NOTE }, subject: "id", customer };
  },
  "ops.bankLines.credit": async (customer) => ({
    input: { id: await bankLine(), customer, internal_note: NOTE },
    subject: "id",
    customer,
  }),
  "ops.bankLines.ownMoney": async () => ({
    input: { id: await bankLine(), internal_note: NOTE },
    subject: "id",
  }),
  "ops.bankLines.return": async (customer) => {
    const id = await bankLine();
    await byTwo("ops.bankLines.credit", { id, customer });
    return { input: { id, message: "It goes back.", internal_note: NOTE }, subject: "id", customer };
  },
  "ops.cases.close": async (customer) => {
    const of = { kind: "monitoring", rule: null, customer, holds: false } as const;
    const id = await api.services.database.write((tx) => openCase(tx, api.services, of));
    return { input: { id, outcome: "reported", internal_note: NOTE }, subject: "id", customer };
  },
  "ops.filings.filed": async (customer) => {
    const draft = { kind: "ttr", customer, case: null, by: "system" } as const;
    const id = await api.services.database.write((tx) => draftFiling(tx, api.services, draft));
    const fields = { full_name: "Someone", total_cash: "10000.00", date: "2026-01-01" };
    await must(anna, "ops.filings.save", { id, fields });
    return { input: { id, receipt: "TTR-1", filed_on: "2026-01-02" }, subject: "id", customer };
  },
  "ops.coinPayouts.release": async (customer) => ({
    input: { id: await coinPayout(customer) },
    subject: "id",
  }),
  "ops.coinPayouts.bump": async (customer) => {
    const { id, file } = await filedCoinPayout(customer);
    const content = Buffer.from(signWithDemoKey(file)).toString("base64");
    await must(anna, "ops.coinPayouts.import", { id, content });
    return { input: { id, fee_rate: "50" }, subject: "id" };
  },
  "ops.coinPayouts.cancel": async (customer) => ({
    input: { id: (await filedCoinPayout(customer)).id },
    subject: "id",
  }),
  "ops.hedging.setPolicy": async () => {
    await must(anna, "ops.hedging.setPolicy", POLICY);
    return { input: { ...POLICY, on: true }, subject: "currency" };
  },
  "ops.hedging.place": async () => {
    await closeOrders();
    return { input: { currency: "BTC", side: "buy", amount: "100", limit: "1000000" }, subject: "currency" };
  },
  "ops.hedging.resolve": async () => ({
    input: { id: await unknownOrder(), outcome: "not_placed", venue_reference: "None", internal_note: NOTE },
    subject: "id",
  }),
  "ops.hedging.bookFee": async () => {
    await lackAtVenue();
    const said = {
      currency: "BTC",
      fee: "0.0001",
      venue_reference: api.services.ids.uuid(),
      internal_note: NOTE,
    };
    return { input: said, subject: "currency" };
  },
  "ops.customers.setRole": async (customer) => ({
    input: { id: customer, role: "partner" },
    subject: "id",
    customer,
  }),
  "ops.customers.erase": async (customer) => ({
    input: { id: customer, internal_note: NOTE },
    subject: "id",
    customer,
  }),
  "ops.customers.unblock": async (customer) => {
    await must(anna, "ops.customers.block", { id: customer, internal_note: NOTE });
    return { input: { id: customer, internal_note: NOTE }, subject: "id", customer };
  },
  "ops.depositAccounts.close": async () => {
    await api.services.database.write((tx) =>
      tx
        .updateTable("system_bank_accounts")
        .set({ active: 1n })
        .where("id", "=", "aud-post-billpay")
        .execute(),
    );
    return { input: { currency: "AUD", method: "post_billpay" }, subject: "currency" };
  },
  "ops.depositAccounts.set": async () => ({
    input: {
      currency: "AUD",
      method: "bank_transfer",
      account_name: "Client Money",
      bank_name: "Bank of Example",
      bsb: "000-000",
      account_number: String(20_000_000 + (made += 1)),
    },
    subject: "currency",
  }),
  "ops.deposits.confirm": async (customer) => ({
    input: { reference: await announced(customer), amount: "500.00", internal_note: NOTE },
    subject: "reference",
    customer,
  }),
  "ops.deposits.return": async (customer) => {
    const reference = await announced(customer);
    await byTwo("ops.deposits.confirm", { reference, amount: "15000.00" });
    return {
      input: { reference, message: "It goes back.", internal_note: NOTE },
      subject: "reference",
      customer,
    };
  },
  "ops.ledger.adjust": async (customer) => ({
    input: {
      id: customer,
      direction: "credit",
      amount: "10.00",
      currency: "AUD",
      internal_note: NOTE,
      idempotency_key: customer,
    },
    subject: "id",
    customer,
  }),
  "ops.lists.use": async () => {
    const fileOf = (year: number) => ({
      source: "opensanctions" as const,
      content: `id,schema,name,aliases,birth_date,countries,last_seen\n${(made += 1)},Person,Some One,,,,${year}-01-01`,
    });
    const id = await keepList(api.services, fileOf(2020), anna);
    await must(anna, "ops.lists.import", fileOf(2026));
    return { input: { id }, subject: "id" };
  },
  "ops.rules.set": async () => ({
    input: { rule: "travel_rule", on: true, parameters: { hours: 100 + (made += 1) } },
    subject: "rule",
  }),
  "ops.networks.bookSpend": async () => ({
    input: { network: "bitcoin", txid: await takenCoins(), internal_note: NOTE },
    subject: "txid",
  }),
  "ops.networks.resume": async () => {
    const network = new PlayNetwork(api);
    await Promise.allSettled([network.follow()]);
    await network.restart();
    await network.pause("A test paused it");
    return { input: { network: "bitcoin", internal_note: NOTE }, subject: "network" };
  },
  "ops.onramp.resolve": async (customer) => {
    const { ids, clock, database } = api.services;
    const id = ids.uuid();
    await database.write((tx) => insertOnrampOrder(tx, orderUnderReview(id, customer, BigInt(clock.now()))));
    const input = { id, decision: "credit", crypto_amount: "0.1", internal_note: NOTE };
    return { input, subject: "id", customer };
  },
  "ops.payouts.release": async (customer) => {
    await withdrawn(customer);
    const { id } = await must<{ id: string }>(anna, "ops.payouts.create", { currency: "AUD" });
    return { input: { id }, subject: "id" };
  },
  "ops.reconciliation.reopen": async () => {
    await bankLine();
    const day = new Date(Date.UTC(2020, 0, made)).toISOString().slice(0, 10);
    const { id } = await must<{ id: string }>(anna, "ops.reconciliation.close", {
      deposit_account_id: DEPOSIT_ACCOUNT,
      date: day,
      statement_balance: "0.00",
    });
    return { input: { id, internal_note: NOTE }, subject: "id" };
  },
  "ops.receivables.settle": async (customer) => {
    await byTwo("ops.ledger.adjust", {
      id: customer,
      direction: "credit",
      amount: "20000.00",
      currency: "AUD",
      internal_note: NOTE,
    });
    const input = { id: await receivableOf(customer, 1_500_000n), internal_note: NOTE };
    return { input, subject: "id", customer };
  },
  "ops.receivables.writeOff": async (customer) => ({
    input: { id: await receivableOf(customer), internal_note: NOTE },
    subject: "id",
    customer,
  }),
  "ops.recoveries.approve": async (customer) => ({
    input: { id: await recoveryOf(customer), internal_note: NOTE },
    subject: "id",
    customer,
  }),
  "ops.staff.invite": async () => ({
    input: { email: `invited-${(made += 1)}@mail.example`, roles: ["support"] },
    subject: "email",
    own: (_id, email) => email.replace("@", "+own@"),
  }),
  "ops.staff.remove": async () => ({
    input: { id: await newAccount(api, "admin") },
    subject: "id",
    own: (id) => id,
  }),
  "ops.staff.setRoles": async () => ({
    input: { id: await newAccount(api, "support"), roles: ["support", "finance"] },
    subject: "id",
    own: (id) => id,
  }),
  "ops.switches.set": async () => {
    const what = "pair:BTC/AUD";
    const believed = { what, bid: "100", ask: "100", named_by: null };
    const now = BigInt(api.clock.now());
    await api.services.database.write((tx) => keepBelievedPrice(tx, { ...believed, believed_at: now }, now));
    await turnMarket(api.services, what, { paused: true, reason: NOTE });
    return { input: { what, paused: false, price: "50" }, subject: "what" };
  },
  "ops.wallets.add": async () => ({
    input: {
      network: "bitcoin",
      role: "deposits",
      descriptor: depositsOfSeed(new Uint8Array(32).fill((made += 1))).descriptor,
    },
    subject: "descriptor",
  }),
  "ops.webhooks.add": async () => ({
    input: { url: `https://ops.example/${(made += 1)}`, events: ["*"] },
    subject: "url",
  }),
  "ops.withdrawals.complete": async (customer) => ({
    input: { reference: await withdrawn(customer), bank_reference: "Paid", internal_note: NOTE },
    subject: "reference",
    customer,
  }),
  "ops.withdrawals.return": async (customer) => {
    const reference = await withdrawn(customer);
    await byTwo("ops.withdrawals.complete", { reference, bank_reference: `B ${reference}` });
    return {
      input: { reference, message: "It came back.", internal_note: NOTE },
      subject: "reference",
      customer,
    };
  },
};

/** Acts that move money on a customer's balance; in each scene the customer has one currency. */
const MOVES = [
  "ops.arrivals.credit",
  "ops.bankLines.credit",
  "ops.bankLines.return",
  "ops.deposits.confirm",
  "ops.deposits.return",
  "ops.ledger.adjust",
  "ops.onramp.resolve",
  "ops.receivables.settle",
  "ops.withdrawals.return",
];

const propertiesOf = (act: string): string[] => {
  const { input } = procedureFacts(appRouter, act);
  if (input === undefined) return [];
  return Object.keys(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }).properties ?? {});
};

test("every act that may need a second person is tried", () => {
  expect(ACTS.length).toBeGreaterThan(10);
  expect(Object.keys(SCENES).toSorted()).toEqual(ACTS.toSorted());
});

describe.each(DIALECTS)("every act that may need a second person, on %s", (dialect) => {
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  beforeEach(async () => {
    [anna, adam] = [await newAccount(api, "admin"), await newAccount(api, "admin")];
  });
  afterEach(() => dismissStaff(api));
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  describe.each(Object.entries(SCENES))("%s", (act, sceneOf) => {
    const scene = async (): Promise<Scene> => sceneOf(await newAccount(api));
    /** A refusal at a field, whichever code it has. */
    const expectAt = async (input: object, field: string): Promise<void> => {
      const refused = await call(anna, act, input);
      expect([JSON.stringify(input), refused.ok, refused.fields]).toEqual([
        JSON.stringify(input),
        false,
        [field],
      ]);
    };

    test("refuses an unknown subject", async () => {
      const { input, subject } = await scene();
      // An unknown address can be invited.
      if (subject === "email") return expectAt({ ...input, email: "no address" }, "email");
      const refused = await call(anna, act, { ...input, [subject]: "no-such-thing" });
      expect(refused.ok).toBe(false);
      expect(["not_found", "validation_failed"]).toContain(refused.code);
    });

    test("says what changes, before and after, as it then is", async () => {
      const { input, customer } = await scene();
      const id = await waiting(anna, act, input);
      const { changes } = await must<ApprovalRecord>(adam, "ops.approvals.find", { id });
      expect(changes).not.toEqual([]);
      for (const { what, before, after } of changes) {
        expect([what, before, after]).not.toContain("");
        expect(before, what).not.toBe(after);
      }
      await must(adam, "ops.approvals.approve", { id });
      const balances =
        customer === undefined ? new Map() : await balancesOf(api.services.database.read, customer);
      expect(changes.filter(({ now }) => now).map(({ after }) => after)).toEqual(
        [...balances].filter(() => MOVES.includes(act)).map(([code, units]) => exactMoney(units, code)),
      );
    });

    test("refuses one's own account, asked for and approved", async () => {
      const { input, subject, customer, own } = await scene();
      const id = await waiting(anna, act, input);
      const email = `${anna}@mail.example`;
      if (own !== undefined) {
        expect((await call(anna, act, { ...input, [subject]: own(anna, email) })).code).toBe("own_act");
      }
      expect((await approve(anna, id)).code).toBe("own_act");
      if (customer === undefined) return;
      const be = (whose: string) =>
        api.services.database.write((tx) => updateUser(tx, customer, { email: `${whose}+me@mail.example` }));
      await be(adam);
      expect((await approve(adam, id)).code).toBe("own_act");
      await must(anna, "ops.approvals.withdraw", { id });
      await be(anna);
      expect((await call(anna, act, input)).code).toBe("own_act");
    });

    test.runIf(act === "ops.recoveries.approve")(
      "shows the customer's email before it goes out",
      async () => {
        const { input } = await scene();
        const preview = await must<ActPreview>(anna, "ops.acts.preview", { act, input });
        expect(preview.reads?.subject).toBe("Account recovery requested");
        await must(adam, "ops.approvals.approve", { id: await waiting(anna, act, input) });
        const mails = await listMail(api.services.database.read, 100);
        expect(mails).toContainEqual(
          expect.objectContaining({ recipient: preview.reads?.to, subject: preview.reads?.subject }),
        );
      },
    );

    test("is neither asked for nor approved without its role", async () => {
      const { input } = await scene();
      const id = await waiting(anna, act, input);
      const lacking = STAFF_ROLES.filter((role: StaffRole) => !staffMay([role], act));
      for (const by of [
        ...(await Promise.all(lacking.map((role) => newAccount(api, role)))),
        await newAccount(api),
      ]) {
        expect((await call(by, act, input)).code).toBe("forbidden");
        const refused = isConfidential(act) ? ["forbidden", "not_found"] : ["forbidden"];
        expect(refused).toContain((await approve(by, id)).code);
      }
    });

    test("is not approved once rejected, nor after 72 hours", async () => {
      const { input } = await scene();
      const used = await waiting(anna, act, input);
      await must(adam, "ops.approvals.reject", { id: used, reason: NOTE });
      expect((await approve(adam, used)).code).toBe("state_conflict");
      const late = await waiting(anna, act, input);
      const began = api.clock.now();
      api.clock.set(began + 72 * HOUR);
      expect((await approve(adam, late)).code).toBe("state_conflict");
      api.clock.set(began);
    });

    const amounts = propertiesOf(act).filter((name) => name.endsWith("amount"));
    test.runIf(amounts.length > 0)("refuses what is no amount", async () => {
      const { input } = await scene();
      for (const field of amounts)
        for (const amount of [
          "",
          "0",
          "-1",
          "1e3",
          "1,000.00",
          " 1",
          "0.000000001",
          "9".repeat(40),
          "NaN",
          null,
        ])
          await expectAt({ ...input, [field]: amount }, field);
    });

    const texts = propertiesOf(act).filter((name) => ["internal_note", "message"].includes(name));
    test.runIf(texts.length > 0)("refuses control characters and 10,000 letters in its texts", async () => {
      const { input } = await scene();
      for (const field of texts)
        for (const text of ["a\u0007b", "a\u202eb", "x".repeat(10_000)])
          await expectAt({ ...input, [field]: text }, field);
    });

    test("ten at once are done once", async () => {
      const { input } = await scene();
      const calls = await Promise.all(Array.from({ length: 10 }, () => call(anna, act, input)));
      const asked = calls.flatMap(({ ok, data }) => (ok ? [data.approval.id] : []));
      // Acts that can be done only once are requested only once.
      expect([1, 10]).toContain(asked.length);
      for (const { ok, code } of calls) expect(ok || code === "state_conflict").toBe(true);
      const answers = await Promise.all(asked.map((id) => approve(adam, id)));
      const done = answers.filter(({ ok, data }) => ok && data.status === "approved");
      expect(done).toHaveLength(1);
      expect((await call(adam, "ops.approvals.approve", { id: asked[0] })).code).toBe("state_conflict");
    });
  });
});
