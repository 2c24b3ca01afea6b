/** Code that the compiler refuses; `npm run typecheck` fails if one of these begins to compile. */
import { AUSTRALIA } from "./australia.ts";
import type { BankFormat } from "./bank-format.ts";
import { BANK_FORMATS, type BankAccountCurrency } from "./formats.ts";

// A format under the currency it is for.
AUSTRALIA satisfies BankFormat<"AUD">;
// @ts-expect-error but not under another
AUSTRALIA satisfies BankFormat<"NZD">;

// A currency that has a format may be named where one is needed.
"NZD" satisfies BankAccountCurrency;
// @ts-expect-error but not one without
"FJD" satisfies BankAccountCurrency;
// @ts-expect-error and nothing is found under it
void BANK_FORMATS.FJD;
