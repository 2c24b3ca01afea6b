/** The people of a day at the desk. All of them are made up, and so are their documents and banks. */
import type { IdentityDraft } from "@wattle/contracts/identity";
import type { IdentityAbout } from "@wattle/contracts/identity-about";
import type { DemoAccount } from "../demo-accounts.ts";

const HOUR = 3_600_000;

/** Someone whose identity waits. */
export interface DayApplicant {
  readonly account: DemoAccount;
  readonly form: IdentityDraft;
  /** Names the photos in `photos/`. */
  readonly photos: string;
  /** How long before the start the form was sent, milliseconds. */
  readonly sentAgo: number;
}

const person = (first_name: string, last_name: string, more: Partial<DemoAccount> = {}): DemoAccount => ({
  email: `${first_name}.${last_name}@demo.test`.toLowerCase(),
  about: "a customer of the day at the desk",
  first_name,
  last_name,
  country: "AU",
  status: "verified",
  roles: ["regular-user"],
  emailVerified: true,
  balances: {},
  ...more,
});

const EMPLOYED: IdentityAbout = {
  occupation: "employed",
  purpose: "investing",
  source_of_funds: "salary",
  expected_monthly: "1000_5000",
  politically_exposed: false,
};

function applicant(
  first_name: string,
  last_name: string,
  date_of_birth: string,
  document_number: string,
  sentAgo: number,
  about: Partial<IdentityAbout> = {},
): DayApplicant {
  return {
    account: person(first_name, last_name, { status: "registered" }),
    form: {
      first_name,
      middle_name: "",
      last_name,
      date_of_birth,
      street: "1 Example Street",
      city: "Sampleton",
      state: "NSW",
      postcode: "2000",
      address_country: "AU",
      document_type: "passport",
      document_number,
      document_country: "AU",
      about: { ...EMPLOYED, ...about },
    },
    photos: `${first_name}-${last_name}`.toLowerCase(),
    sentAgo,
  };
}

/** Oldest first. Otto’s photo is blurred; Tess and Tessa have one document; Felix has a public office. */
export const APPLICANTS: readonly DayApplicant[] = [
  applicant("Mira", "Made", "1988-03-14", "PX4410021", 9 * HOUR),
  applicant("Otto", "Other", "1979-09-02", "PX7738190", 7 * HOUR),
  applicant("Tess", "Template", "1994-07-27", "PX2205518", 5 * HOUR),
  applicant("Tessa", "Template", "1994-07-27", "PX2205518", 4 * HOUR),
  applicant("Felix", "Figure", "1968-12-19", "PX9017734", 2 * HOUR, {
    occupation: "business_owner",
    source_of_funds: "business",
    expected_monthly: "20000_100000",
    politically_exposed: true,
  }),
  applicant("Nora", "Novel", "2001-05-08", "PX6642093", HOUR, {
    occupation: "student",
    source_of_funds: "savings",
  }),
];

/** A deposit that was started, and what the bank then shows of it. */
export interface DayDeposit {
  readonly account: DemoAccount;
  /** AUD, as decimal text. */
  readonly planned: string;
  readonly daysAgo: number;
  /** Lines of the statement: amount, payer, and the text around the reference. */
  readonly lines: readonly {
    readonly amount: string;
    readonly payer: string;
    readonly text: (reference: string) => string;
  }[];
}

const osko = (reference: string): string => `OSKO ${reference}`;
/** One letter of a reference is wrong. */
const mistyped = (reference: string): string =>
  `PAYMENT ${reference.slice(0, 2)}${reference[2] === "A" ? "B" : "A"}${reference.slice(3)}`;

function deposit(
  [first, last]: readonly [string, string],
  planned: string,
  ...lines: readonly (readonly [amount: string, payer: string, text?: (reference: string) => string])[]
): DayDeposit {
  return {
    account: person(first, last),
    planned,
    daysAgo: 2,
    lines: lines.map(([amount, payer, text = osko]) => ({ amount, payer, text })),
  };
}

