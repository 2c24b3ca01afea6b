import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { PERMISSIONS, staffRolesOf } from "@wattle/contracts/accounts";
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { cleanBankAccount } from "@wattle/contracts/bank-account-rules";
import type { BankAccountCurrency } from "@wattle/contracts/bank-formats/formats";
import type { DepositMethod } from "@wattle/contracts/deposit-limits";
import { emailsInUse, insertUser } from "@wattle/db/accounts";
import { insertBankAccount } from "@wattle/db/bank-accounts";
import { isUniqueViolation, patiently, type Reader, type WriteTx } from "@wattle/db/database";
import { rolesText } from "@wattle/db/roles";
import { saveHedgingPolicy } from "@wattle/db/hedging";
import { insertReferrals } from "@wattle/db/partners";
import { upsertSystemBankAccount } from "@wattle/db/system-bank-accounts";
import type { SystemBankAccount } from "@wattle/db/tables";
import { sealBankAccount } from "../bank-accounts/bank-account-of-row.ts";
import { hashBankAccount } from "../bank-accounts/save-bank-account.ts";
import type { Services } from "../services.ts";
import { insertDemoWallets } from "./demo-wallets.ts";
import { hashPassword } from "../access/passwords.ts";
import {
  DEMO_ACCOUNTS,
  DEMO_EXCHANGES,
  DEMO_PASSWORD,
  DEMO_YEAR_DAYS,
  type DemoAccount,
} from "./demo-accounts.ts";
import {
  type ExchangeServices,
  currency,
  amount,
  pastExchange,
  insertDeposit,
  insertPastExchange,
} from "./past-money.ts";

const MEMBERSHIP_DAYS = 30;
/** The customer with a year of exchanges. */
const TRADER = "customer@demo.test";
const membershipDays = ({ email }: DemoAccount): number =>
  email === TRADER ? DEMO_YEAR_DAYS + 1 : MEMBERSHIP_DAYS;
const REFERRALS = 47;
const isVerifiedCustomer = ({ roles, status }: DemoAccount): boolean =>
  status === "verified" && staffRolesOf(roles).length === 0;

/** @param id a new identifier, unless one is given */
export async function insertAccount(
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids">,
  account: DemoAccount,
  passwordHash: string,
  id: string = services.ids.uuid(),
): Promise<string> {
  const { clock } = services;
  const joined = BigInt(clock.now() - membershipDays(account) * DAY_MILLISECONDS);
  await insertUser(tx, {
    id,
    email: account.email,
    password_hash: passwordHash,
    first_name: account.first_name,
    middle_name: null,
    last_name: account.last_name,
    phone: null,
    status: account.status,
    status_reason: null,
    block_reason:
      account.status === "blocked" ? asInternalNote("Demo account that shows a blocked customer") : null,
    default_country: account.country,
    email_verified_at: account.emailVerified ? joined : null,
    roles: rolesText(account.roles),
    permissions: JSON.stringify(isVerifiedCustomer(account) ? PERMISSIONS : []),
    partner_hash: account.roles.includes("partner") ? "demo-partner" : null,
    referred_by: null,
    referral_hash: null,
    utm: null,
    password_changed_at: null,
    created_at: joined,
    is_demo: 1n,
  });
  return id;
}

/** Opening deposits that, with the past exchanges, leave exactly the account's balances. */
function openingDeposits(
  account: DemoAccount,
  exchanges: readonly ReturnType<typeof pastExchange>[],
): Map<string, bigint> {
  const opening = new Map(
    Object.entries(account.balances).map(([code, text]): [string, bigint] => [code, amount(text, code)]),
  );
  const add = (code: string, units: bigint): void =>
    void opening.set(code, (opening.get(code) ?? 0n) + units);
  for (const { from, to, price } of exchanges) {
    add(from.code, price.credit);
    add(to.code, 0n - price.debit);
  }
  return opening;
}

/** The fiat currency that an account pays with. */
const homeOf = ({ balances }: DemoAccount): string =>
  Object.keys(balances).find((code) => currency(code).kind === "fiat") ?? "AUD";

export async function insertMoney(
  tx: WriteTx,
  services: ExchangeServices,
  userId: string,
  account: DemoAccount,
): Promise<void> {
  const exchanges =
    account.email === TRADER ? DEMO_EXCHANGES.map((past) => pastExchange(services, past)) : [];
  const daysAgo = membershipDays(account) - 1;
  for (const [code, units] of openingDeposits(account, exchanges)) {
    await insertDeposit(tx, services, userId, { units, code, daysAgo, paidIn: homeOf(account) });
  }
  for (const past of exchanges) await insertPastExchange(tx, services, userId, past);
}

async function insertDemoReferrals(
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids">,
  partnerId: string,
): Promise<void> {
  const { clock, ids } = services;
  const names = [
    "Amber",
    "Banksia",
    "Cedar",
    "Dahlia",
    "Elder",
    "Fern",
    "Grevillea",
    "Hazel",
    "Iris",
    "Jasmine",
  ];
  const surnames = ["Sample", "Example", "Placeholder", "Specimen", "Illustration"];
  const records = Array.from({ length: REFERRALS }, (_, index) => {
    const name = names[index % names.length] ?? "Amber";
    const surname = surnames[index % surnames.length] ?? "Sample";
    const isDeposit = index % 3 === 0;
    const cents = BigInt(25_000 + index * 13_750);
    // Bought at 150,000 AUD less one percent; rounded down, as every debit is.
    const satoshi = (cents * 99n * 10n ** 8n) / (100n * 15_000_000n);
    return {
      id: ids.uuid(),
      partner_id: partnerId,
      client_user_id: null,
      client_name: name,
      client_surname: surname,
      client_email: `${name}.${surname}@clients.test`.toLowerCase(),
      transaction_type: isDeposit ? "deposit" : "exchange",
      credit: cents,
      credit_currency: "AUD",
      debit: isDeposit ? cents : satoshi,
      debit_currency: isDeposit ? "AUD" : "BTC",
      created_at: BigInt(clock.now() - (REFERRALS - index) * 0.6 * DAY_MILLISECONDS),
    } as const;
  });
  await insertReferrals(tx, ...records);
}

