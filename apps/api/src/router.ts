import { accountsRouter } from "./accounts/accounts.router.ts";
import { deskRouter } from "./desk/desk.router.ts";
import { alertsRouter } from "./alerts/alerts.router.ts";
import { balancesRouter } from "./balances/balances.router.ts";
import { bankAccountsRouter } from "./bank-accounts/bank-accounts.router.ts";
import { captchaRouter } from "./captcha/captcha.router.ts";
import { coinPayeesRouter } from "./coin-payees/coin-payees.router.ts";
import { coinsRouter } from "./coins/coins.router.ts";
import { closingRouter } from "./closing/closing.router.ts";
import { currenciesRouter } from "./markets/currencies.router.ts";
import { dataExportRouter } from "./data-export/data-export.router.ts";
import { depositsRouter } from "./deposits/deposits.router.ts";
import { eventsRouter } from "./event-feed/events.router.ts";
import { exchangeRouter } from "./exchange/exchange.router.ts";
import { historyRouter } from "./history/history.router.ts";
import { identityRouter } from "./identity/identity.router.ts";
import { liabilitiesRouter } from "./liabilities/liabilities.router.ts";
import { reservesRouter } from "./reserves/reserves.router.ts";
import { monthlyStatementsRouter } from "./monthly-statements/monthly-statements.router.ts";
import { newsRouter } from "./news/news.router.ts";
import { onrampRouter } from "./onramp/onramp.router.ts";
import { partnersRouter } from "./partners/partners.router.ts";
import { passkeysRouter } from "./passkeys/passkeys.router.ts";
import { portfolioRouter } from "./portfolio/portfolio.router.ts";
import { router } from "./procedures.ts";
import { quotesRouter } from "./quotes/quotes.router.ts";
import { recurringRouter } from "./recurring/recurring.router.ts";
import { receiptsRouter } from "./receipts/receipts.router.ts";
import { recoveryRouter } from "./recovery/recovery.router.ts";
import { ratesRouter } from "./rates/rates.router.ts";
import { secondFactorRouter } from "./second-factor/second-factor.router.ts";
import { sessionsRouter } from "./sessions/sessions.router.ts";
import { staffRouter } from "./staff/staff.router.ts";
import { supportRouter } from "./support/support.router.ts";
import { switchesRouter } from "./news/switches.router.ts";
import { taxRouter } from "./tax/tax.router.ts";
import { appsRouter } from "./tokens/apps.router.ts";
import { tokensRouter } from "./tokens/tokens.router.ts";
import { webhooksRouter } from "./webhooks/webhooks.router.ts";
import { withdrawalsRouter } from "./withdrawals/withdrawals.router.ts";

export const appRouter = router({
  accounts: accountsRouter,
  alerts: alertsRouter,
  balances: balancesRouter,
  bankAccounts: bankAccountsRouter,
  captcha: captchaRouter,
  closing: closingRouter,
  coinPayees: coinPayeesRouter,
  coins: coinsRouter,
  currencies: currenciesRouter,
  dataExport: dataExportRouter,
  deposits: depositsRouter,
  events: eventsRouter,
  exchange: exchangeRouter,
  history: historyRouter,
  identity: identityRouter,
  liabilities: liabilitiesRouter,
  reserves: reservesRouter,
  monthlyStatements: monthlyStatementsRouter,
  news: newsRouter,
  onramp: onrampRouter,
  ops: deskRouter,
  partners: partnersRouter,
  passkeys: passkeysRouter,
  portfolio: portfolioRouter,
  quotes: quotesRouter,
  rates: ratesRouter,
  receipts: receiptsRouter,
  recurring: recurringRouter,
  recovery: recoveryRouter,
  secondFactor: secondFactorRouter,
  sessions: sessionsRouter,
  staff: staffRouter,
  support: supportRouter,
  switches: switchesRouter,
  tax: taxRouter,
  apps: appsRouter,
  tokens: tokensRouter,
  webhooks: webhooksRouter,
  withdrawals: withdrawalsRouter,
});

/** The type that the web app and internal tools are checked against. */
export type AppRouter = typeof appRouter;
