import { parseAmount } from "@wattle/exchange-core";
import { currencyOf } from "@wattle/contracts/markets";
import { readStored, writeStored } from "../storage.ts";

/** An exchange begun before signing in. `amount` is a plain decimal in the currency `from`. */
export interface Draft {
  readonly amount: string;
  readonly from: string;
  readonly to: string;
}

/** The key in the browser's local storage. */
export const DRAFT_KEY = "pageExchange";

const LONGEST_STORED = 400;

/** Keeps the draft for after the sign-in. */
export function saveDraft(draft: Draft): void {
  writeStored(DRAFT_KEY, JSON.stringify(draft));
}

/** The stored draft. Anything that is not an amount of one currency and another of the other kind is ignored. */
export function readDraft(): Draft | undefined {
  const stored = readStored(DRAFT_KEY);
  if (stored === null || stored.length > LONGEST_STORED) return undefined;
  try {
    return draftOf(JSON.parse(stored));
  } catch {
    return undefined;
  }
}

export function removeDraft(): void {
  writeStored(DRAFT_KEY, null);
}

function draftOf(value: unknown): Draft | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("amount" in value && "from" in value && "to" in value)) return undefined;
  const { amount, from, to } = value;
  if (typeof amount !== "string" || typeof from !== "string" || typeof to !== "string") return undefined;
  const paid = currencyOf(from);
  const got = currencyOf(to);
  if (paid === undefined || got === undefined || paid.kind === got.kind) return undefined;
  return parseAmount(amount, paid).ok ? { amount, from, to } : undefined;
}
