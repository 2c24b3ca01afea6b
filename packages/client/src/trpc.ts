import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { ErrorData, RouterOf } from "./procedure.ts";
import type { Procedures } from "./router.gen.ts";

export type { ErrorData } from "./procedure.ts";

/** The router of the exchange as clients see it. */
export type AppRouter = RouterOf<Procedures>;

/** So many calls the server takes in one request. */
const MOST_CALLS = 10;

export interface ToolOptions {
  /** Address of the exchange, such as `https://exchange.example`. */
  readonly url: string;
  /** A service token, made with `npm run ops -- tokens create`. */
  readonly token: string;
}

/** A client of the typed procedures. Calls that are made together are sent as one request, at most ten. */
export const createTools = ({ url, token }: ToolOptions) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${url.replace(/\/+$/, "")}/trpc`,
        headers: { authorization: `Bearer ${token}` },
        maxItems: MOST_CALLS,
      }),
    ],
  });

/** The exchange's refusal of a call; undefined for any other error, such as a lost connection. */
export const refusalOf = (error: unknown): ErrorData | undefined =>
  error instanceof TRPCClientError ? ((error.data ?? undefined) as ErrorData | undefined) : undefined;
