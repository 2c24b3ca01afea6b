import { QueryClient } from "@tanstack/react-query";
import { httpBatchLink, retryLink, type HTTPBatchLinkOptions, type TRPCLink } from "@trpc/client";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@wattle/api/router";
import { confirmationLink } from "./confirmation/confirmation-link.ts";
import { callFailure, UnexpectedAnswer } from "./failed-call.ts";
import { requestLabel } from "./request-labels.ts";
import { anotherLogin } from "./session/another-login.ts";
import { callHeaders } from "./session/call-headers.ts";
import { callRefused } from "./session/session-lost.ts";
import { trpc, type Clients } from "./trpc.ts";
import { beginLoading } from "./ui/loading-store.ts";

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

/**
 * Whether a refused call is made once more at once. A page that has been open since before the last sign-in carries a stale token,
 * and the refusal brings a new one; a visitor's page that learns who is logged in reads on, and never acts for them.
 */
function mayBeRepeated({ type }: { readonly type: string }, error: unknown): boolean {
  const { code } = callFailure(error);
  if (code === "another_login") return anotherLogin() && type === "query";
  return code === "csrf_mismatch";
}

/** Makes the clients of one page. */
export function createClients(): Clients {
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
      retryLink({ retry: ({ op, error, attempts }) => attempts <= 1 && mayBeRepeated(op, error) }),
      httpBatchLink({
        url: "/trpc",
        maxItems: 10,
        maxURLLength: 2000,
        headers: ({ opList }) =>
          callHeaders(document.cookie, {
            background: opList.every(isBackground),
            acts: opList.some(({ type }) => type === "mutation"),
          }),
        fetch: send,
      }),
    ],
  });
  return { queryClient, trpcClient, utils: createTRPCQueryUtils({ queryClient, client: trpcClient }) };
}
