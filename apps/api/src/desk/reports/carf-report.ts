import { addDays, localDay } from "@wattle/contracts/days";
import type { IdentityDraft } from "@wattle/contracts/identity";
import type { CarfReport, carfReportInput } from "@wattle/contracts/reports";
import type { TaxResidence } from "@wattle/contracts/tax-residences";
import { taxTimezone } from "@wattle/contracts/tax-years";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { DomainError } from "@wattle/contracts/errors";
import type { MarketCurrency } from "@wattle/contracts/markets";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { customersAfter } from "@wattle/db/customers";
import { findIdentity } from "@wattle/db/identity";
import { findTaxResidences } from "@wattle/db/tax";
import type { User } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import { recordAct, type Operator } from "../../audit/record-act.ts";
import { isoTime } from "../../clock.ts";
import { draftOf } from "../../identity/read-identity.ts";
import { homeCurrencyOf } from "../../portfolio/home-currency.ts";
import { worthText } from "../../portfolio/value-holdings.ts";
import type { Services } from "../../services.ts";
import type { TaxServices } from "../../tax/read-tax-report.ts";
import { openResidences } from "../../tax/residences.ts";
import { readTaxMoves, type CustomersMove } from "../../tax/tax-moves.ts";
import {
  CARF_KINDS,
  CARF_TAIL,
  carfHead,
  carfUser,
  type CarfKind,
  type CarfPerson,
  type CarfTotal,
  type TransferType,
} from "./carf-xml.ts";

const CUSTOMERS_AT_ONCE = 200n;

interface Kind {
  readonly kind: CarfKind;
  readonly type?: TransferType;
}

/** The kinds that a move counts as. A transfer to a wallet that its owner keeps counts a second time. */
function kindsOf({ way, move, payee }: CustomersMove): readonly Kind[] {
  switch (way) {
    case "exchanged":
      return [{ kind: move.kind === "buy" ? "CryptoFiatIn" : "CryptoFiatOut" }];
    case "bought":
      return [{ kind: "CryptoFiatIn" }];
    case "deposited":
      return [{ kind: "CryptoTransferIn", type: "CARF509" }];
    case "withdrawn":
      return payee?.wallet === "provider"
        ? [{ kind: "CryptoTransferOut", type: "CARF601" }]
        : [{ kind: "CryptoTransferOut", type: "CARF606" }, { kind: "TransferWallet" }];
    case "added":
      return [
        move.kind === "in"
          ? { kind: "CryptoTransferIn", type: "CARF508" }
          : { kind: "CryptoTransferOut", type: "CARF605" },
      ];
  }
}

/** Amount of a move without its fee; of a sale the fee is deducted already. */
const netOf = ({ way, move, fee }: CustomersMove): bigint =>
  (move.value ?? 0n) - (way === "exchanged" && move.kind === "buy" ? fee : 0n);

/** The moves of a year, added up by coin, kind and reason. */
function totalsOf(moves: readonly CustomersMove[], home: MarketCurrency): CarfTotal[] {
  const sums = new Map<string, { count: number; units: bigint; amount: bigint } & Kind & { coin: string }>();
  for (const move of moves) {
    for (const kind of kindsOf(move)) {
      const key = `${move.currency} ${CARF_KINDS.indexOf(kind.kind)} ${kind.type}`;
      const before = sums.get(key) ?? { ...kind, coin: move.currency, count: 0, units: 0n, amount: 0n };
      sums.set(key, {
        ...before,
        count: before.count + 1,
        units: before.units + move.move.units,
        amount: before.amount + netOf(move),
      });
    }
  }
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { units, amount, type, ...sum }]) => ({
      ...sum,
      type,
      units: amountText(units, sum.coin),
      amount: worthText(amount, home),
      currency: home.code,
    }));
}

const personOf = (user: User, form: IdentityDraft, residences: readonly TaxResidence[]): CarfPerson => ({
  first_name: form.first_name ?? user.first_name,
  middle_name: form.middle_name ?? "",
  last_name: form.last_name ?? user.last_name,
  date_of_birth: form.date_of_birth,
  address: {
    street: form.street,
    postcode: form.postcode,
    city: form.city,
    state: form.state,
    country: form.address_country ?? user.default_country,
  },
  residences,
});

