import { parseAmount } from "@wattle/exchange-core";
import { currencyOf } from "@wattle/contracts/markets";
import { readStored, writeStored } from "../storage.ts";
import { DRAFT_KEY, KEPT_FORM_KEY } from "./stored-keys.ts";

/** An exchange begun before signing in. `amount` is a plain decimal in the currency `from`. */
export interface Draft {
  readonly amount: string;
  readonly from: string;
  readonly to: string;
}

const LONGEST_STORED = 400;

/** Keeps what the form holds; undefined forgets it. An empty `amount` keeps only the pair. */
export function keepForm(form: Draft | undefined): void {
  writeStored(KEPT_FORM_KEY, form === undefined ? null : JSON.stringify(form));
}

/** Values of the form before the page was loaded again; values that it could not have held are ignored. */
export const readKeptForm = (): Draft | undefined => readPair(KEPT_FORM_KEY, (amount) => amount === "");

/** Keeps the draft for after the sign-in. */
export function saveDraft(draft: Draft): void {
  writeStored(DRAFT_KEY, JSON.stringify(draft));
}

/** The stored draft. Anything that is not an amount of one currency and another of the other kind is ignored. */
export const readDraft = (): Draft | undefined => readPair(DRAFT_KEY);

function readPair(key: string, orAmount?: (amount: string) => boolean): Draft | undefined {
  const stored = readStored(key);
  if (stored === null || stored.length > LONGEST_STORED) return undefined;
  try {
    return draftOf(JSON.parse(stored), orAmount);
  } catch {
    return undefined;
  }
}

export function removeDraft(): void {
  writeStored(DRAFT_KEY, null);
}

function draftOf(value: unknown, orAmount?: (amount: string) => boolean): Draft | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("amount" in value && "from" in value && "to" in value)) return undefined;
  const { amount, from, to } = value;
  if (typeof amount !== "string" || typeof from !== "string" || typeof to !== "string") return undefined;
  const paid = currencyOf(from);
  const got = currencyOf(to);
  if (paid === undefined || got === undefined || paid.kind === got.kind) return undefined;
  return parseAmount(amount, paid).ok || orAmount?.(amount) === true ? { amount, from, to } : undefined;
}
