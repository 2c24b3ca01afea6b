import type { FastifyRequest } from "fastify";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call for outside clients: where it is, which procedure it is, and how input and output map. */
export interface RestRoute {
  readonly method: Method;
  readonly path: string;
  /** The procedure's name; a function where the payload decides. */
  readonly procedure: string | ((request: FastifyRequest) => string);
  readonly summary: string;
  readonly tag: "Account" | "Market" | "Exchange" | "Money" | "Partners" | "Support";
  /** Builds the procedure's input; none for a procedure that takes nothing. */
  readonly input?: (request: FastifyRequest) => unknown;
  /** Status of success, 200 unless said. */
  readonly status?: 201 | 204;
  /** Builds the body from the procedure's output; the output itself unless said. */
  readonly output?: (output: unknown) => unknown;
}

const data = (output: unknown): unknown => ({ data: output });
const body = (request: FastifyRequest): unknown => request.body;
const query = (request: FastifyRequest): unknown => request.query;

/** The body with the header's idempotency key; a key inside the body is not looked at. */
const keyedBody = (request: FastifyRequest): unknown =>
  typeof request.body === "object" && request.body !== null && !Array.isArray(request.body)
    ? { ...request.body, idempotency_key: request.headers["idempotency-key"] }
    : request.body;

export const REST_ROUTES: readonly RestRoute[] = [
  {
    method: "POST",
    path: "/login",
    procedure: "sessions.login",
    summary: "Sign in",
    tag: "Account",
    input: body,
    output: data,
  },
  {
    method: "POST",
    path: "/logout",
    procedure: "sessions.logout",
    summary: "Sign out",
    tag: "Account",
    status: 204,
  },
  {
    method: "GET",
    path: "/api/users/:id",
    procedure: "accounts.get",
    summary: "Own user data",
    tag: "Account",
    input: (request) => request.params,
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/balance",
    procedure: "balances.get",
    summary: "What can be spent, by currency",
    tag: "Account",
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/transactions",
    procedure: "history.list",
    summary: "Own transactions, newest first",
    tag: "Exchange",
    input: query,
  },
  {
    method: "POST",
    path: "/api/users/transactions",
    procedure: "exchange.execute",
    summary: "Execute an exchange at a held rate",
    tag: "Exchange",
    input: keyedBody,
    status: 201,
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/system-bank-accounts",
    procedure: "deposits.systemBankAccounts",
    summary: "Accounts to pay deposits to",
    tag: "Money",
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/bank-accounts",
    procedure: "bankAccounts.list",
    summary: "Own bank accounts",
    tag: "Money",
    output: data,
  },
  {
    method: "GET",
    path: "/api/users/referrals",
    procedure: "partners.referrals",
    summary: "Referral records of a partner",
    tag: "Partners",
    input: query,
  },
  {
    method: "GET",
    path: "/api/currencies",
    procedure: "currencies.list",
    summary: "Fiat and crypto currencies",
    tag: "Market",
  },
  {
    method: "GET",
    path: "/api/exchange-fees",
    procedure: "exchange.fees",
    summary: "Fee of each pair in percent",
    tag: "Market",
    output: data,
  },
  {
    method: "GET",
    path: "/api/rates",
    procedure: "rates.list",
    summary: "Price of each symbol",
    tag: "Market",
    input: query,
    output: data,
  },
  {
    method: "POST",
    path: "/api/get-rate",
    procedure: "quotes.getRate",
    summary: "Hold a rate for 45 seconds",
    tag: "Market",
    input: body,
  },
  {
    method: "POST",
    path: "/api/support",
    procedure: "support.send",
    summary: "Write to support",
    tag: "Support",
    input: body,
    status: 201,
    output: data,
  },
  {
    method: "GET",
    path: "/.well-known/jwks.json",
    procedure: "quotes.jwks",
    summary: "Public keys of held rates",
    tag: "Market",
  },
];
