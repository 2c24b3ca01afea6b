import type { Brand } from "@wattle/contracts/brand";
import type { MonthlyStatement, StatementAccount } from "@wattle/contracts/monthly-statements";
import { displayExact, displayTime } from "@wattle/exchange-core/display";
import { monthWords } from "../mail/money-mails.ts";
import { mailTime } from "../mail/mail-time.ts";
import { MARGIN, PdfPages } from "../pdf/pdf-page.ts";
import { cells, heading, RIGHT, titles, type Column } from "../pdf/pdf-table.ts";

const LONG_DAY = new Intl.DateTimeFormat("en-AU", { dateStyle: "long", timeZone: "UTC" });
const SHORT_DAY = new Intl.DateTimeFormat("en-AU", { day: "numeric", month: "short", timeZone: "UTC" });

const MOVEMENTS: readonly Column[] = [
  { title: "Date", at: MARGIN },
  { title: "Description", at: MARGIN + 52 },
  { title: "Out", at: RIGHT - 210, right: true },
  { title: "In", at: RIGHT - 108, right: true },
  { title: "Balance", at: RIGHT, right: true },
];
const SUMMARY: readonly Column[] = [
  { title: "Currency", at: MARGIN },
  { title: "Opening balance", at: RIGHT - 312, right: true },
  { title: "In", at: RIGHT - 210, right: true },
  { title: "Out", at: RIGHT - 108, right: true },
  { title: "Closing balance", at: RIGHT, right: true },
];
const FEES: readonly Column[] = [
  { title: "Paid in", at: MARGIN },
  { title: "Exchanges", at: RIGHT - 312, right: true },
  { title: "Fees", at: RIGHT - 210, right: true },
  { title: "Worth", at: RIGHT - 108, right: true },
  { title: "GST in it", at: RIGHT, right: true },
];

function writeAccount(
  pages: PdfPages,
  { currency, opening, closing, movements }: StatementAccount,
  { from, to, timezone }: MonthlyStatement,
): void {
  heading(pages, currency, 110);
  titles(pages, MOVEMENTS);
  const day = (date: string): string => SHORT_DAY.format(Date.parse(date));
  cells(pages, MOVEMENTS, [day(from), "Opening balance", null, null, displayExact(opening)], "600");
  for (const row of movements) {
    if (pages.room(30)) titles(pages, MOVEMENTS);
    const { date, time, description, reference, fee, balance } = row;
    const out = row.out === null ? null : `−${displayExact(row.out)}`;
    cells(pages, MOVEMENTS, [
      day(date),
      description,
      out,
      row.in === null ? null : `+${displayExact(row.in)}`,
      displayExact(balance),
    ]);
    const more = [
      displayTime(Date.parse(time), timezone),
      reference,
      fee === null ? null : `includes fee of ${displayExact(fee)}`,
    ];
    const note = more.filter((part) => part !== null).join(" · ");
    pages.text(note, MARGIN + 52, pages.y - 4, { size: 7.5, colour: "muted" });
    pages.y += 10;
  }
  pages.room(40);
  pages.line(pages.y - 2);
  pages.y += 4;
  cells(pages, MOVEMENTS, [day(to), "Closing balance", null, null, displayExact(closing)], "600");
}

function writeHolder(pages: PdfPages, statement: MonthlyStatement): void {
  const { holder, from, to, timezone, until, is_complete } = statement;
  const day = (date: string): string => LONG_DAY.format(Date.parse(date));
  const top = pages.y;
  pages.text(holder.name, MARGIN, top, { size: 12, weight: "600" });
  pages.text(holder.email, MARGIN, top + 18, { colour: "muted" });
  pages.text(`Customer ${holder.id}`, MARGIN, top + 32, { colour: "muted" });
  const facts = [
    `${day(from)} to ${day(to)}`,
    `Days in ${timezone.replaceAll("_", " ")}`,
    is_complete ? "" : `Up to ${mailTime(BigInt(Date.parse(until)), timezone)}`,
  ];
  for (const [place, fact] of facts.entries()) {
    pages.text(fact, RIGHT, top + 2 + place * 15, {
      weight: place === 0 ? "600" : "400",
      colour: place === 0 ? "ink" : "muted",
      right: true,
    });
  }
  pages.y = top + 56;
}

/** A statement, and what its PDF says of who wrote it. */
export interface PdfOrder {
  readonly statement: MonthlyStatement;
  readonly brand: Brand;
  /** When it is written, milliseconds since 1970. */
  readonly now: number;
}

/** A statement as a PDF of A4 pages in the brand's look. */
export async function statementPdf({ statement, brand, now }: PdfOrder): Promise<Buffer> {
  const { accounts, fees, month } = statement;
  const words = monthWords(month);
  const pages = new PdfPages(brand, `${brand.name} statement, ${words}`, now);
  pages.head(`Statement, ${words}`);
  writeHolder(pages, statement);
  heading(pages, "Balances", 80);
  if (accounts.length === 0) {
    pages.text("There was nothing in this account, and nothing moved.", MARGIN, pages.y);
    pages.y += 20;
  } else titles(pages, SUMMARY);
  for (const { currency, opening, closing, ...sums } of accounts) {
    if (pages.room(20)) titles(pages, SUMMARY);
    cells(pages, SUMMARY, [
      currency,
      ...[opening, sums.in, sums.out, closing].map((amount) => displayExact(amount)),
    ]);
  }
  for (const account of accounts) writeAccount(pages, account, statement);
  if (fees.length > 0) {
    heading(pages, "Fees", 80);
    titles(pages, FEES);
    for (const { currency, fiat, exchanges, fees: paid, worth, gst } of fees) {
      if (pages.room(20)) titles(pages, FEES);
      const inFiat = (amount: string | null): string =>
        amount === null ? "–" : `${displayExact(amount)} ${fiat}`;
      cells(pages, FEES, [currency, String(exchanges), displayExact(paid), inFiat(worth), inFiat(gst)]);
    }
  }
  pages.room(30);
  pages.y += 12;
  pages.text("Balances include money set aside for withdrawals that aren’t paid yet.", MARGIN, pages.y, {
    size: 8,
    colour: "muted",
  });
  return pages.end();
}
