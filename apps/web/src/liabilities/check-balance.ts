import type { Transaction } from "@wattle/contracts/history";
import type { LiabilitiesDocument, OwnLiability } from "@wattle/contracts/liabilities";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { checkLiabilities, type LiabilityCheck } from "@wattle/contracts/liability-tree";
import { currencyOf } from "@wattle/contracts/markets";
import type { Holding } from "@wattle/contracts/portfolio";
import { parseAmount } from "@wattle/exchange-core";
import { claimsOf, headerOf, verifyQuote, type Verdict } from "../receipts/verify-quote.ts";

/** Sources of the check. */
interface Sources {
  /** Published document; null if nothing was published. */
  readonly document: () => Promise<LiabilitiesDocument | null>;
  /** The published keys, a JSON Web Key Set. */
  readonly keys: () => Promise<unknown>;
  readonly own: () => Promise<readonly OwnLiability[]>;
  /** All that the customer owns now, set aside or not; none if the account does not show it. */
  readonly holdings: () => Promise<readonly Pick<Holding, "currency" | "amount">[]>;
  /** Transactions that have changed since a moment, ISO 8601; undefined if there are too many to look at. */
  readonly changedSince: (moment: string) => Promise<readonly Moved[] | undefined>;
}

/** Currencies that a transaction may have moved. */
type Moved = Pick<Transaction, "credit_currency" | "debit_currency" | "fee_currency">;

/** The browser's findings. */
export interface BalanceCheck {
  readonly document: LiabilitiesDocument;
  readonly signature: Verdict;
  readonly currencies: readonly LiabilityCheck[];
}

/** A publication may take the other one's place between the two answers. */
const ATTEMPTS = 3;

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * The customer's balances when the document was made, as far as the browser can know them without the document: the
 * present balance of each currency in which nothing has happened since.
 * @returns smallest units by currency
 */
async function ownedThen(
  { holdings, changedSince }: Sources,
  { created_at: moment }: LiabilitiesDocument,
): Promise<ReadonlyMap<string, bigint>> {
  // In this order: what happens between the two answers is among the changes.
  const now = await holdings();
  const changes = now.length === 0 ? [] : await changedSince(moment);
  if (changes === undefined) return new Map();
  const moved = new Set(
    changes.flatMap((row) => [row.credit_currency, row.debit_currency, row.fee_currency]),
  );
  return new Map(
    now.flatMap(({ currency: code, amount }) => {
      const currency = currencyOf(code);
      const parsed = currency && parseAmount(amount, currency);
      return parsed?.ok === true && !moved.has(code) ? [[code, parsed.amount]] : [];
    }),
  );
}

/** Whether one of the keys signed exactly this document, as one of its type. */
export async function checkSignature(
  { signature, ...unsigned }: LiabilitiesDocument | ReservesDocument,
  keys: unknown,
  type: "liabilities+json" | "reserves+json" = "liabilities+json",
): Promise<Verdict> {
  const { kid, typ } = headerOf(signature) ?? {};
  const isSame = JSON.stringify(claimsOf(signature)) === JSON.stringify(unsigned);
  if (typeof kid !== "string" || typ !== type || !isSame) return "forged";
  return verifyQuote(signature, kid, keys);
}

/**
 * Checks in this browser that a customer is counted in what was published.
 * @returns `none` if nothing was published yet, `unable` if the browser cannot compute it
 */
export async function checkBalance(
  sources: Sources,
  customerId: string,
): Promise<BalanceCheck | "none" | "unable"> {
  // Browsers compute hashes only on pages that came over HTTPS, or from this machine.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return "unable";
  for (let attempt = 1; ; attempt++) {
    const document = await sources.document();
    if (document === null) return "none";
    const own = await sources.own();
    if (own.some(({ publication }) => publication !== document.id) && attempt < ATTEMPTS) continue;
    return {
      document,
      signature: await checkSignature(document, await sources.keys()),
      currencies: await checkLiabilities(
        document,
        customerId,
        own,
        sha256,
        await ownedThen(sources, document),
      ),
    };
  }
}