/** Parts that the authority wants and that are not known. */
function gapsOf({ date_of_birth, address, residences }: CarfPerson): string[] {
  return [
    ...(date_of_birth === undefined ? ["no date of birth"] : []),
    ...(address.street === undefined || address.city === undefined ? ["no address"] : []),
    ...residences.flatMap(({ country, no_tin_reason: reason }) =>
      reason === null ? [] : [`no number of ${country}: ${reason}`],
    ),
  ];
}

type Missing = CarfReport["missing"][number];
type CarfServices = TaxServices & Pick<Services, "ids">;

/** One customer's part of the file, and what it lacks; both empty if the country wants nothing of it. */
async function customersPart(
  services: CarfServices,
  user: User,
  { year, country }: z.output<typeof carfReportInput>,
): Promise<{ readonly xml: string; readonly missing: readonly Missing[] }> {
  const { config, database, ids, vault } = services;
  const home = homeCurrencyOf(services, user);
  const timezone = taxTimezone(country, config.TIME_ZONE);
  const made = await readTaxMoves(services, user.id, { home: home.code, timezone, costs: "market" });
  const moves = made.filter(({ day }) => day.startsWith(`${year}-`));
  if (moves.length === 0) return { xml: "", missing: [] };
  const certified = await findTaxResidences(database.read, user.id);
  if (certified === undefined) {
    return { xml: "", missing: [{ customer: user.id, what: "no tax residence certified" }] };
  }
  const residences = openResidences(services, certified);
  if (!residences.some((residence) => residence.country === country)) return { xml: "", missing: [] };
  const form = draftOf(vault, user, await findIdentity(database.read, user.id));
  const person = personOf(user, form, residences);
  const unpriced = moves.some(({ move, way }) => way !== "exchanged" && move.value === 0n);
  const gaps = [...gapsOf(person), ...(unpriced ? ["no price of the day for a transfer"] : [])];
  const document = { reference: `${country}${year}-${ids.uuid()}`, isTest: config.DEMO };
  return {
    xml: carfUser(person, totalsOf(moves, home), document),
    missing: gaps.map((what) => ({ customer: user.id, what })),
  };
}

/**
 * The CARF file of a calendar year for a country's tax authority, a piece at a time: those of its tax residents who traded or moved
 * coins. Each piece is in the audit log. The pieces one after the other are the file.
 * @throws DomainError `validation_failed` for a year that has not begun
 */
export async function carfReport(
  services: CarfServices,
  operator: Operator,
  input: z.output<typeof carfReportInput>,
): Promise<CarfReport> {
  const { year, country, after } = input;
  const { clock, config, database, ids } = services;
  const today = localDay(clock.now(), taxTimezone(country, config.TIME_ZONE));
  if (`${year}-01-01` > today) throw DomainError.at("year", "validation_failed", OWN_MESSAGES.yearNotBegun);
  await database.write((tx) =>
    recordAct(tx, services, operator, {
      action: "report.carf_read",
      subject: "carf",
      details: { year, country, goes_on: after !== undefined },
    }),
  );
  const isFirst = after === undefined;
  const { legalEntity: name, registration, address } = config.brand;
  const head = carfHead({
    country,
    year,
    reference: `${country}${year}${country}-${ids.uuid()}`,
    at: isoTime(BigInt(clock.now())),
    isTest: config.DEMO,
    firm: { name, registration, address },
  });
  const ofFirm: Missing[] = [
    ...(registration === DEFAULT_BRAND.registration
      ? [{ customer: null, what: "no registration number of the firm in BRAND_FILE" }]
      : []),
    ...(addDays(`${year}-12-31`, 1) > today ? [{ customer: null, what: "the year is not over" }] : []),
  ];
  const users = await customersAfter(database.standby, after, CUSTOMERS_AT_ONCE);
  const parts: Awaited<ReturnType<typeof customersPart>>[] = [];
  // One after the other: a report must not take all of the process.
  for (const user of users) parts.push(await customersPart(services, user, input));
  const next = BigInt(users.length) < CUSTOMERS_AT_ONCE ? null : (users.at(-1)?.id ?? null);
  return {
    xml: [isFirst ? head : "", ...parts.map(({ xml }) => xml), next === null ? CARF_TAIL : ""].join(""),
    missing: [...(isFirst ? ofFirm : []), ...parts.flatMap(({ missing }) => missing)],
    next,
  };
}
