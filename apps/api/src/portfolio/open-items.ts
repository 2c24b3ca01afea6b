import type { OpenItem, PortfolioOverview } from "@wattle/contracts/portfolio";
import { findUserById } from "@wattle/db/accounts";
import { listBankAccounts } from "@wattle/db/bank-accounts";
import { listTransactions } from "@wattle/db/history";
import type { BankAccount, Transaction as TransactionRow } from "@wattle/db/tables";
import { bankAccountOfRow } from "../bank-accounts/bank-account-of-row.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { withdrawalsHold } from "../withdrawals/withdrawals-hold.ts";

const MOST_SHOWN = 3;
/** So many digits of an account number are shown: enough to know it by. */
const SHOWN_DIGITS = 4;

type ItemServices = Pick<Services, "database" | "clock" | "vault">;

/** When a thing began, and what is shown of it. */
interface Dated {
  readonly began: bigint;
  readonly item: OpenItem;
}

const datedTransaction = (row: TransactionRow): Dated => ({
  began: row.created_at,
  item: {
    kind: "transaction",
    transaction: transactionOfRow(row),
    expires_at: row.expires_at === null ? null : isoTime(row.expires_at),
  },
});

/** The account as the customer knows it: by the end of its number. */
function accountOf({ vault, clock }: ItemServices, row: BankAccount) {
  const { account_number, held_until } = bankAccountOfRow(vault, row, clock.now());
  return { ending: account_number.slice(-SHOWN_DIGITS), held_until };
}

/** Deposits and withdrawals under way and holds, the newest first, and the first bank account. */
export async function readOpenItems(
  services: ItemServices,
  userId: string,
): Promise<
  Pick<PortfolioOverview, "open" | "open_total"> & {
    readonly bankAccount: PortfolioOverview["progress"]["bank_account"];
  }
> {
  const { read } = services.database;
  const unsettled = (status: "awaiting_payment" | "requested") =>
    listTransactions(read, userId, { status, page: 1, perPage: MOST_SHOWN });
  const [user, accounts, deposits, withdrawals] = await Promise.all([
    findUserById(read, userId),
    listBankAccounts(read, userId),
    unsettled("awaiting_payment"),
    unsettled("requested"),
  ]);
  const hold = user === undefined ? null : withdrawalsHold(user, services.clock.now());
  const holds: Dated[] = accounts.flatMap((row) => {
    const { ending, held_until: until } = accountOf(services, row);
    return until === null
      ? []
      : [{ began: row.updated_at, item: { kind: "bank_account_hold", ending, until } }];
  });
  if (hold !== null) {
    holds.push({
      began: hold.began,
      item: { kind: "withdrawals_hold", until: isoTime(hold.until), because: hold.because },
    });
  }
  const all = [...deposits.rows, ...withdrawals.rows].map(datedTransaction).concat(holds);
  const [first] = accounts;
  return {
    open: all
      .toSorted((a, b) => (a.began > b.began ? -1 : 1))
      .slice(0, MOST_SHOWN)
      .map(({ item }) => item),
    open_total: deposits.total + withdrawals.total + holds.length,
    bankAccount: first === undefined ? null : accountOf(services, first),
  };
}
