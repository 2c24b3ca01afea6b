import type { QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createTRPCReact, type createTRPCQueryUtils } from "@trpc/react-query";
import type { AppRouter } from "@wattle/api/router";

export const trpc = createTRPCReact<AppRouter>();

/** For a read whose place on the screen shows by itself that it is waited for: it never covers the page. */
export const SHOWN_IN_PLACE = { trpc: { context: { background: true } } } as const;

/** The clients of one page: react-query's, tRPC's, and typed helpers over both for loaders and guards. */
export interface Clients {
  readonly queryClient: QueryClient;
  readonly trpcClient: TRPCClient<AppRouter>;
  readonly utils: ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
}
