import { DAY_MILLISECONDS, localDay } from "@wattle/contracts/days";
import { readFile } from "node:fs/promises";
import { cleanBankAccount } from "@wattle/contracts/bank-account-rules";
import { adjustInput } from "@wattle/contracts/desk";
import { depositInput } from "@wattle/contracts/deposits";
import { withdrawalInput } from "@wattle/contracts/withdrawals";
import { findUserByEmail } from "@wattle/db/accounts";
import { insertBankAccount } from "@wattle/db/bank-accounts";
import { insertBankLines, settleBankLine } from "@wattle/db/bank-lines";
import { findTransactionByReference } from "@wattle/db/bank-transactions";
import { isUniqueViolation, patiently, type Reader, type WriteTx } from "@wattle/db/database";
import { insertDocument } from "@wattle/db/identity";
import { savePayoutSettings } from "@wattle/db/payouts";
import { listUnstatedEntries } from "@wattle/db/reconciliations";
import { insertEnquiry } from "@wattle/db/support";
import { hashPassword } from "../../access/passwords.ts";
import { admittedUser, type SignedInUser } from "../../access/admission.ts";
import { turnMarket } from "../../audit/turn-market.ts";
import { adjustBalance } from "../../desk/ledger/adjust-balance.ts";
import type { AnyReviewedAct } from "../../desk/approvals/act.ts";
import { perform } from "../../desk/approvals/perform.ts";
import { propose } from "../../desk/approvals/propose.ts";
import { setSwitch } from "../../desk/switches/switches.ts";
import { sealBankAccount } from "../../bank-accounts/bank-account-of-row.ts";
import { hashBankAccount } from "../../bank-accounts/save-bank-account.ts";
import { identitiesOf } from "../../bank-lines/line-identity.ts";
import { closeOwnAccount } from "../../closing/close-account.ts";
import { announceDeposit } from "../../deposits/announce-deposit.ts";
import { documentRowOf } from "../../identity/keep-document.ts";
import { saveIdentity, sendIdentity } from "../../identity/send-identity.ts";
import { referenceOf } from "../../reference.ts";
import type { Services } from "../../services.ts";
import { requestWithdrawal } from "../../withdrawals/request-withdrawal.ts";
import { DEMO_PASSWORD } from "../demo-accounts.ts";
import { insertDeposit, insertPastExchange, pastExchange, pastRate } from "../past-money.ts";
import { insertAccount, insertMoney } from "../seed-demo.ts";
import { servicesWithin } from "../within.ts";
import {
  APPLICANTS,
  CLOSED,
  DAY_ACCOUNTS,
  DEPOSITS,
  PAYEES,
  PRICED,
  SENDER,
  type DayApplicant,
  type DayDeposit,
  type DayPayee,
} from "./people.ts";
import { seedCoinPayee, WALLETS } from "./seed-coin-payee.ts";
import { seedCompliance } from "./seed-compliance.ts";
import { shockBefore, SHOCKED, shockedRate } from "./shocked-price.ts";

const HOUR = 3_600_000;
const SIDES = ["front", "selfie"] as const;

/** Services for the day's work, whose writes all go into one transaction. */
interface Seeding {
  readonly services: Services;
  readonly tx: WriteTx;
  readonly passwordHash: string;
}

const inside = ({ services, tx }: Pick<Seeding, "services" | "tx">, ago: number): Services =>
  servicesWithin(tx, services, ago);

/** @throws Error if a demo account is not there */
async function signedIn({ services, tx }: Seeding, email: string): Promise<SignedInUser> {
  const row = await findUserByEmail(tx, email);
  const user = row === undefined ? null : admittedUser(services.config, row);
  if (user === null) throw new Error(`the demo has no ${email}`);
  return user;
}

/** Photos are kept before the transaction, since nothing in it may be outside the database. */
async function keepPhotos(services: Services, { photos }: DayApplicant) {
  const userId = services.ids.uuid();
  const rows = await Promise.all(
    SIDES.map(async (side) => {
      const fileName = `${photos}-${side}.jpg`;
      const content = await readFile(new URL(`photos/${fileName}`, import.meta.url));
      const row = await documentRowOf(services, userId, { side, fileName, content });
      await services.documents.put(row.id, content);
      return row;
    }),
  );
  return { userId, rows };
}

async function seedApplicant(
  seeding: Seeding,
  { account, form, sentAgo }: DayApplicant,
  { userId, rows }: Awaited<ReturnType<typeof keepPhotos>>,
): Promise<void> {
  const { services, tx, passwordHash } = seeding;
  await insertAccount(tx, services, account, passwordHash, userId);
  const then = inside(seeding, sentAgo);
  await saveIdentity(then, userId, form);
  for (const row of rows) await insertDocument(tx, { ...row, created_at: BigInt(then.clock.now()) });
  // They sent photos, also in a demo that tries a provider.
  await sendIdentity({ ...then, identityProvider: undefined }, userId);
}

