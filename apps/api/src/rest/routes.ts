import type { AppRouter } from "../router.ts";
import type { ProcedureNameOf } from "../trpc-internals.ts";

/** A name that no procedure has does not compile. */
type ProcedureName = ProcedureNameOf<AppRouter>;

type RestMethod = "GET" | "POST" | "PUT" | "DELETE";
export type RestTag =
  | "Account"
  | "Market"
  | "Exchange"
  | "Money"
  | "Events"
  | "Partners"
  | "Support"
  | "Health";

/**
 * Place of a procedure's input in the request. `keyed body` is the body with the header's idempotency key, `body of
 * path` the body with the path's own identifiers; keys of the same name inside the body are not looked at.
 */
export type RestInput = "body" | "keyed body" | "body of path" | "query" | "path";

/** Rows of which a field of the payload decides the procedure. */
interface ProcedureByField {
  readonly field: string;
  readonly procedures: Readonly<Record<string, ProcedureName>>;
  /** Takes any other value: its guards come first, then its schema refuses the field. */
  readonly otherwise: ProcedureName;
}

/** One call for outside clients: where it is, which procedure it is, and how input and output map. */
export interface RestRoute {
  readonly method: RestMethod;
  readonly path: string;
  /** Its name in generated clients (`operationId`). */
  readonly operation: string;
  readonly procedure: ProcedureName | ProcedureByField;
  readonly summary: string;
  readonly tag: RestTag;
  /** None for a procedure that takes nothing. */
  readonly input?: RestInput;
  /** Status of success, 200 unless said. */
  readonly status?: 201 | 204;
  /**
   * `data`: the output is under `data`. `csv`: the procedure walks through the history (`history.walk`), and all of the walk is
   * sent as one CSV file. `file`: the output is a file, sent as its bytes. `stream`: the rows of the output, at once and whenever one changes. The body is the output itself unless said.
   */
  readonly output?: "data" | "csv" | "file" | "stream";
  /** A `POST` that only reads, so that pages of other sites may ask as visitors. */
  readonly reads?: true;
  /** Which columns a CSV file has: the history's own unless said. */
  readonly columns?: "tax";
}

/** Served by `serve-price-stream.ts`; the document has it next to the rows. */
export const PRICE_STREAM: RestRoute = {
  method: "GET",
  path: "/api/prices/stream",
  operation: "streamPrices",
  procedure: "rates.list",
  summary: "Prices as they change, as server-sent events",
  tag: "Market",
  input: "query",
  output: "stream",
};

/** Rows that are admitted as files are: no session, no token, no limit. */
export const isPlainFile = ({ path }: RestRoute): boolean => path.startsWith("/.well-known/");

const data = "data";
const body = "body";
const keyedBody = "keyed body";
const query = "query";
const bodyOfPath = "body of path";

