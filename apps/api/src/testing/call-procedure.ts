import type { Answer, TestClient } from "./client.ts";

/** Answer of tRPC: the result, or the error with REST's fields in `data`. */
interface Envelope<T> {
  readonly result?: { readonly data: T };
  readonly error?: {
    readonly message: string;
    readonly data: {
      readonly code: string;
      readonly httpStatus: number;
      readonly errors?: Readonly<Record<string, readonly string[]>>;
    };
  };
}

/** How a call went. `data` is there on success, `code` and `errors` otherwise. */
export interface Called<T> {
  readonly status: number;
  readonly data: T;
  readonly code: string | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  readonly message: string | undefined;
}

function called<T>({ status, body }: Answer<Envelope<T>>): Called<T> {
  return {
    status,
    data: body.result?.data as T,
    code: body.error?.data.code,
    errors: body.error?.data.errors,
    message: body.error?.message,
  };
}

/** Calls a mutation as the web app does. The type argument is what the test expects; nothing checks it. */
export async function mutate<T = unknown>(
  client: TestClient,
  procedure: string,
  input?: unknown,
): Promise<Called<T>> {
  return called(await client.post<Envelope<T>>(`/trpc/${procedure}`, input ?? {}));
}

/** Calls a query as the web app does. */
export async function query<T = unknown>(
  client: TestClient,
  procedure: string,
  input?: unknown,
): Promise<Called<T>> {
  const search = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return called(await client.get<Envelope<T>>(`/trpc/${procedure}${search}`));
}
