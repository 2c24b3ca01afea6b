import type { LiabilitiesDocument, OwnLiability } from "@wattle/contracts/liabilities";
import { checkLiabilities, type LiabilityCheck } from "@wattle/contracts/liability-tree";
import { claimsOf, headerOf, verifyQuote, type Verdict } from "../receipts/verify-quote.ts";

/** Where what is checked comes from. */
interface Sources {
  /** What everyone can read; null where nothing was published. */
  readonly document: () => Promise<LiabilitiesDocument | null>;
  /** The published keys, a JSON Web Key Set. */
  readonly keys: () => Promise<unknown>;
  readonly own: () => Promise<readonly OwnLiability[]>;
}

/** What the browser found out. */
export interface BalanceCheck {
  readonly document: LiabilitiesDocument;
  readonly signature: Verdict;
  readonly currencies: readonly LiabilityCheck[];
}

/** A publication may take the other one's place between the two answers. */
const ATTEMPTS = 3;

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Whether one of the keys signed exactly this document, as such a document. */
async function checkSignature(
  { signature, ...unsigned }: LiabilitiesDocument,
  keys: unknown,
): Promise<Verdict> {
  const { kid, typ } = headerOf(signature) ?? {};
  const isSame = JSON.stringify(claimsOf(signature)) === JSON.stringify(unsigned);
  if (typeof kid !== "string" || typ !== "liabilities+json" || !isSame) return "forged";
  return verifyQuote(signature, kid, keys);
}

/**
 * Checks in this browser that a customer is counted in what was published.
 * @returns `none` where nothing was published yet, `unable` where the browser cannot compute it
 */
export async function checkBalance(
  { document: readDocument, keys, own: readOwn }: Sources,
  customerId: string,
): Promise<BalanceCheck | "none" | "unable"> {
  // Browsers compute hashes only on pages that came over HTTPS, or from this machine.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return "unable";
  for (let attempt = 1; ; attempt++) {
    const document = await readDocument();
    if (document === null) return "none";
    const own = await readOwn();
    if (own.some(({ publication }) => publication !== document.id) && attempt < ATTEMPTS) continue;
    return {
      document,
      signature: await checkSignature(document, await keys()),
      currencies: await checkLiabilities(document, customerId, own, sha256),
    };
  }
}
