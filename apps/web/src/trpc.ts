import { QueryClient } from "@tanstack/react-query";
import { httpBatchLink, retryLink, type HTTPBatchLinkOptions, type TRPCLink } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@wattle/api/router";
import { confirmationLink } from "./confirmation/confirmation-link.ts";
import { callFailure, UnexpectedAnswer } from "./failed-call.ts";
import { requestLabel } from "./request-labels.ts";
import { callRefused } from "./session/session-lost.ts";
import { beginLoading } from "./ui/loading-store.ts";

export const trpc = createTRPCReact<AppRouter>();

/** For a read whose place on the screen shows by itself that it is waited for: it never covers the page. */
export const SHOWN_IN_PLACE = { trpc: { context: { background: true } } } as const;

const CSRF_COOKIE = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/;

/**
 * Headers of every call: the AJAX mark, and the CSRF cookie echoed where there is one. What no one waits for says so: it keeps
 * no session of staff alive that is not used.
 */
export function callHeaders(cookies: string, background = false): Record<string, string> {
  const token = CSRF_COOKIE.exec(cookies)?.[1];
  return {
    "X-Requested-With": "XMLHttpRequest",
    ...(background && { "X-Background": "1" }),
    ...(token === undefined ? {} : { "X-XSRF-TOKEN": decodeURIComponent(token) }),
  };
}

/**
 * Turns the loading overlay's flag on with each request and off with its answer. A call made with
 * `context: { background: true }` is one that no one waits for: it never covers the page.
 */
const isBackground = ({ context }: { readonly context: Record<string, unknown> }): boolean =>
  context["background"] === true;

/** Whether a call shows nothing while it is under way; one that is only `quiet` still counts as a use of the session. */
const isQuiet = (call: { readonly context: Record<string, unknown> }): boolean =>
  isBackground(call) || call.context["quiet"] === true;

const loadingLink: TRPCLink<AppRouter> = () => (operation) =>
  observable((observer) => {
    const { next, op } = operation;
    const end = beginLoading(requestLabel(op.path), { background: isQuiet(op) });
    const subscription = next(op).subscribe({
      next: (value) => observer.next(value),
      error: (error) => {
        end();
        observer.error(error);
      },
      complete: () => {
        end();
        observer.complete();
      },
    });
    return () => {
      end();
      subscription.unsubscribe();
    };
  });

/** Any 401 means that the session is gone. */
const sessionLink: TRPCLink<AppRouter> = () => (operation) =>
  observable((observer) =>
    operation.next(operation.op).subscribe({
      next: (value) => observer.next(value),
      error: (error) => {
        if (callFailure(error).status === 401) callRefused();
        observer.error(error);
      },
      complete: () => observer.complete(),
    }),
  );

type HttpFetch = NonNullable<HTTPBatchLinkOptions<{ transformer: false; errorShape: object }>["fetch"]>;

/** Sends credentials along, and turns what is not the API's answer into an error that keeps the status. */
const send: HttpFetch = async (url, options) => {
  const response = await fetch(url, { ...options, credentials: "include" } as RequestInit);
  if (!(response.headers.get("Content-Type") ?? "").includes("json"))
    throw new UnexpectedAnswer(response.status);
  return response;
};

/** Reads are tried once more where the network or the server failed, never where the server said no. */
function worthRetrying(failures: number, error: unknown): boolean {
  const { status } = callFailure(error);
  return failures < 1 && (status === 0 || status >= 502);
}

/** The clients of one page: react-query's, tRPC's, and typed helpers over both for loaders and guards. */
export function createClients() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: worthRetrying, retryDelay: 400, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  const trpcClient = trpc.createClient({
    links: [
      // The overlay is off while a person is asked.
      confirmationLink,
      loadingLink,
      sessionLink,
      // A page that has been open since before the last sign-in carries a stale token; the refusal brings a new one.
      retryLink({
        retry: ({ error, attempts }) => attempts <= 1 && callFailure(error).code === "csrf_mismatch",
      }),
      httpBatchLink({
        url: "/trpc",
        maxItems: 10,
        maxURLLength: 2000,
        headers: ({ opList }) => callHeaders(document.cookie, opList.every(isBackground)),
        fetch: send,
      }),
    ],
  });
  return { queryClient, trpcClient, utils: createTRPCQueryUtils({ queryClient, client: trpcClient }) };
}
export type Clients = ReturnType<typeof createClients>;