async function seedDeposit(seeding: Seeding, { account, planned, daysAgo }: DayDeposit): Promise<void> {
  const { services, tx, passwordHash } = seeding;
  await insertAccount(tx, services, account, passwordHash);
  const input = depositInput.parse({
    transaction_type: "deposit",
    payment_method: "bank_transfer",
    balance: { credit: planned, credit_currency: "AUD" },
  });
  const customer = await signedIn(seeding, account.email);
  await announceDeposit(inside(seeding, daysAgo * DAY_MILLISECONDS), customer, input, undefined);
}

async function seedPayee(seeding: Seeding, payee: DayPayee): Promise<void> {
  const { services, tx, passwordHash } = seeding;
  const { vault, ids } = services;
  const { account_name, account_number, daysAgo } = payee.bankAccount;
  const userId = await insertAccount(tx, services, payee.account, passwordHash);
  await insertMoney(tx, services, userId, payee.account);
  const account = cleanBankAccount({
    currency: "AUD",
    account_name,
    bank_name: "Bank of Example",
    bsb: "000-222",
    account_number,
  });
  if (account === undefined) throw new RangeError("demo data holds a bank account that breaks a rule");
  const id = ids.uuid();
  const added = BigInt(services.clock.now() - daysAgo * DAY_MILLISECONDS);
  await insertBankAccount(tx, {
    ...account,
    ...sealBankAccount(vault, id, account),
    id,
    user_id: userId,
    created_at: added,
    updated_at: added,
    held_until: null,
  });
  await hashBankAccount(tx, services, userId, account);
  const input = withdrawalInput.parse({
    transaction_type: "withdraw",
    bank_account_id: id,
    balance: { credit: payee.amount, credit_currency: "AUD" },
  });
  const customer = await signedIn(seeding, payee.account.email);
  await requestWithdrawal(inside(seeding, 6 * HOUR), customer, { ...input, bank_account_id: id }, undefined);
}

/** Cora sends coins to a wallet of hers, on the day's chain. Her contract refuses ether. */
async function seedSender({ services, tx, passwordHash }: Seeding): Promise<void> {
  const userId = await insertAccount(tx, services, SENDER, passwordHash);
  await insertMoney(tx, services, userId, SENDER);
  for (const wallet of [WALLETS.sender, WALLETS.contract]) await seedCoinPayee(services, tx, userId, wallet);
}

/** The price of ETH was wrong for a few minutes: Pam sold at it, the market was paused and let go on, and she asks. */
async function seedShock(seeding: Seeding): Promise<void> {
  const { services, tx, passwordHash } = seeding;
  const userId = await insertAccount(tx, services, PRICED, passwordHash);
  await insertMoney(tx, services, userId, PRICED);
  const shock = shockBefore(services.clock.now());
  const sold = inside(seeding, shock.sold);
  const sale = pastExchange(
    sold,
    { daysAgo: 0, credit: "2.00000000", from: SHOCKED.symbol, to: SHOCKED.currency },
    (...of) => shockedRate(pastRate(...of)),
  );
  const reference = await insertPastExchange(tx, sold, userId, sale);
  const what = `pair:${SHOCKED.symbol}/${SHOCKED.currency}` as const;
  await turnMarket(inside(seeding, shock.paused), what, {
    paused: true,
    reason: "Price moved over 10% in a minute (source: simulated)",
  });
  const admin = await signedIn(seeding, "operator@demo.test");
  const then = { services: inside(seeding, shock.resumed), operator: admin, known: undefined };
  await perform(tx, then.services, admin, await setSwitch.plan(tx, then, { what, paused: false }));
  const id = services.ids.uuid();
  const message = `I sold 2 ETH today and got much less than the chart shows. Why was the price so low? My reference is ${reference}.`;
  await insertEnquiry(tx, {
    id,
    reference: referenceOf(id),
    topic: "support",
    name: `${PRICED.first_name} ${PRICED.last_name}`,
    email: PRICED.email,
    message: services.vault.seal("enquiries.message", id, message),
    created_at: BigInt(services.clock.now() - shock.asked),
    customer_id: userId,
  });
}

/** Clara closes her account, and three days later the bank has a payment for her. */
async function seedClosed(seeding: Seeding): Promise<void> {
  const { services, tx, passwordHash } = seeding;
  const id = await insertAccount(tx, services, CLOSED, passwordHash);
  const then = inside(seeding, 5 * DAY_MILLISECONDS);
  await closeOwnAccount(then, { id, email: CLOSED.email });
  await insertDeposit(tx, services, id, { units: 120_00n, code: "AUD", daysAgo: 2, paidIn: "AUD" });
}

