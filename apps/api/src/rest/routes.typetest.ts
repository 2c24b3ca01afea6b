/** Checked by the compiler, never run: each line below an expectation must not compile. */
import type { RestRoute } from "./routes.ts";

const row = {
  method: "GET",
  path: "/api/rates",
  operation: "listRates",
  summary: "Prices",
  tag: "Market",
} as const;

export const rows: readonly RestRoute[] = [
  { ...row, procedure: "rates.list" },
  { ...row, procedure: "ops.customers.openDocument" },
  // @ts-expect-error a misspelt procedure
  { ...row, procedure: "rates.lst" },
  // @ts-expect-error a noun is no procedure
  { ...row, procedure: "rates" },
  {
    ...row,
    procedure: {
      field: "type",
      procedures: { deposit: "deposits.announce" },
      otherwise: "withdrawals.request",
    },
  },
  {
    ...row,
    procedure: {
      field: "type",
      // @ts-expect-error a misspelt procedure behind a field
      procedures: { deposit: "deposits.anounce" },
      otherwise: "withdrawals.request",
    },
  },
];
