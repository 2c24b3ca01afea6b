import type { Role, StaffRole, UserStatus } from "@wattle/contracts/accounts";

/** The password of every demo account. */
export const DEMO_PASSWORD = "Wattle-Demo1";

export interface DemoAccount {
  readonly email: string;
  readonly about: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly country: "AU" | "NG";
  readonly status: UserStatus;
  readonly roles: readonly [Role];
  readonly emailVerified: boolean;
  /** Final balances as decimal text. */
  readonly balances: Readonly<Record<string, string>>;
}

/** A member of staff. */
const member = (email: string, role: StaffRole, first_name: string, last_name: string): DemoAccount => ({
  email,
  about: `the back office: ${role}`,
  first_name,
  last_name,
  country: "AU",
  status: "verified",
  roles: [role],
  emailVerified: true,
  balances: {},
});

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    email: "customer@demo.test",
    about: "a verified customer in Australia",
    first_name: "Wattle",
    last_name: "Customer",
    country: "AU",
    status: "verified",
    roles: ["regular-user"],
    emailVerified: true,
    balances: { AUD: "250000.00", BTC: "2.50000000", ETH: "40.00000000" },
  },
  {
    email: "nigeria@demo.test",
    about: "a verified customer in Nigeria",
    first_name: "Naira",
    last_name: "Customer",
    country: "NG",
    status: "verified",
    roles: ["regular-user"],
    emailVerified: true,
    balances: { NGN: "10000000.00", BTC: "0.50000000" },
  },
  {
    email: "partner@demo.test",
    about: "a partner with referrals",
    first_name: "Referring",
    last_name: "Partner",
    country: "AU",
    status: "verified",
    roles: ["partner"],
    emailVerified: true,
    balances: {},
  },
  {
    email: "new@demo.test",
    about: "email not confirmed yet",
    first_name: "Newly",
    last_name: "Registered",
    country: "AU",
    status: "registered",
    roles: ["regular-user"],
    emailVerified: false,
    balances: {},
  },
  {
    email: "unverified@demo.test",
    about: "identity not verified yet",
    first_name: "Unproven",
    last_name: "Identity",
    country: "AU",
    status: "registered",
    roles: ["regular-user"],
    emailVerified: true,
    balances: { AUD: "1000.00" },
  },
  {
    email: "blocked@demo.test",
    about: "a blocked account",
    first_name: "Blocked",
    last_name: "Account",
    country: "AU",
    status: "blocked",
    roles: ["regular-user"],
    emailVerified: true,
    balances: {},
  },
  member("operator@demo.test", "admin", "Olivia", "Admin"),
  member("support@demo.test", "support", "Sue", "Support"),
  member("compliance@demo.test", "compliance", "Carl", "Compliance"),
  member("finance@demo.test", "finance", "Fiona", "Finance"),
  member("finance2@demo.test", "finance", "Frank", "Finance"),
];

/** A past exchange of `customer@demo.test` at the price of its day: how many days ago, what was given, for what. */
interface DemoExchange {
  readonly daysAgo: number;
  readonly credit: string;
  readonly from: string;
  readonly to: string;
}

/** How long `customer@demo.test` has been a customer. */
export const DEMO_YEAR_DAYS = 365;

/** A year of exchanges: savings every week, with sales in between. Oldest first. */
export const DEMO_EXCHANGES: readonly DemoExchange[] = Array.from({ length: 52 }, (_, week) => {
  const daysAgo = DEMO_YEAR_DAYS - 6 - week * 6.9;
  const coin = week % 3 === 2 ? "ETH" : "BTC";
  // Sums that people choose, a little different every week.
  const hundreds = 9 + ((week * 37) % 41);
  if (week % 9 === 7) {
    const share = coin === "BTC" ? `0.0${2 + (week % 7)}000000` : `${1 + (week % 4)}.25000000`;
    return { daysAgo, credit: share, from: coin, to: "AUD" };
  }
  return { daysAgo, credit: `${hundreds}50.00`, from: "AUD", to: coin };
});
