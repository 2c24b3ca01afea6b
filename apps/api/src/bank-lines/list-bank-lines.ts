import type { BankLine, bankLinesInput, bankLinesPage } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { findBankLine, walkBankLines, type BankLinePosition } from "@wattle/db/bank-lines";
import type { BankLineRow } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { proposalsNow } from "./proposals-now.ts";
import { keptProposal } from "./propose-lines.ts";
import { readUnits } from "./statements/amounts.ts";

/** A line as it is answered. @param kept its proposal; by default the kept one */
export const bankLineOfRow = (row: BankLineRow, kept = keptProposal(row)): BankLine => ({
  id: row.id,
  deposit_account_id: row.deposit_account_id,
  booked_on: row.booked_on,
  amount: amountText(row.amount, row.currency),
  currency: row.currency,
  text: row.text,
  payer: row.payer || null,
  status: row.status,
  ...kept,
  message: row.message,
  internal_note: row.internal_note,
  imported_at: isoTime(row.imported_at),
  settled_at: row.settled_at === null ? null : isoTime(row.settled_at),
  matched_id: row.matched_id,
});

const cursorOf = ({ booked_on, id }: BankLineRow): string => `${booked_on}_${id}`;

/** @throws DomainError at `cursor` */
function positionOf(cursor: string): BankLinePosition {
  const [, bookedOn, id] = /^(\d{4}-\d{2}-\d{2})_(.+)$/.exec(cursor) ?? [];
  if (bookedOn === undefined || id === undefined) throw DomainError.at("cursor", "validation_failed");
  return { bookedOn, id };
}

/** @throws DomainError `not_found` */
export async function readBankLine(
  services: Pick<Services, "database" | "config">,
  id: string,
): Promise<BankLine> {
  const reader = services.database.read;
  const row = await findBankLine(reader, id);
  if (row === undefined) throw new DomainError("not_found");
  return bankLineOfRow(row, (await proposalsNow(reader, services, [row]))(row));
}

/** A page of lines, newest first. @throws DomainError at `cursor` */
export async function listBankLines(
  services: Pick<Services, "database" | "config">,
  { cursor, limit, amount, customer, deposit_account_id, ...filter }: z.output<typeof bankLinesInput>,
): Promise<z.input<typeof bankLinesPage>> {
  const units = amount === undefined ? undefined : readUnits(amount);
  const { read, standby } = services.database;
  const rows = await walkBankLines(
    standby,
    {
      ...filter,
      depositAccountId: deposit_account_id,
      customerId: customer,
      amount: units?.ok === true ? units.value : undefined,
    },
    cursor === undefined ? undefined : positionOf(cursor),
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const proposed = await proposalsNow(read, services, page);
  return {
    data: page.map((row) => bankLineOfRow(row, proposed(row))),
    next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}
