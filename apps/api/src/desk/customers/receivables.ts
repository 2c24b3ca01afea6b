import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import {
  receivable,
  settleReceivableInput,
  type Receivable,
  type receivablesInput,
} from "@wattle/contracts/receivables";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { InsufficientFundsError, postEntry } from "@wattle/db/ledger/post-entry";
import {
  endReceivable,
  findReceivable,
  listReceivables,
  RECEIVABLE_ENTRIES,
  type OwnedReceivable,
  type ReceivableEnd,
} from "@wattle/db/receivables";
import type { z } from "zod";
import { amountText, exactMoney } from "../../amount-text.ts";
import type { Operator } from "../../audit/record-act.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";

type EndServices = Pick<Services, "clock" | "ids">;
type EndInput = z.output<typeof settleReceivableInput>;

const statusOf = ({ settled_at, ended_by }: OwnedReceivable): Receivable["status"] => {
  if (settled_at === null) return "open";
  return ended_by === RECEIVABLE_ENTRIES.written_off ? "written_off" : "settled";
};

const receivableOf = (row: OwnedReceivable): Receivable => ({
  id: row.id,
  status: statusOf(row),
  customer: { id: row.user_id, email: row.email, name: `${row.first_name} ${row.last_name}` },
  amount: amountText(row.amount, row.currency),
  currency: row.currency,
  bank_line_id: row.bank_line_id,
  arrival_id: row.arrival_id,
  opened_at: isoTime(row.opened_at),
  settled_at: row.settled_at === null ? null : isoTime(row.settled_at),
  settled_by: row.settled_by,
});

/** Debts of customers, newest first. */
export async function readReceivables(
  { database }: Pick<Services, "database">,
  { status, customer, after, limit }: z.output<typeof receivablesInput>,
): Promise<{ data: Receivable[]; next: string | null }> {
  const wanted = { status, userId: customer, after, limit: limit + 1 };
  const rows = await listReceivables(database.standby, wanted);
  const { piece, next } = pieceOf(
    rows.map((row) => ({ ...row, created_at: row.opened_at })),
    limit,
  );
  return { data: piece.map(receivableOf), next };
}

/** Holds its customer, so that it ends once. @throws DomainError `not_found`; `state_conflict` if it has ended */
async function openReceivable(tx: WriteTx, id: string): Promise<OwnedReceivable> {
  await lockUser(tx, (await findReceivable(tx, id))?.user_id ?? "");
  const row = await findReceivable(tx, id);
  if (row === undefined) throw new DomainError("not_found");
  if (row.settled_at !== null) throw new DomainError("state_conflict");
  return row;
}

/** Moves what is owed from the customer's balance, or from the operator's own money, and writes it down. */
async function end(
  tx: WriteTx,
  { clock, ids }: EndServices,
  operator: Operator,
  { row, how }: { readonly row: OwnedReceivable; readonly how: ReceivableEnd },
): Promise<Receivable> {
  const [entryId, at] = [ids.uuid(), BigInt(clock.now())];
  const ended = { by: operator.approvedBy ?? operator.id, at, entryId };
  const { user_id, currency, amount } = row;
  await postEntry(tx, {
    id: entryId,
    kind: RECEIVABLE_ENTRIES[how],
    description: `Receivable ${row.id} ${how === "settled" ? "settled" : "written off"}`,
    createdBy: operator.id,
    approvedBy: operator.approvedBy,
    createdAt: at,
    postings: [
      {
        source: how === "settled" ? availableAccount(user_id, currency) : houseAccount("own", currency),
        destination: houseAccount("receivables", currency),
        currency,
        amount,
      },
    ],
  });
  if (!(await endReceivable(tx, row.id, ended))) throw new DomainError("state_conflict");
  return receivableOf({
    ...row,
    settled_at: at,
    settled_by: ended.by,
    settled_entry_id: entryId,
    ended_by: RECEIVABLE_ENTRIES[how],
  });
}

/** The worth of a receivable, before its transaction looks at it. */
async function worthOfReceivable(services: ActServices, { id }: EndInput): Promise<MovedWorth> {
  const row = await findReceivable(services.database.read, id);
  if (row === undefined) throw new DomainError("not_found");
  return worthOf(services, row.amount, row.currency);
}

type ReceivableAct = ReviewedAct<typeof settleReceivableInput, typeof receivable, MovedWorth>;

/** Common to both ends of a receivable. The plan throws `not_found`, `state_conflict`. */
const ending =
  (how: ReceivableEnd, after: string): ReceivableAct["plan"] =>
  async (tx, call, input) => {
    const { services, operator, known } = call;
    const row = await openReceivable(tx, input.id);
    const { user_id: customer, currency, amount } = row;
    return {
      subject: `${amountText(amount, currency)} ${currency} owed by ${customer}`,
      customer,
      once: row.id,
      details: { Amount: exactMoney(amount, currency), "Internal note": input.internal_note },
      changes: [
        ...(how === "settled" ? [{ customer, currency, moves: -amount }] : []),
        {
          what: "Owed by the customer",
          before: exactMoney(amount, currency),
          after: `${exactMoney(0n, currency)}, ${after}`,
        },
      ],
      state: "it is open",
      reasons: [],
      worth: known,
      log: {
        action: `receivable.${how}`,
        subject: row.id,
        details: {
          customer,
          amount: `${amountText(amount, currency)} ${currency}`,
          internal_note: input.internal_note,
        },
      },
      run: async () => {
        try {
          return await end(tx, services, operator, { row, how });
        } catch (failed) {
          if (!(failed instanceof InsufficientFundsError)) throw failed;
          throw DomainError.at("id", "insufficient_funds", OWN_MESSAGES.lacksMoney);
        }
      },
    };
  };

/** Takes what a customer owes from the balance. Holds stay until staff release them. Doing it throws `insufficient_funds` at `id`. */
export const settleReceivable: ReceivableAct = {
  title: "Settle a receivable",
  roles: ["finance"],
  moves: { what: "a customer's debt, from the balance", people: "by sum" },
  confirmed: true,
  errors: ["not_found", "state_conflict", "insufficient_funds"],
  input: settleReceivableInput,
  output: receivable,
  look: worthOfReceivable,
  plan: ending("settled", "settled"),
};

/** Gives up what a customer owes: it is the operator's loss. */
export const writeOffReceivable: ReceivableAct = {
  title: "Write off a receivable",
  roles: ["finance"],
  moves: {
    what: "a customer's debt, to the operator's loss",
    people: "two",
    why: "Every write-off needs two people.",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: settleReceivableInput,
  output: receivable,
  look: worthOfReceivable,
  plan: ending("written_off", "written off"),
};
