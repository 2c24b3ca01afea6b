import { router } from "../procedures.ts";
import { procedureFacts, procedureNamed, procedureNames } from "../trpc-internals.ts";
import { actsDeskRouter } from "./approvals/acts.router.ts";
import { approvalsDeskRouter } from "./approvals/approvals.router.ts";
import { actOf } from "./approvals/reviewed-act.ts";
import { arrivalsDeskRouter } from "./deposits/arrivals.router.ts";
import { auditDeskRouter } from "./audit/audit.router.ts";
import { bankLinesDeskRouter } from "./bank/bank-lines.router.ts";
import { coinMovesDeskRouter, coinPayoutsDeskRouter } from "./payouts/coin-payouts.router.ts";
import { casesDeskRouter } from "./compliance/cases.router.ts";
import { filingsDeskRouter } from "./compliance/filings.router.ts";
import { listsDeskRouter } from "./compliance/lists.router.ts";
import { customersDeskRouter } from "./customers/customers.router.ts";
import { depositAccountsDeskRouter } from "./markets/deposit-accounts.router.ts";
import { depositsDeskRouter } from "./deposits/deposits.router.ts";
import { exchangeFeesDeskRouter } from "./markets/exchange-fees.router.ts";
import { hedgingDeskRouter } from "./hedging/hedging.router.ts";
import { ledgerDeskRouter } from "./ledger/ledger.router.ts";
import { switchesDeskRouter } from "./switches/switches.router.ts";
import { marketsDeskRouter } from "./markets/markets.router.ts";
import { onrampDeskRouter } from "./deposits/onramp.router.ts";
import { outboxDeskRouter } from "./outbox/outbox.router.ts";
import { payoutsDeskRouter } from "./payouts/payouts.router.ts";
import { positionDeskRouter } from "./ledger/position.router.ts";
import { presenceDeskRouter } from "./parts/presence.router.ts";
import { ratesDeskRouter } from "./markets/rates.router.ts";
import { reconciliationDeskRouter } from "./bank/reconciliation.router.ts";
import { reportsDeskRouter } from "./reports/reports.router.ts";
import { rulesDeskRouter } from "./compliance/rules.router.ts";
import { recoveriesDeskRouter } from "./identities/recoveries.router.ts";
import { staffDeskRouter } from "./team/staff.router.ts";
import { supportDeskRouter } from "./enquiries/support.router.ts";
import { operatorWebhooksDeskRouter } from "./system/operator-webhooks.router.ts";
import { systemDeskRouter } from "./system/system.router.ts";
import { todayProcedure } from "./today/today.ts";
import { tokensDeskRouter } from "./team/tokens.router.ts";
import { receivablesDeskRouter } from "./customers/receivables.router.ts";
import { travelDeskRouter } from "./compliance/travel.router.ts";
import { transactionsDeskRouter } from "./transactions/transactions.router.ts";
import { reservesDeskRouter, walletsDeskRouter } from "./ledger/wallets.router.ts";
import { networksDeskRouter } from "./payouts/networks.router.ts";
import { withdrawalsDeskRouter } from "./payouts/withdrawals.router.ts";

const acts = {
  arrivals: arrivalsDeskRouter,
  audit: auditDeskRouter,
  bankLines: bankLinesDeskRouter,
  coinMoves: coinMovesDeskRouter,
  coinPayouts: coinPayoutsDeskRouter,
  cases: casesDeskRouter,
  customers: customersDeskRouter,
  depositAccounts: depositAccountsDeskRouter,
  deposits: depositsDeskRouter,
  exchangeFees: exchangeFeesDeskRouter,
  hedging: hedgingDeskRouter,
  filings: filingsDeskRouter,
  ledger: ledgerDeskRouter,
  lists: listsDeskRouter,
  rules: rulesDeskRouter,
  markets: marketsDeskRouter,
  switches: switchesDeskRouter,
  networks: networksDeskRouter,
  onramp: onrampDeskRouter,
  outbox: outboxDeskRouter,
  payouts: payoutsDeskRouter,
  position: positionDeskRouter,
  presence: presenceDeskRouter,
  rates: ratesDeskRouter,
  reconciliation: reconciliationDeskRouter,
  reports: reportsDeskRouter,
  receivables: receivablesDeskRouter,
  recoveries: recoveriesDeskRouter,
  staff: staffDeskRouter,
  support: supportDeskRouter,
  system: systemDeskRouter,
  today: todayProcedure,
  transactions: transactionsDeskRouter,
  travel: travelDeskRouter,
  reserves: reservesDeskRouter,
  wallets: walletsDeskRouter,
  webhooks: operatorWebhooksDeskRouter,
  withdrawals: withdrawalsDeskRouter,
};

/** All of them under their names. */
const named = router({ ops: router(acts) });

const findAct = (path: string) => {
  const procedure = procedureNamed(named, path);
  return procedure && actOf(procedure);
};
const errorsOfActs = new Set(procedureNames(named).flatMap((path) => findAct(path)?.errors ?? []));

const decided = {
  ...acts,
  acts: actsDeskRouter(findAct, [...errorsOfActs, "own_act"]),
  approvals: approvalsDeskRouter(findAct),
};
const callable = router({ ops: router(decided) });

/** The procedures of the desk. Each act is written into the audit log in its own transaction. */
export const deskRouter = router({
  ...decided,
  tokens: tokensDeskRouter(
    procedureNames(callable).filter((name) => procedureFacts(callable, name).meta.token === "service"),
  ),
});

/** The same under the names that its procedures have everywhere: roles and tokens name them `ops.…`. */
export const desk = router({ ops: deskRouter });
