import type { Answer, TestClient } from "./client.ts";

interface Called<T> {
  readonly status: number;
  /** The procedure's answer; undefined if it refused. */
  readonly data: T | undefined;
  /** Code and message of a refusal. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
}

interface Refusal {
  readonly message?: string;
  readonly data?: { readonly code?: string; readonly errors?: Record<string, string[]> };
}

function calledOf<T>({ status, body }: Answer<{ result?: { data: T }; error?: Refusal }>): Called<T> {
  return {
    status,
    data: body.result?.data,
    code: body.error?.data?.code,
    message: body.error?.message,
    errors: body.error?.data?.errors,
  };
}

/** Calls a query as the web app does. The type argument is what the test expects; nothing checks it. */
export async function query<T>(client: TestClient, path: string, input?: unknown): Promise<Called<T>> {
  const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return calledOf(await client.get(`/trpc/${path}${search}`));
}

/** Calls a mutation as the web app does. */
export async function mutate<T>(client: TestClient, path: string, input: unknown): Promise<Called<T>> {
  return calledOf(await client.post(`/trpc/${path}`, input));
}
