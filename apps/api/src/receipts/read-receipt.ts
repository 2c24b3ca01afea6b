import { currencyOf } from "@wattle/contracts/markets";
import { DomainError } from "@wattle/contracts/errors";
import type { Receipt, ReceiptEntry } from "@wattle/contracts/receipts";
import { findUserById } from "@wattle/db/accounts";
import { findTransaction } from "@wattle/db/history";
import { listTransactionEvents } from "@wattle/db/transaction-states";
import type { EntryWithPostings } from "@wattle/db/ledger/entries";
import { entriesOfTransaction } from "@wattle/db/receipts";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { transactionDetailOf } from "../transactions/transaction-detail.ts";
import type { Services } from "../services.ts";

const ACCOUNT_WORDS: readonly (readonly [string, string])[] = [
  [":available:", "Your balance"],
  [":held:", "Your balance, set aside"],
  ["house:trading:", "Our trading account"],
  ["house:fees:", "Our fee account"],
  ["house:bank:", "Our bank account"],
  // On its way from or to the bank.
  ["house:suspense:", "Our bank account"],
  ["house:wallet:", "Our wallet"],
  ["house:network:", "Network fees"],
  ["house:onramp:", "Our card payment account"],
  ["house:adjustments:", "Our adjustment account"],
];

/** The customer's name for a ledger account. */
function accountWords(account: string, currency: string): string {
  // Coins that arrived wait there for their credit.
  if (account.startsWith("house:suspense:") && currencyOf(currency)?.kind === "crypto") return "Our wallet";
  return ACCOUNT_WORDS.find(([part]) => account.includes(part))?.[1] ?? "Our account";
}

const entryOf = ({ id, description, created_at, postings }: EntryWithPostings): ReceiptEntry => ({
  id,
  description,
  created_at: isoTime(created_at),
  postings: postings.map(({ source_account, destination_account, amount, currency }) => ({
    from: accountWords(source_account, currency),
    to: accountWords(destination_account, currency),
    amount: amountText(amount, currency),
    currency,
  })),
});

/** The signed quote with what is needed to check it. */
export function quoteOf(jws: string | null, origin: string): Receipt["quote"] {
  if (jws === null) return null;
  const header: unknown = JSON.parse(Buffer.from(jws.split(".")[0] ?? "", "base64url").toString("utf8"));
  const kid = typeof header === "object" && header !== null && "kid" in header ? header.kid : undefined;
  if (typeof kid !== "string") throw new TypeError("a stored quote names no key");
  return { jws, kid, alg: "EdDSA", jwks_url: `${origin}/.well-known/jwks.json` };
}

/**
 * One of the customer's own transactions with all that proves it: the rate as it was signed, and the books' entries.
 * @throws DomainError `not_found`, also if it is another customer's
 */
export async function readReceipt(
  services: Pick<Services, "config" | "database" | "vault">,
  userId: string,
  id: string,
): Promise<Receipt> {
  const { read } = services.database;
  const row = await findTransaction(read, userId, id);
  const user = await findUserById(read, userId);
  if (row === undefined || user === undefined) throw new DomainError("not_found");
  const [events, entries] = await Promise.all([
    listTransactionEvents(read, userId, id),
    entriesOfTransaction(read, userId, id),
  ]);
  const middleName = services.vault.open("users.middle_name", userId, user.middle_name);
  return {
    transaction: transactionDetailOf(services.vault, row, events),
    customer: {
      name: [user.first_name, middleName, user.last_name].filter((part) => part !== null).join(" "),
      email: user.email,
    },
    quote: quoteOf(row.quote, services.config.APP_ORIGIN),
    entries: entries.map(entryOf),
  };
}
