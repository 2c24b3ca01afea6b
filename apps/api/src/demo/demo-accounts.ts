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
  member("operator@demo.test", "admin", "Back", "Office"),
  member("support@demo.test", "support", "Sue", "Support"),
  member("compliance@demo.test", "compliance", "Carl", "Compliance"),
  member("finance@demo.test", "finance", "Fiona", "Finance"),
  member("finance2@demo.test", "finance", "Frank", "Finance"),
];

/** Past exchanges of `customer@demo.test`, oldest first: how many days ago, what was given, at which price. */
export const DEMO_EXCHANGES: readonly {
  readonly daysAgo: number;
  readonly credit: string;
  readonly from: string;
  readonly to: string;
  readonly rate: string;
}[] = [
  { daysAgo: 27, credit: "5000.00", from: "AUD", to: "BTC", rate: "0.00000684931506849315068" },
  { daysAgo: 25, credit: "12000.00", from: "AUD", to: "ETH", rate: "0.000204081632653061224" },
  { daysAgo: 23, credit: "0.05000000", from: "BTC", to: "AUD", rate: "147250.40" },
  { daysAgo: 21, credit: "1500.50", from: "AUD", to: "BTC", rate: "0.00000675675675675675675" },
  { daysAgo: 20, credit: "2.00000000", from: "ETH", to: "AUD", rate: "4985.15" },
  { daysAgo: 18, credit: "0.12500000", from: "BTC", to: "AUD", rate: "151020.75" },
  { daysAgo: 17, credit: "800.00", from: "AUD", to: "ETH", rate: "0.000198019801980198019" },
  { daysAgo: 15, credit: "25000.00", from: "AUD", to: "BTC", rate: "0.00000662251655629139072" },
  { daysAgo: 14, credit: "0.01234567", from: "BTC", to: "AUD", rate: "150480.00" },
  { daysAgo: 12, credit: "5.25000000", from: "ETH", to: "AUD", rate: "5040.20" },
  { daysAgo: 11, credit: "3200.00", from: "AUD", to: "BTC", rate: "0.00000669344042838018741" },
  { daysAgo: 9, credit: "0.30000000", from: "BTC", to: "AUD", rate: "148990.10" },
  { daysAgo: 8, credit: "650.25", from: "AUD", to: "ETH", rate: "0.000201207243460764587" },
  { daysAgo: 7, credit: "0.00700000", from: "BTC", to: "AUD", rate: "149875.55" },
  { daysAgo: 6, credit: "9000.00", from: "AUD", to: "BTC", rate: "0.00000664451827242524916" },
  { daysAgo: 5, credit: "1.75000000", from: "ETH", to: "AUD", rate: "5011.90" },
  { daysAgo: 4, credit: "410.00", from: "AUD", to: "BTC", rate: "0.00000671140939597315436" },
  { daysAgo: 3, credit: "0.08500000", from: "BTC", to: "AUD", rate: "150310.25" },
  { daysAgo: 2, credit: "2750.00", from: "AUD", to: "ETH", rate: "0.000199600798403193612" },
  { daysAgo: 1, credit: "0.02000000", from: "BTC", to: "AUD", rate: "149640.00" },
];
