/**
 * The OECD's Crypto-Asset Reporting Framework as XML. Elements and codes are those of the "CARF XML Schema User Guide for Tax
 * Administrations", version 1.5, July 2025. The schema's own files are not public: an authority's validator judges the file.
 */
import type { TaxResidence } from "@wattle/contracts/tax-residences";
import { escaped } from "../../mail/mail-markup.ts";

/** Kinds of relevant transactions, in the order of the guide. */
export const CARF_KINDS = [
  "CryptoFiatIn",
  "CryptoFiatOut",
  "CryptoTransferIn",
  "CryptoTransferOut",
  "TransferWallet",
] as const;
export type CarfKind = (typeof CARF_KINDS)[number];

/** Why coins were moved, for transfers: CARF5.. in, CARF6.. out. */
export type TransferType = "CARF508" | "CARF509" | "CARF601" | "CARF605" | "CARF606";

/** All transactions of a kind with a coin. */
export interface CarfTotal {
  readonly coin: string;
  readonly kind: CarfKind;
  readonly type: TransferType | undefined;
  readonly count: number;
  /** Amounts as text; `amount` is in `currency`, fees excluded. */
  readonly units: string;
  readonly amount: string;
  readonly currency: string;
}

/** A person, as far as it is known. */
export interface CarfPerson {
  readonly first_name: string;
  readonly middle_name: string;
  readonly last_name: string;
  /** `YYYY-MM-DD` */
  readonly date_of_birth: string | undefined;
  readonly address: {
    readonly street: string | undefined;
    readonly postcode: string | undefined;
    readonly city: string | undefined;
    readonly state: string | undefined;
    readonly country: string;
  };
  readonly residences: readonly TaxResidence[];
}

/** The firm, and the report. */
export interface CarfMessage {
  readonly country: string;
  readonly year: number;
  /** Unique among all that the firm ever sends. */
  readonly reference: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the customers are made up. */
  readonly isTest: boolean;
  readonly firm: { readonly name: string; readonly registration: string; readonly address: string };
}

type Attributes = Readonly<Record<string, string>>;

const element = (name: string, content: string, attributes: Attributes = {}): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}>${content}</${name}>`;
};
const text = (name: string, content: string | undefined, attributes?: Attributes): string =>
  content === undefined || content === "" ? "" : element(name, escaped(content), attributes);

const docSpec = (reference: string, isTest: boolean): string =>
  element("DocSpec", text("stf:DocTypeIndic", isTest ? "OECD11" : "OECD1") + text("stf:DocRefId", reference));

/** The beginning of a file, up to its customers. */
export function carfHead({ country, year, reference, at, isTest, firm }: CarfMessage): string {
  const message =
    text("TransmittingCountry", country) +
    text("ReceivingCountry", country) +
    text("MessageType", "CARF") +
    text("MessageRefId", reference) +
    text("MessageTypeIndic", "CARF701") +
    text("ReportingPeriod", `${year}-12-31`) +
    text("Timestamp", at.slice(0, 19));
  const entity =
    text("ResCountryCode", country) +
    text("IN", firm.registration, { issuedBy: country }) +
    text("Name", firm.name) +
    element("Address", text("CountryCode", country) + text("AddressFree", firm.address));
  return `<?xml version="1.0" encoding="UTF-8"?>
<CARF_OECD xmlns="urn:oecd:ties:carf:v1" xmlns:stf="urn:oecd:ties:carfstf:v5" version="1.5">
${element("MessageSpec", message)}
<CARFBody>
${element("RCASP", element("RCASP_ID", element("Entity", entity)) + docSpec(`${reference}-firm`, isTest))}
`;
}

/** The end of a file. */
export const CARF_TAIL = "</CARFBody>\n</CARF_OECD>\n";

function personElement({ residences, address, ...person }: CarfPerson): string {
  const numbers = residences.flatMap(({ country, tin }) =>
    tin === null ? [] : [text("TIN", tin, { issuedBy: country })],
  );
  const name =
    text("FirstName", person.first_name) +
    text("MiddleName", person.middle_name) +
    text("LastName", person.last_name);
  const place =
    text("Street", address.street) +
    text("PostCode", address.postcode) +
    text("City", address.city) +
    text("CountrySubentity", address.state);
  return element(
    "Individual",
    residences.map(({ country }) => text("ResCountryCode", country)).join("") +
      numbers.join("") +
      element("Name", name) +
      element("Address", text("CountryCode", address.country) + element("AddressFix", place)) +
      element("BirthInfo", text("BirthDate", person.date_of_birth)),
  );
}

function totalElement({ kind, type, count, units, amount, currency }: CarfTotal): string {
  // Transfers to wallets are counted among the transfers already.
  const counted = kind === "TransferWallet" ? "" : text("NumberofTransactions", String(count));
  return element(
    kind,
    text("TransferType", type) +
      counted +
      text("Amount", amount, { currCode: currency }) +
      text("NumberofUnits", units),
  );
}

/** A customer with all transactions of the year, by coin. */
export function carfUser(
  person: CarfPerson,
  totals: readonly CarfTotal[],
  { reference, isTest }: { readonly reference: string; readonly isTest: boolean },
): string {
  const coins = Map.groupBy(totals, ({ coin }) => coin);
  const transactions = [...coins].map(([coin, ofCoin]) =>
    element("RelevantTransactions", text("CryptoAsset", coin) + ofCoin.map(totalElement).join("")),
  );
  return `${element(
    "CryptoUsers",
    element("UserID", personElement(person)) + transactions.join("") + docSpec(reference, isTest),
  )}\n`;
}
