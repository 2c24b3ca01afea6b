import type { StaffRole } from "./accounts.ts";

const EVERYONE: readonly StaffRole[] = ["support", "compliance", "finance", "admin"];

/** `admin` has all of the others' acts. */
const only = (...roles: readonly Exclude<StaffRole, "admin">[]): readonly StaffRole[] => [...roles, "admin"];

/**
 * The one table of roles of staff and the procedures that they may call. The guard decides only by this table, and a
 * procedure without a row is refused to everyone; `desk.router.ts` does not compile as long as a row is missing or names
 * no procedure. The desk reads it to leave out what someone may not do. Free of zod: a page reads it.
 */
export const STAFF_ACCESS = {
  "ops.today": EVERYONE,
  // The procedure that reads each kind of row decides which rows.
  "ops.presence.here": EVERYONE,
  "ops.presence.leave": EVERYONE,
  "ops.audit.list": EVERYONE,

  // Each act needs its own role.
  "ops.acts.preview": EVERYONE,

  // Deciding a request takes a role that has its act, which only the request names.
  "ops.approvals.list": EVERYONE,
  "ops.approvals.find": EVERYONE,
  "ops.approvals.approve": EVERYONE,
  "ops.approvals.reject": EVERYONE,
  "ops.approvals.withdraw": EVERYONE,

  "ops.customers.search": EVERYONE,
  "ops.customers.get": EVERYONE,
  "ops.customers.history": EVERYONE,
  "ops.customers.waiting": EVERYONE,
  "ops.customers.closedBalances": EVERYONE,
  "ops.customers.verify": only("compliance"),
  "ops.customers.unverify": only("compliance"),
  "ops.customers.reject": only("compliance"),
  "ops.customers.block": only("compliance"),
  "ops.customers.unblock": only("compliance"),
  "ops.customers.hold": only("compliance"),
  "ops.customers.releaseHold": only("compliance"),
  "ops.customers.note": only("support", "compliance"),
  "ops.customers.setPermissions": only("compliance"),
  "ops.customers.unlock": only("support", "compliance"),
  "ops.customers.resendConfirmation": only("support", "compliance"),
  "ops.customers.endSessions": only("compliance"),
  "ops.customers.endTokens": only("compliance"),
  "ops.customers.openDocument": only("compliance"),
  "ops.customers.erase": only("compliance"),
  "ops.customers.openData": only("compliance"),
  "ops.customers.setRole": only(),

  "ops.recoveries.list": only("compliance"),
  "ops.recoveries.approve": only("compliance"),
  "ops.recoveries.reject": only("compliance"),

  "ops.transactions.find": EVERYONE,
  "ops.transactions.newest": EVERYONE,

  "ops.deposits.list": EVERYONE,
  "ops.deposits.find": EVERYONE,
  "ops.deposits.confirm": only("finance"),
  "ops.deposits.return": only("finance"),
  "ops.deposits.expire": only("finance"),

  "ops.bankLines.list": EVERYONE,
  "ops.bankLines.get": EVERYONE,
  "ops.bankLines.import": only("finance"),
  "ops.bankLines.credit": only("finance"),
  "ops.bankLines.return": only("finance"),
  "ops.bankLines.ownMoney": only("finance"),
  "ops.bankLines.payout": only("finance"),
  "ops.bankLines.columns": EVERYONE,
  "ops.bankLines.setColumns": only("finance"),
  "ops.bankLines.readHead": only("finance"),

  "ops.withdrawals.list": EVERYONE,
  "ops.withdrawals.find": EVERYONE,
  "ops.withdrawals.complete": only("finance"),
  "ops.withdrawals.reject": only("finance"),
  "ops.withdrawals.return": only("finance"),

  "ops.payouts.list": EVERYONE,
  "ops.payouts.get": EVERYONE,
  "ops.payouts.create": only("finance"),
  "ops.payouts.remove": only("finance"),
  "ops.payouts.release": only("finance"),
  "ops.payouts.file": only("finance"),
  "ops.payouts.sent": only("finance"),
  "ops.payouts.cancel": only("finance"),

  "ops.receivables.list": EVERYONE,
  "ops.receivables.settle": only("finance"),
  "ops.receivables.writeOff": only("finance"),

  "ops.reconciliation.list": EVERYONE,
  "ops.reconciliation.preview": EVERYONE,
  "ops.reconciliation.close": only("finance"),
  "ops.reconciliation.reopen": only("finance"),

  "ops.reports.fees": only("support", "finance"),
  "ops.reports.trades": only("support", "finance"),
  "ops.reports.balances": only("support", "finance"),
  "ops.reports.volume": only("support", "finance"),
  "ops.reports.signUps": only("support", "finance"),
  "ops.reports.statement": only("support", "finance"),
  "ops.reports.statementFile": only("support", "finance"),

  "ops.onramp.list": EVERYONE,
  "ops.onramp.find": EVERYONE,
  "ops.onramp.resolve": only("finance"),
  "ops.ledger.accounts": EVERYONE,
  "ops.ledger.entry": EVERYONE,
  "ops.ledger.ofCustomer": EVERYONE,
  "ops.ledger.ofAccount": EVERYONE,
  "ops.ledger.check": EVERYONE,
  "ops.ledger.adjust": only("finance"),
  "ops.position.list": EVERYONE,
  "ops.position.trades": EVERYONE,
  "ops.position.recordTrade": only("finance"),
  "ops.position.setLimits": only("finance"),
  "ops.depositAccounts.list": EVERYONE,
  "ops.depositAccounts.set": only("finance"),
  "ops.depositAccounts.close": only("finance"),

  "ops.markets.list": EVERYONE,
  "ops.markets.setCurrency": only(),
  "ops.markets.setPair": only(),
  "ops.exchangeFees.set": only(),
  "ops.rates.status": EVERYONE,
  "ops.rates.lastHour": EVERYONE,
  "ops.switches.list": EVERYONE,
  "ops.switches.set": only(),

  "ops.support.list": EVERYONE,
  "ops.support.find": EVERYONE,
  "ops.support.assignees": only("support"),
  "ops.support.assign": only("support"),
  "ops.support.markHandled": only("support"),
  "ops.support.reopen": only("support"),
  "ops.support.reply": only("support"),

  "ops.outbox.mails": EVERYONE,
  "ops.outbox.waitingMails": EVERYONE,
  "ops.outbox.sendMail": only("support"),
  "ops.outbox.webhooks": EVERYONE,
  "ops.outbox.sendWebhook": only("support"),

  "ops.staff.list": only(),
  "ops.staff.invite": only(),
  "ops.staff.setRoles": only(),
  "ops.staff.remove": only(),

  // A service token is its maker's: only an admin sees, and revokes, those of others.
  "ops.tokens.list": EVERYONE,
  "ops.tokens.create": EVERYONE,
  "ops.tokens.revoke": EVERYONE,
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;

/** The name of a procedure of the desk. */
export type StaffProcedure = keyof typeof STAFF_ACCESS;

const rolesFor = (procedure: string): readonly StaffRole[] =>
  Object.hasOwn(STAFF_ACCESS, procedure) ? STAFF_ACCESS[procedure as StaffProcedure] : [];

/** Whether one of someone's roles has the procedure. */
export const staffMay = (roles: readonly StaffRole[], procedure: string): boolean =>
  rolesFor(procedure).some((role) => roles.includes(role));
