/** What the loading overlay says while a procedure runs. Others read 'Loading'. */
const LABELS: Readonly<Record<string, string>> = {
  "sessions.login": "Signing in",
  "sessions.logout": "Signing out",
  "sessions.current": "Checking your session",
  "quotes.getRate": "Getting the rate",
  "exchange.execute": "Exchanging",
  "exchange.fees": "Getting the fees",
  "history.list": "Getting your transactions",
  "balances.get": "Getting your balances",
  "currencies.list": "Getting the currencies",
  "rates.list": "Getting the rates",
  "support.send": "Sending your message",
};

/** @param path a procedure's path, such as `exchange.execute` */
export function requestLabel(path: string): string {
  return LABELS[path] ?? "Loading";
}