/** Fiona asks for an adjustment, which someone else decides. */
async function seedApproval(seeding: Seeding): Promise<void> {
  const [payee] = PAYEES;
  const user = await signedIn(seeding, "finance@demo.test");
  const customer = await signedIn(seeding, payee?.account.email ?? "");
  const input = adjustInput.parse({
    id: customer.id,
    direction: "credit",
    currency: "AUD",
    amount: "75.00",
    internal_note: "Our bank kept 75.00 of a deposit as a fee. We carry it.",
    message: "A bank fee, given back",
  });
  await propose(
    adjustBalance as unknown as AnyReviewedAct,
    "ops.ledger.adjust",
    {
      services: inside(seeding, 2 * HOUR),
      user,
      sessionId: null,
      proof: null,
      token: null,
      requestId: seeding.services.ids.uuid(),
      ip: "demo",
      userAgent: null,
      cookie: () => undefined,
      setCookie: () => undefined,
      markReplayed: () => undefined,
    },
    input,
  );
}

/** More than the demo's people have paid in. */
const PAST_ENTRIES = 1_000;

/** Puts what customers of the demo have paid in on statements of its day: books and bank agree when the day begins. */
async function stateOpenings({ services, tx }: Seeding, currency: "AUD" | "NGN"): Promise<void> {
  const { ids, clock, config } = services;
  const account = `${currency.toLowerCase()}-bank-transfer`;
  const now = BigInt(clock.now());
  const entries = await listUnstatedEntries(tx, currency, now, PAST_ENTRIES);
  for (const entry of entries.toReversed()) {
    const reference = entry.description.replace(/^Deposit /, "");
    const deposit = await findTransactionByReference(tx, reference);
    if (deposit === undefined) continue;
    const id = ids.uuid();
    const line = {
      bookedOn: localDay(entry.created_at, config.TIME_ZONE),
      amount: entry.amount,
      text: `TRANSFER ${reference}`,
      payer: null,
    };
    const [identity = ""] = identitiesOf(account, [line]);
    const { bookedOn: booked_on, ...said } = line;
    await insertBankLines(tx, [
      {
        ...said,
        id,
        deposit_account_id: account,
        booked_on,
        currency,
        identity,
        entry_id: entry.id,
        imported_at: entry.created_at,
        imported_by: "demo",
        format: "csv",
        like_id: null,
        bank_key: null,
      },
    ]);
    await settleBankLine(tx, id, {
      status: "credited",
      matchedId: deposit.id,
      customerId: deposit.user_id,
      by: "demo",
      at: entry.created_at,
    });
  }
}

async function insertDay(
  seeding: Seeding,
  photos: readonly Awaited<ReturnType<typeof keepPhotos>>[],
): Promise<void> {
  const { tx } = seeding;
  for (const [place, applicant] of APPLICANTS.entries()) {
    const kept = photos[place];
    if (kept !== undefined) await seedApplicant(seeding, applicant, kept);
  }
  for (const deposit of DEPOSITS) await seedDeposit(seeding, deposit);
  for (const payee of PAYEES) await seedPayee(seeding, payee);
  const trader = await signedIn(seeding, "customer@demo.test");
  for (const wallet of [WALLETS.trader, WALLETS.ether])
    await seedCoinPayee(seeding.services, tx, trader.id, wallet);
  await seedSender(seeding);
  await seedShock(seeding);
  await seedClosed(seeding);
  await seedApproval(seeding);
  const carl = await signedIn(seeding, "compliance@demo.test");
  const then = inside(seeding, 3 * DAY_MILLISECONDS);
  await seedCompliance(then, tx, { passwordHash: seeding.passwordHash, importedBy: carl.id });
  for (const currency of ["AUD", "NGN"] as const) await stateOpenings(seeding, currency);
  await savePayoutSettings(tx, "aud-bank-transfer", {
    bank_abbreviation: "EXA",
    user_number: "301500",
    trace_bsb: null,
    trace_account_number: null,
    remitter: "Wattle",
  });
}

/** Whether the day was made. Anyone can log in to the demo and change an address, so that one account is no sign. */
async function isThere(reader: Reader): Promise<boolean> {
  const found = await Promise.all(DAY_ACCOUNTS.map(({ email }) => findUserByEmail(reader, email)));
  return found.some((account) => account !== undefined);
}

/**
 * Gives the demo a day to work at the desk: identities, deposits of every odd kind, payouts, an approval that waits, a wrong
 * price to look back at, and money of a closed account. Once; times are those before the start. All of it in one transaction, so that an interrupted start leaves
 * nothing half done. Demo accounts must be there.
 */
export async function seedDay(services: Services): Promise<void> {
  if (await isThere(services.database.read)) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const photos = await Promise.all(APPLICANTS.map((applicant) => keepPhotos(services, applicant)));
  let isMade = false;
  try {
    // If several processes start at once, one makes it, and the others wait for that.
    isMade = await patiently(services.database).write(async (tx) => {
      if (await isThere(tx)) return false;
      await insertDay({ services, tx, passwordHash }, photos);
      return true;
    });
  } catch (error) {
    // On PostgreSQL another process may have been faster by a moment.
    if (!isUniqueViolation(error) || !(await isThere(services.database.read))) throw error;
  } finally {
    if (!isMade)
      await Promise.all(
        photos.flatMap(({ rows }) => rows.map(async ({ id }) => services.documents.remove(id))),
      );
  }
}
