/** Words for the act that is about to be done, as they follow "Enter your password to". */
const ACTS: Readonly<Record<string, string>> = {
  "accounts.changeEmail": "change your email",
  "accounts.changePassword": "change your password",
  "bankAccounts.add": "add this bank account",
  "bankAccounts.edit": "change this bank account",
  "closing.close": "close your account",
  "dataExport.open": "download your data",
  "ops.approvals.approve": "approve this request",
  "ops.customers.openData": "download this customer’s data",
  "ops.customers.openDocument": "open this document",
  "ops.payouts.release": "release this batch",
  "ops.reports.trades": "see the trades",
  "ops.staff.invite": "invite someone",
  "ops.staff.remove": "remove someone",
  "ops.staff.setRoles": "change someone’s roles",
  "ops.today": "open the back office",
  "ops.tokens.create": "create this token",
  "passkeys.allowPassword": "change how you log in",
  "passkeys.register": "create a passkey",
  "passkeys.registerOptions": "create a passkey",
  "passkeys.remove": "remove this passkey",
  "recurring.create": "set up this recurring buy",
  "recurring.resume": "resume this recurring buy",
  "secondFactor.disable": "turn off two-step login",
  "secondFactor.newRecoveryCodes": "get new recovery codes",
  "secondFactor.totpBegin": "turn on two-step login",
  "secondFactor.totpConfirm": "turn on two-step login",
  "tokens.create": "create this token",
  "withdrawals.request": "withdraw",
};

/** @param procedure a procedure's path, such as `withdrawals.request` */
export const actOf = (procedure: string): string => ACTS[procedure] ?? "continue";