export const REST_ROUTES: readonly RestRoute[] = [
  {
    method: "POST",
    path: "/login",
    operation: "login",
    procedure: "sessions.login",
    summary: "Sign in",
    tag: "Account",
    input: body,
    output: data,
  },
  {
    method: "POST",
    path: "/login/passkey/options",
    operation: "passkeyOptions",
    procedure: "sessions.passkeyOptions",
    summary: "Options for a browser to log in with a passkey",
    tag: "Account",
    output: data,
  },
  {
    method: "POST",
    path: "/login/passkey",
    operation: "passkeyLogin",
    procedure: "sessions.passkeyLogin",
    summary: "Sign in with a passkey",
    tag: "Account",
    input: body,
    output: data,
  },
  {
    method: "POST",
    path: "/register",
    operation: "register",
    procedure: "accounts.register",
    summary: "Open an account and sign in",
    tag: "Account",
    input: body,
    status: 201,
    output: data,
  },
  {
    method: "POST",
    path: "/forgot-password",
    operation: "requestPasswordReset",
    procedure: "accounts.forgotPassword",
    summary: "Mail a link for a new password",
    tag: "Account",
    input: body,
  },
  {
    method: "POST",
    path: "/reset-password",
    operation: "resetPassword",
    procedure: "accounts.resetPassword",
    summary: "Set a new password by a mailed link's token",
    tag: "Account",
    input: body,
  },
  {
    method: "POST",
    path: "/email/resend",
    operation: "resendConfirmationEmail",
    procedure: "accounts.resendEmail",
    summary: "Mail the link that confirms the email address again",
    tag: "Account",
  },
  {
    method: "POST",
    path: "/api/captcha",
    operation: "solveCaptcha",
    procedure: "captcha.check",
    summary: "Exchange a solved captcha for a pass",
    tag: "Account",
    input: body,
  },
  {
    method: "GET",
    path: "/api/captcha/challenge",
    operation: "getCaptchaChallenge",
    procedure: "captcha.challenge",
    summary: "A challenge for the captcha widget",
    tag: "Account",
  },
  {
    method: "POST",
    path: "/logout",
    operation: "logout",
    procedure: "sessions.logout",
    summary: "Sign out",
    tag: "Account",
    status: 204,
  },
  {
    method: "GET",
    path: "/api/users/me",
    operation: "getMe",
    procedure: "accounts.me",
    summary: "Own user data, without knowing the identifier",
    tag: "Account",
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/:id",
    operation: "getUser",
    procedure: "accounts.get",
    summary: "Own user data",
    tag: "Account",
    input: "path",
    output: data,
  },
  {
    method: "GET",
    path: "/api/tokens",
    operation: "listTokens",
    procedure: "tokens.list",
    summary: "Own API tokens",
    tag: "Account",
    output: data,
  },
  {
    method: "POST",
    path: "/api/tokens",
    operation: "createToken",
    procedure: "tokens.create",
    summary: "Make an API token; it is shown this once",
    tag: "Account",
    input: body,
    status: 201,
    output: data,
  },
  {
    method: "GET",
    path: "/api/tokens/current",
    operation: "getCurrentToken",
    procedure: "tokens.current",
    summary: "Rights of this call's token",
    tag: "Account",
    output: data,
  },
  {
    method: "DELETE",
    path: "/api/tokens/:id",
    operation: "revokeToken",
    procedure: "tokens.revoke",
    summary: "Revoke an API token",
    tag: "Account",
    input: "path",
    status: 204,
  },
  {
    method: "GET",
    path: "/api/users/balance",
    operation: "getBalance",
    procedure: "balances.get",
    summary: "Spendable balances, by currency",
    tag: "Account",
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/transactions",
    operation: "listTransactions",
    procedure: "history.list",
    summary: "Own transactions, newest first",
    tag: "Exchange",
    input: query,
  },
  {
    method: "POST",
    path: "/api/users/transactions",
    operation: "createTransaction",
    procedure: {
      field: "transaction_type",
      procedures: {
        exchange: "exchange.execute",
        deposit: "deposits.announce",
        withdraw: "withdrawals.request",
      },
      otherwise: "exchange.execute",
    },
    summary: "Execute an exchange at a held rate, announce a deposit, or request a withdrawal",
    tag: "Exchange",
    input: keyedBody,
    status: 201,
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/transactions.csv",
    operation: "downloadTransactions",
    procedure: "history.walk",
    summary: "Own transactions as a CSV file, newest first",
    tag: "Exchange",
    input: query,
    output: "csv",
  },
  {
    method: "GET",
    path: "/api/users/transactions-tax.csv",
    operation: "downloadTaxReport",
    procedure: "history.walk",
    summary: "Own completed transactions as a CSV file for tax tools, newest first",
    tag: "Exchange",
    input: query,
    output: "csv",
    columns: "tax",
  },
  {
    method: "GET",
    path: "/api/users/transactions/:id/receipt",
    operation: "getReceipt",
    procedure: "receipts.get",
    summary: "The receipt of a transaction: signed rate and ledger entries",
    tag: "Exchange",
    input: "path",
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/transactions/:id",
    operation: "getTransaction",
    procedure: "history.get",
    summary: "One of the own transactions with all its details",
    tag: "Exchange",
    input: "path",
    output: data,
  },
  {
    method: "POST",
    path: "/api/users/transactions/:id/cancel",
    operation: "cancelTransaction",
    procedure: "history.cancel",
    summary: "Cancel a deposit that awaits payment, or a requested withdrawal",
    tag: "Money",
    input: "path",
    output: data,
  },
  {
    method: "PUT",
    path: "/api/users/transactions/:id/cost",
    operation: "stateCost",
    procedure: "tax.stateCost",
    summary: "State what coins from elsewhere cost",
    tag: "Money",
    input: bodyOfPath,
    status: 204,
  },
  {
    method: "GET",
    path: "/api/users/tax-report",
    operation: "getTaxReport",
    procedure: "tax.report",
    summary: "Gains and losses of a tax year",
    tag: "Money",
    input: query,
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/tax-report.csv",
    operation: "downloadTaxReportCsv",
    procedure: "tax.csv",
    summary: "The same as CSV. From the download on, the costs in it are fixed",
    tag: "Money",
    input: query,
    output: "file",
  },
  {
    method: "GET",
    path: "/api/users/tax-report.pdf",
    operation: "downloadTaxReportPdf",
    procedure: "tax.pdf",
    summary: "The same as PDF. From the download on, the costs in it are fixed",
    tag: "Money",
    input: query,
    output: "file",
  },
  {
    method: "GET",
    path: "/api/users/tax-residences",
    operation: "getTaxResidences",
    procedure: "tax.residences",
    summary: "Countries that one is resident in for tax, as certified",
    tag: "Account",
    output: data,
  },
  {
    method: "PUT",
    path: "/api/users/tax-residences",
    operation: "certifyTaxResidences",
    procedure: "tax.certifyResidences",
    summary: "Certify where one is resident for tax",
    tag: "Account",
    input: body,
    output: data,
  },
  {
    method: "GET",
    path: "/api/events",
    operation: "listEvents",
    procedure: "events.list",
    summary: "Events of the account in the last 30 days, oldest first",
    tag: "Events",
    input: query,
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/liabilities",
    operation: "getOwnLiabilities",
    procedure: "liabilities.mine",
    summary: "The caller's leaves in the newest proof of liabilities, each with its path to the root",
    tag: "Account",
    output: data,
  },
  {
    method: "GET",
    path: "/api/webhooks",
    operation: "listWebhooks",
    procedure: "webhooks.list",
    summary: "Addresses that events are sent to",
    tag: "Events",
    output: data,
  },
  {
    method: "POST",
    path: "/api/webhooks",
    operation: "createWebhook",
    procedure: "webhooks.create",
    summary: "Have events sent to an address; its secret is shown this once",
    tag: "Events",
    input: body,
    status: 201,
    output: data,
  },
  {
    method: "GET",
    path: "/api/webhooks/:id",
    operation: "getWebhook",
    procedure: "webhooks.get",
    summary: "One address that events are sent to",
    tag: "Events",
    input: "path",
    output: data,
  },
  {
    method: "DELETE",
    path: "/api/webhooks/:id",
    operation: "removeWebhook",
    procedure: "webhooks.remove",
    summary: "Send an address no more events",
    tag: "Events",
    input: "path",
    status: 204,
  },
  {
    method: "POST",
    path: "/api/webhooks/:id/test",
    operation: "testWebhook",
    procedure: "webhooks.test",
    summary: "Send an address a made-up event",
    tag: "Events",
    input: "path",
    status: 201,
    output: data,
  },
  {
    method: "GET",
    path: "/api/webhooks/:id/deliveries",
    operation: "listDeliveries",
    procedure: "webhooks.deliveries",
    summary: "The newest 100 events that were or will be sent, newest first",
    tag: "Events",
    input: "path",
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/system-bank-accounts",
    operation: "listDepositAccounts",
    procedure: "deposits.systemBankAccounts",
    summary: "Accounts to pay deposits to",
    tag: "Money",
    output: data,
  },
  {
    method: "POST",
    path: "/api/users/coin-address",
    operation: "getCoinAddress",
    procedure: "coins.address",
    summary: "Own address for deposits of a coin",
    tag: "Money",
    input: body,
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/coin-deposits",
    operation: "listCoinDeposits",
    procedure: "coins.deposits",
    summary: "Coins that arrive at the own addresses",
    tag: "Money",
    input: query,
  },
  {
    method: "GET",
    path: "/api/users/bank-accounts",
    operation: "listBankAccounts",
    procedure: "bankAccounts.list",
    summary: "Own bank accounts",
    tag: "Money",
    output: data,
  },
  {
    method: "POST",
    path: "/api/users/bank-accounts",
    operation: "addBankAccount",
    procedure: "bankAccounts.add",
    summary: "Add a bank account; withdrawals to it are on hold for 24 hours",
    tag: "Money",
    input: keyedBody,
    status: 201,
    output: data,
  },
  {
    method: "PUT",
    path: "/api/users/bank-accounts/:id",
    operation: "updateBankAccount",
    procedure: "bankAccounts.edit",
    summary: "Change a bank account; withdrawals to it are on hold for 24 hours",
    tag: "Money",
    input: bodyOfPath,
    output: data,
  },
  {
    method: "DELETE",
    path: "/api/users/bank-accounts/:id",
    operation: "removeBankAccount",
    procedure: "bankAccounts.remove",
    summary: "Remove a bank account that no pending withdrawal goes to",
    tag: "Money",
    input: "path",
    status: 204,
  },
  {
    method: "GET",
    path: "/api/users/coin-payees",
    operation: "listCoinPayees",
    procedure: "coinPayees.list",
    summary: "Own payees for coins",
    tag: "Money",
    output: data,
  },
  {
    method: "POST",
    path: "/api/users/coin-payees",
    operation: "addCoinPayee",
    procedure: "coinPayees.add",
    summary: "Add a wallet to send coins to; withdrawals to it are on hold for 24 hours",
    tag: "Money",
    input: body,
    status: 201,
    output: data,
  },
  {
    method: "POST",
    path: "/api/users/coin-payees/:id/proof",
    operation: "proveCoinPayee",
    procedure: "coinPayees.prove",
    summary: "Prove by a signature that a payee's wallet is under your control, which ends its hold",
    tag: "Money",
    input: bodyOfPath,
    output: data,
  },
  {
    method: "DELETE",
    path: "/api/users/coin-payees/:id",
    operation: "removeCoinPayee",
    procedure: "coinPayees.remove",
    summary: "Remove a payee",
    tag: "Money",
    input: "path",
    status: 204,
  },
  {
    method: "GET",
    path: "/api/users/referrals",
    operation: "listReferrals",
    procedure: "partners.referrals",
    summary: "Referral records of a partner",
    tag: "Partners",
    input: query,
  },
  {
    method: "GET",
    path: "/api/currencies",
    operation: "listCurrencies",
    procedure: "currencies.list",
    summary: "Fiat and crypto currencies",
    tag: "Market",
  },
  {
    method: "GET",
    path: "/api/exchange-fees",
    operation: "listExchangeFees",
    procedure: "exchange.fees",
    summary: "Fee of each pair in percent",
    tag: "Market",
    output: data,
  },
  {
    method: "GET",
    path: "/api/rates",
    operation: "listRates",
    procedure: "rates.list",
    summary: "Price of each symbol",
    tag: "Market",
    input: query,
    output: data,
  },
  {
    method: "POST",
    path: "/api/get-rate",
    operation: "holdRate",
    procedure: "quotes.getRate",
    summary: "Hold a rate for 45 seconds",
    tag: "Market",
    reads: true,
    input: body,
  },
  {
    method: "POST",
    path: "/api/support",
    operation: "writeToSupport",
    procedure: "support.send",
    summary: "Write to support",
    tag: "Support",
    input: keyedBody,
    status: 201,
    output: data,
  },
  {
    method: "GET",
    path: "/.well-known/jwks.json",
    operation: "getSigningKeys",
    procedure: "quotes.jwks",
    summary: "Public keys of held rates",
    tag: "Market",
  },
  {
    method: "GET",
    path: "/.well-known/liabilities.json",
    operation: "getLiabilities",
    procedure: "liabilities.document",
    summary: "Our debts to all customers, by currency, as last published",
    tag: "Market",
  },
  {
    method: "GET",
    path: "/.well-known/reserves.json",
    operation: "getReserves",
    procedure: "reserves.document",
    summary: "The coins that we proved to hold, next to our debts, as last published",
    tag: "Market",
  },
];