/** As it should be, twice; too little, too much, twice, without a reference, with a wrong letter, from someone else, too late. */
export const DEPOSITS: readonly DayDeposit[] = [
  deposit(["Ada", "Exact"], "1500.00", ["1500.00", "ADA EXACT"]),
  deposit(["Cleo", "Certain"], "820.00", ["820.00", "CLEO CERTAIN"]),
  deposit(["Lena", "Less"], "2000.00", ["1990.00", "LENA LESS"]),
  deposit(["Max", "More"], "300.00", ["350.00", "MAX MORE"]),
  deposit(["Dora", "Double"], "500.00", ["500.00", "DORA DOUBLE"], ["500.00", "D DOUBLE"]),
  deposit(["Ned", "Nameless"], "143.00", ["143.00", "", () => "CASH DEPOSIT BRANCH 2217"]),
  deposit(["Rita", "Reader"], "275.00", ["275.00", "RITA READER", mistyped]),
  deposit(["Paul", "Proxy"], "650.00", ["650.00", "MADEUP TRADING PTY LTD"]),
  { ...deposit(["Xena", "Expired"], "400.00", ["400.00", "XENA EXPIRED"]), daysAgo: 9 },
];

/** Lines of the statement that are the house’s own. */
export const OWN_LINES = [
  { amount: "-12.50", payer: "", text: "ACCOUNT FEE" },
  { amount: "3.10", payer: "BANK OF EXAMPLE", text: "INTEREST" },
] as const;

/** Someone who waits for a payout. */
export interface DayPayee {
  readonly account: DemoAccount;
  /** AUD, as decimal text. */
  readonly amount: string;
  readonly bankAccount: {
    readonly account_name: string;
    readonly account_number: string;
    readonly daysAgo: number;
  };
}

function payee(
  [first, last]: readonly [string, string],
  amount: string,
  account_number: string,
  other: { readonly account_name?: string; readonly daysAgo?: number } = {},
): DayPayee {
  return {
    account: person(first, last, { balances: { AUD: "5000.00" } }),
    amount,
    bankAccount: { account_name: `${first} ${last}`, account_number, daysAgo: 20, ...other },
  };
}

/** Basil’s account is another’s, and new: the bank will send the money back. */
export const BAD_PAYEE = "basil.bounce@demo.test";
export const PAYEES: readonly DayPayee[] = [
  payee(["Pia", "Paid"], "1200.00", "10000001"),
  payee(["Quin", "Quick"], "640.50", "10000002"),
  payee(["Rosa", "Ready"], "2310.00", "10000003"),
  payee(["Basil", "Bounce"], "480.00", "10000004", {
    account_name: "Madeup Holdings Pty Ltd",
    daysAgo: 2,
  }),
];

/** Sold while the price was wrong, and asks why. */
export const PRICED = person("Pam", "Pricey", { balances: { ETH: "3.00000000" } });

/** Has sent coins to a wallet of hers. */
export const SENDER = person("Cora", "Coldwallet", { balances: { BTC: "0.35000000" } });

/** A name of the demo’s list, and two that are only like one. */
export const LISTED: readonly Pick<DayApplicant, "account" | "form">[] = [
  applicant("Kasimir", "Veldt", "1961-05-20", "PX1002003", 0),
  applicant("Noor", "Hadad", "1993-11-02", "PX1002004", 0),
  applicant("Petra", "Lass", "1991-06-30", "PX1002005", 0),
].map(({ account, form }) => ({ account: { ...account, status: "verified" }, form }));

/** Paid much cash at a post office. */
export const CASH_PAYER = person("Greta", "Quill");

/** Closed her account; a payment came for her after all. */
export const CLOSED = person("Clara", "Closed");

/** Everyone of the day who has an account. */
export const DAY_ACCOUNTS: readonly DemoAccount[] = [
  ...[...APPLICANTS, ...DEPOSITS, ...PAYEES, ...LISTED].map(({ account }) => account),
  CASH_PAYER,
  PRICED,
  SENDER,
];