const SYSTEM_BANK_ACCOUNTS = [
  {
    id: "aud-bank-transfer",
    currency: "AUD",
    method: "bank_transfer",
    bank_name: "Bank of Example",
    account_name: "Demo Client Money Account",
    bsb: "000-000",
    account_number: "12345678",
    payid: null,
    bank_code: null,
  },
  {
    id: "aud-post-billpay",
    currency: "AUD",
    method: "post_billpay",
    bank_name: "Example Post Billpay",
    account_name: "Demo Client Money Account",
    bsb: null,
    account_number: "00000",
    payid: null,
    bank_code: null,
  },
  {
    id: "aud-payid",
    currency: "AUD",
    method: "payid",
    bank_name: "Bank of Example",
    account_name: "Demo Client Money Account",
    bsb: null,
    account_number: null,
    payid: "pay@demo.test",
    bank_code: null,
  },
  {
    id: "ngn-bank-transfer",
    currency: "NGN",
    method: "bank_transfer",
    bank_name: "Example Bank of Nigeria",
    account_name: "Demo Client Money Account",
    bsb: null,
    account_number: "0000000000",
    payid: null,
    bank_code: "999",
  },
] as const satisfies readonly (Omit<SystemBankAccount, "active"> & {
  readonly currency: BankAccountCurrency;
  readonly method: DepositMethod;
})[];

/** A coin's band, smallest and largest order. */
const DEMO_POLICIES = [
  ["BTC", "0.5", "0.01", "0.4"],
  ["ETH", "8", "0.1", "5"],
] as const;

/** Dry runs: the demo shows the orders that it would send. */
async function insertDemoPolicies(
  tx: WriteTx,
  { clock, config }: Pick<Services, "clock" | "config">,
): Promise<void> {
  const home = config.brand.markets.homeCurrency;
  for (const [code, band, least, most] of DEMO_POLICIES)
    await saveHedgingPolicy(tx, {
      currency: code,
      mode: "dry",
      target: 0n,
      band: amount(band, code),
      order_min: amount(least, code),
      order_max: amount(most, code),
      max_slippage_bp: 30n,
      max_per_hour: amount("150000.00", home),
      max_per_day: amount("500000.00", home),
      reason: null,
      failing_since: null,
      set_by: "system",
      set_at: BigInt(clock.now()),
    });
}

/** The demo accounts that are not there yet. */
async function missingAccounts(reader: Reader): Promise<DemoAccount[]> {
  const there = await emailsInUse(
    reader,
    DEMO_ACCOUNTS.map(({ email }) => email),
  );
  return DEMO_ACCOUNTS.filter(({ email }) => !there.has(email));
}

/**
 * Fills an installation with the demo accounts that it lacks: a second call changes nothing, nor does one from another process
 * at the same time. All of it in one transaction, so that an interrupted start leaves nothing half done.
 */
export async function seedDemo(
  services: Pick<
    Services,
    "config" | "database" | "clock" | "ids" | "searchHashes" | "signingKeys" | "vault"
  >,
): Promise<void> {
  const { database } = services;
  if ((await missingAccounts(database.read)).length === 0) return;
  // Everyone knows the password, so one hash of it does for all.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  try {
    // If several processes start at once, one makes it all, and the others wait for that.
    await patiently(database).write(async (tx) =>
      insertDemoData(tx, services, await missingAccounts(tx), passwordHash),
    );
  } catch (error) {
    // On PostgreSQL another process may have been faster by a moment: then its rows are there, and ours are undone.
    if (!isUniqueViolation(error) || (await missingAccounts(database.read)).length > 0) throw error;
  }
}

async function insertDemoData(
  tx: WriteTx,
  services: Pick<Services, "config" | "clock" | "ids" | "searchHashes" | "signingKeys" | "vault">,
  accounts: readonly DemoAccount[],
  passwordHash: string,
): Promise<void> {
  const { clock, ids, vault } = services;
  if (accounts.length === DEMO_ACCOUNTS.length)
    for (const account of SYSTEM_BANK_ACCOUNTS) await upsertSystemBankAccount(tx, { ...account, active: 1n });
  await insertDemoWallets(tx, services);
  if (services.config.VENUES !== undefined && accounts.length === DEMO_ACCOUNTS.length)
    await insertDemoPolicies(tx, services);
  for (const account of accounts) {
    const userId = await insertAccount(tx, services, account, passwordHash);
    await insertMoney(tx, services, userId, account);
    if (account.roles.includes("partner")) await insertDemoReferrals(tx, services, userId);
    if (account.email !== TRADER) continue;
    const added = BigInt(clock.now() - MEMBERSHIP_DAYS * DAY_MILLISECONDS);
    const id = ids.uuid();
    const bankAccount = cleanBankAccount({
      currency: "AUD",
      account_name: `${account.first_name} ${account.last_name}`,
      bank_name: "Bank of Example",
      bsb: "000-111",
      account_number: "87654321",
    });
    if (bankAccount === undefined) throw new RangeError("demo data holds a bank account that breaks a rule");
    await insertBankAccount(tx, {
      ...bankAccount,
      ...sealBankAccount(vault, id, bankAccount),
      id,
      user_id: userId,
      created_at: added,
      updated_at: added,
      held_until: null,
    });
    await hashBankAccount(tx, services, userId, bankAccount);
  }
}
