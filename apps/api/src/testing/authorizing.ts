import { createHash } from "node:crypto";
import type { AppItem, AskedOfCustomer } from "@wattle/contracts/apps";
import type { Answer, TestClient } from "./client.ts";

export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const REDIRECT = "https://tax.example/back";

export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

interface Refused {
  readonly error?: { readonly data: { readonly code: string; readonly errors?: unknown } };
}
type TrpcAnswer<T> = Answer<{ readonly result: { readonly data: T } } & Refused>;

export const registerApp = (
  developer: TestClient,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TrpcAnswer<AppItem>> =>
  developer.post("/trpc/apps.register", { name: "Tax app", redirects: [REDIRECT], ...fields });

/** The parts that an app puts into the address of the authorize page. */
export const askingOf = (app: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  app,
  redirect: REDIRECT,
  scopes: "read trade",
  state: "a b&c",
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: "S256",
  ...changes,
});

export async function ask(customer: TestClient, request: object): Promise<AskedOfCustomer> {
  const input = encodeURIComponent(JSON.stringify(request));
  const { body } = await customer.get<{ result: { data: AskedOfCustomer } }>(`/trpc/apps.ask?input=${input}`);
  return body.result.data;
}

export const allow = (customer: TestClient, request: object): Promise<TrpcAnswer<{ to: string }>> =>
  customer.post("/trpc/apps.allow", { expires_in_days: 30, ...request });

/** The code of a customer's yes. @throws when there was none */
export async function codeOf(customer: TestClient, request: object): Promise<string> {
  const answer = await allow(customer, request);
  if (answer.status !== 200) throw new Error(answer.text);
  return new URL(answer.body.result.data.to).searchParams.get("code") ?? "";
}

export const exchangeOf = (app: string, code: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  grant_type: "authorization_code",
  client_id: app,
  redirect_uri: REDIRECT,
  code,
  code_verifier: VERIFIER,
  ...changes,
});

interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly error?: string;
}

export const exchange = (
  client: TestClient,
  payload: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<TokenAnswer>> => client.post<TokenAnswer>("/api/authorize/token", payload, headers);
