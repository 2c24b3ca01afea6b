/** What the loading overlay says while a procedure runs. Others read 'Loading'. */
const LABELS: Readonly<Record<string, string>> = {
  "sessions.login": "Logging in",
  "sessions.confirm": "Confirming",
  "sessions.logout": "Logging out",
  "sessions.current": "Checking your login",
  "quotes.getRate": "Getting the rate",
  "exchange.execute": "Exchanging",
  "exchange.fees": "Getting the fees",
  "history.list": "Getting your transactions",
  "balances.get": "Getting your balances",
  "currencies.markets": "Getting the currencies",
  "rates.list": "Getting the rates",
  "accounts.register": "Opening your account",
  "accounts.forgotPassword": "Sending the link",
  "accounts.resetPassword": "Changing your password",
  "accounts.changePassword": "Changing your password",
  "accounts.changeEmail": "Sending the link",
  "accounts.resendEmail": "Sending the link",
  "accounts.updateProfile": "Saving your details",
  "identity.send": "Submitting your details",
  "identity.removeDocument": "Removing the photo",
  "sessions.end": "Logging out",
  "sessions.endOthers": "Logging out",
  "tokens.list": "Getting your tokens",
  "tokens.create": "Creating the token",
  "tokens.revoke": "Revoking the token",
  "support.send": "Sending your message",
  "deposits.systemBankAccounts": "Getting the payment methods",
  "deposits.announce": "Starting your deposit",
  "withdrawals.state": "Getting your balances",
  "withdrawals.request": "Requesting your withdrawal",
  "withdrawals.emailWhenFree": "Saving",
  "history.cancel": "Cancelling",
  "bankAccounts.list": "Getting your bank accounts",
  "bankAccounts.add": "Adding your bank account",
  "bankAccounts.edit": "Saving your bank account",
};

/** @param path a procedure's path, such as `exchange.execute` */
export function requestLabel(path: string): string {
  return LABELS[path] ?? "Loading";
}
