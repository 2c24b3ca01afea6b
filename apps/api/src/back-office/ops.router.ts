import { router } from "../procedures.ts";
import { procedureFacts, procedureNamed, procedureNames } from "../trpc-internals.ts";
import { actsOpsRouter } from "./acts.ops.router.ts";
import { approvalsOpsRouter } from "./approvals.ops.router.ts";
import { actOf, reviewedActOf } from "./approvals/reviewed-act.ts";
import { auditOpsRouter } from "./audit.ops.router.ts";
import { bankLinesOpsRouter } from "./bank-lines.ops.router.ts";
import { customersOpsRouter } from "./customers.ops.router.ts";
import { depositAccountsOpsRouter } from "./deposit-accounts.ops.router.ts";
import { depositsOpsRouter } from "./deposits.ops.router.ts";
import { exchangeFeesOpsRouter } from "./exchange-fees.ops.router.ts";
import { ledgerOpsRouter } from "./ledger.ops.router.ts";
import { switchesOpsRouter } from "./switches.ops.router.ts";
import { marketsOpsRouter } from "./markets.ops.router.ts";
import { onrampOpsRouter } from "./onramp.ops.router.ts";
import { outboxOpsRouter } from "./outbox.ops.router.ts";
import { payoutsOpsRouter } from "./payouts.ops.router.ts";
import { positionOpsRouter } from "./position.ops.router.ts";
import { presenceOpsRouter } from "./presence.ops.router.ts";
import { ratesOpsRouter } from "./rates.ops.router.ts";
import { reconciliationOpsRouter } from "./reconciliation.ops.router.ts";
import { reportsOpsRouter } from "./reports.ops.router.ts";
import { recoveriesOpsRouter } from "./recoveries.ops.router.ts";
import { staffOpsRouter } from "./staff.ops.router.ts";
import { supportOpsRouter } from "./support.ops.router.ts";
import { todayProcedure } from "./today.ts";
import { tokensOpsRouter } from "./tokens.ops.router.ts";
import { receivablesOpsRouter } from "./receivables.ops.router.ts";
import { transactionsOpsRouter } from "./transactions.ops.router.ts";
import { withdrawalsOpsRouter } from "./withdrawals.ops.router.ts";

const acts = {
  audit: auditOpsRouter,
  bankLines: bankLinesOpsRouter,
  customers: customersOpsRouter,
  depositAccounts: depositAccountsOpsRouter,
  deposits: depositsOpsRouter,
  exchangeFees: exchangeFeesOpsRouter,
  ledger: ledgerOpsRouter,
  markets: marketsOpsRouter,
  switches: switchesOpsRouter,
  onramp: onrampOpsRouter,
  outbox: outboxOpsRouter,
  payouts: payoutsOpsRouter,
  position: positionOpsRouter,
  presence: presenceOpsRouter,
  rates: ratesOpsRouter,
  reconciliation: reconciliationOpsRouter,
  reports: reportsOpsRouter,
  receivables: receivablesOpsRouter,
  recoveries: recoveriesOpsRouter,
  staff: staffOpsRouter,
  support: supportOpsRouter,
  today: todayProcedure,
  transactions: transactionsOpsRouter,
  withdrawals: withdrawalsOpsRouter,
};

/** All of them under their names. */
const named = router({ ops: router(acts) });

const approvals = approvalsOpsRouter((path) => {
  const procedure = procedureNamed(named, path);
  return procedure && reviewedActOf(procedure);
});

const findAct = (path: string) => {
  const procedure = procedureNamed(named, path);
  return procedure && actOf(procedure);
};
const errorsOfActs = new Set(procedureNames(named).flatMap((path) => findAct(path)?.errors ?? []));
const previews = actsOpsRouter(findAct, [...errorsOfActs, "own_act"]);

const deciding = router({ ops: router({ ...acts, acts: previews, approvals }) });

/** The procedures of the back office. Each act is written into the audit log in its own transaction. */
export const opsRouter = router({
  ...acts,
  acts: previews,
  approvals,
  tokens: tokensOpsRouter(
    procedureNames(deciding).filter((name) => procedureFacts(deciding, name).meta.token === "service"),
  ),
});

/** The same under the names that its procedures have everywhere: roles and tokens name them `ops.…`. */
export const backOffice = router({ ops: opsRouter });
