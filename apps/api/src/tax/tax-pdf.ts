import type { Brand } from "@wattle/contracts/brand";
import { dayText } from "@wattle/contracts/days";
import type { CoinsFromOutside, TaxReportAnswer } from "@wattle/contracts/tax";
import {
  COST_NOT_KNOWN,
  METHOD_WORDS,
  NO_TAX_ADVICE,
  NOT_SOLD_WORDS,
  OWN_WALLETS_COUNT,
  yearWords,
} from "@wattle/contracts/tax-years";
import { sumDecimals } from "@wattle/exchange-core/decimal";
import { displayExact, withMinus } from "@wattle/exchange-core/display";
import { MARGIN, PdfPages, WIDTH } from "../pdf/pdf-page.ts";
import { cells, heading, RIGHT, titles, type Column } from "../pdf/pdf-table.ts";

const DISPOSALS: readonly Column[] = [
  { title: "Sold", at: MARGIN },
  // Room for a coin with 18 decimals.
  { title: "Coins", at: MARGIN + 204, right: true },
  { title: "Acquired", at: MARGIN + 212 },
  { title: "Proceeds", at: RIGHT - 168, right: true },
  { title: "Cost", at: RIGHT - 98, right: true },
  { title: "Gain", at: RIGHT - 28, right: true },
  { title: "12 m", at: RIGHT, right: true },
];
const SUMS: readonly Column[] = [
  { title: "", at: MARGIN },
  { title: "", at: RIGHT, right: true },
];
const HELD: readonly Column[] = [
  { title: "Coin", at: MARGIN },
  { title: "Held", at: RIGHT - 150, right: true },
  { title: "Cost", at: RIGHT, right: true },
];
const OUTSIDE: readonly Column[] = [
  { title: "Received", at: MARGIN },
  { title: "Coins", at: MARGIN + 204, right: true },
  { title: "Acquired", at: MARGIN + 214 },
  { title: "Cost", at: RIGHT - 140, right: true },
  { title: "By", at: RIGHT, right: true },
];

const BASIS: Readonly<Record<CoinsFromOutside["basis"], string>> = {
  stated: "stated by the customer",
  market: "market value that day",
  unknown: "not known, so 0",
  own: "own coins come back",
};

const moneyText = (amount: string): string => withMinus(displayExact(amount));

/** A report, and what its PDF says of whose it is and who wrote it. */
export interface TaxPdfOrder {
  readonly report: TaxReportAnswer;
  readonly holder: { readonly id: string; readonly name: string; readonly email: string };
  readonly brand: Brand;
  /** When it is written, milliseconds since 1970. */
  readonly now: number;
}

function writeHead(pages: PdfPages, { report, holder }: TaxPdfOrder): void {
  const { from, to, timezone, is_complete, method, home } = report;
  const top = pages.y;
  pages.text(holder.name, MARGIN, top, { size: 12, weight: "600" });
  pages.text(holder.email, MARGIN, top + 18, { colour: "muted" });
  pages.text(`Customer ${holder.id}`, MARGIN, top + 32, { colour: "muted" });
  const facts = [
    `${dayText(from)} to ${dayText(to)}${is_complete ? "" : " (so far)"}`,
    `Days in ${timezone.replaceAll("_", " ")}, amounts in ${home}`,
    `Method: ${METHOD_WORDS[method].name.toLowerCase()}`,
  ];
  for (const [place, fact] of facts.entries()) {
    const [weight, colour] = place === 0 ? (["600", "ink"] as const) : (["400", "muted"] as const);
    pages.text(fact, RIGHT, top + 2 + place * 15, { weight, colour, right: true });
  }
  pages.y = top + 56;
}

function table(
  pages: PdfPages,
  columns: readonly Column[],
  rows: readonly (readonly (string | null)[])[],
): void {
  titles(pages, columns);
  for (const row of rows) {
    if (pages.room(20)) titles(pages, columns);
    cells(pages, columns, row);
  }
}

/** A customer's tax report as a PDF of A4 pages in the brand's look. */
export async function taxReportPdf(order: TaxPdfOrder): Promise<Buffer> {
  const { report, brand, now } = order;
  const { disposals, totals, held, from_outside: outside, in_own_wallets: away, home } = report;
  const wayOf = new Map(report.not_sold.map(({ transaction_id, way }) => [transaction_id, way]));
  const title = `Gains and losses, ${yearWords(report)}`;
  const pages = new PdfPages(brand, `${brand.name}: ${title}`, now);
  pages.head(title);
  writeHead(pages, order);
  heading(pages, "Summary", 130);
  const sums: readonly (readonly [string, string])[] = [
    ["Proceeds of what was sold, after fees", totals.proceeds],
    ["Its cost, fees included", totals.cost],
    ["Gains", totals.gains],
    ["Of which on coins held for more than 12 months", totals.discountable_gains],
    ["Losses", totals.losses],
    ["Fees of all exchanges, part of the figures above", totals.fees],
  ];
  for (const [words, amount] of sums) cells(pages, SUMS, [words, `${moneyText(amount)} ${home}`]);
  heading(pages, "Sold", 80);
  if (disposals.length === 0) pages.text("Nothing was sold in this year.", MARGIN, pages.y);
  else {
    const rows = disposals.flatMap(({ transaction_id, disposed_on, currency, parcels }) =>
      parcels.map(({ units, acquired_on, cost, gain, discountable }) => [
        `${dayText(disposed_on)}${wayOf.has(transaction_id) ? "*" : ""}`,
        `${displayExact(units)} ${currency}`,
        acquired_on === null ? "not known" : dayText(acquired_on),
        ...[sumDecimals([cost, gain]), cost, gain].map(moneyText),
        discountable ? "yes" : "no",
      ]),
    );
    table(pages, DISPOSALS, rows);
  }
  if (held.length > 0) {
    heading(pages, `Held on ${dayText(report.to)}`, 60);
    const rows = held.map(({ currency, units, cost }) => [currency, displayExact(units), moneyText(cost)]);
    const inOwn = away.map(({ currency, units }) => [
      `${currency}, of which in own wallets`,
      displayExact(units),
      null,
    ]);
    table(pages, HELD, [...rows, ...inOwn]);
  }
  if (outside.length > 0) {
    heading(pages, "Coins from elsewhere", 60);
    const rows = outside.map(({ received_on, currency, units, acquired_on, cost, basis }) => [
      dayText(received_on),
      `${displayExact(units)} ${currency}`,
      dayText(acquired_on),
      basis === "own" ? "as before" : moneyText(cost),
      BASIS[basis],
    ]);
    table(pages, OUTSIDE, rows);
  }
  pages.room(60);
  pages.y += 16;
  const isKnown = disposals.every(({ parcels }) => parcels.every(({ acquired_on }) => acquired_on !== null));
  const ways = [...new Set(wayOf.values())].map((way) => NOT_SOLD_WORDS[way]);
  const notes = [
    "“12 m” says whether the coins were held for more than 12 months.",
    ...(ways.length > 0
      ? [`* No sale: ${ways.join(", or ")}. It counts at the market value of the day.`]
      : []),
    ...(isKnown ? [] : [COST_NOT_KNOWN]),
    ...(away.length > 0 ? [OWN_WALLETS_COUNT] : []),
    NO_TAX_ADVICE,
  ];
  pages.text(notes.join(" "), MARGIN, pages.y, { size: 8, colour: "muted", width: WIDTH });
  return pages.end();
}
