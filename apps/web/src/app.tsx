import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { Brand } from "@wattle/contracts/brand";
import { createContext, startTransition, useEffect, useState } from "react";
import { BrandProvider } from "./brand/brand.tsx";
import type { AppRouterInstance } from "./router.tsx";
import { trpc, type Clients } from "./trpc.ts";

interface AppProps {
  readonly brand: Brand;
  readonly clients: Clients;
  readonly router: AppRouterInstance;
  /** Called once, when all of the page is React's. */
  readonly onReady?: (() => void) | undefined;
}

/**
 * Whether all of the page has been hydrated. React leaves parts of a page (suspense boundaries) to hydrate later; a
 * context that changes over such a part makes it hydrate before the change is committed, so once this is true
 * there is none left.
 */
const HydratedContext = createContext(false);

/** The moment from which all of the page answers, as a mark of the User Timing API. */
const READY = "ready";

/** The whole product, in a browser as in prerendering. */
export function App({ brand, clients, router, onReady }: AppProps) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => {
    startTransition(() => setHydrated(true));
  }, []);
  useEffect(() => {
    if (!hydrated) return;
    // Browsers' tools and Lighthouse show it among the page's timings.
    performance.mark(READY);
    onReady?.();
  }, [hydrated, onReady]);
  return (
    <HydratedContext value={hydrated}>
      <BrandProvider brand={brand}>
        <trpc.Provider client={clients.trpcClient} queryClient={clients.queryClient}>
          <QueryClientProvider client={clients.queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </trpc.Provider>
      </BrandProvider>
    </HydratedContext>
  );
}
