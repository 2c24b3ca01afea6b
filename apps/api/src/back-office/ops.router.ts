import { router } from "../procedures.ts";
import { auditOpsRouter } from "./audit.ops.router.ts";
import { customersOpsRouter } from "./customers.ops.router.ts";
import { depositsOpsRouter } from "./deposits.ops.router.ts";
import { ledgerOpsRouter } from "./ledger.ops.router.ts";
import { supportOpsRouter } from "./support.ops.router.ts";
import { withdrawalsOpsRouter } from "./withdrawals.ops.router.ts";

/** What the back office does. Each act is written into the audit log in the transaction that does it. */
export const opsRouter = router({
  audit: auditOpsRouter,
  customers: customersOpsRouter,
  deposits: depositsOpsRouter,
  ledger: ledgerOpsRouter,
  support: supportOpsRouter,
  withdrawals: withdrawalsOpsRouter,
});
