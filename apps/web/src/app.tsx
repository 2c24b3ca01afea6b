import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { Brand } from "@wattle/contracts/brand";
import { useEffect, useRef } from "react";
import { BrandProvider } from "./brand/brand.tsx";
import type { AppRouterInstance } from "./router.tsx";
import { trpc, type Clients } from "./trpc.ts";

interface AppProps {
  readonly brand: Brand;
  readonly clients: Clients;
  readonly router: AppRouterInstance;
  /** Called once, after the first rendering. */
  readonly onReady?: (() => void) | undefined;
}

/** The whole product, in a browser as in prerendering. */
export function App({ brand, clients, router, onReady }: AppProps) {
  const ready = useRef(onReady);
  useEffect(() => {
    ready.current?.();
    ready.current = undefined;
  }, []);
  return (
    <BrandProvider brand={brand}>
      <trpc.Provider client={clients.trpcClient} queryClient={clients.queryClient}>
        <QueryClientProvider client={clients.queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </trpc.Provider>
    </BrandProvider>
  );
}
