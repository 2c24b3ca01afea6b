import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { Brand } from "@wattle/contracts/brand";
import { BrandProvider } from "./brand/brand.tsx";
import type { AppRouterInstance } from "./router.tsx";
import { trpc, type Clients } from "./trpc.ts";

interface AppProps {
  readonly brand: Brand;
  readonly clients: Clients;
  readonly router: AppRouterInstance;
}

/** The whole product, in a browser as in prerendering. */
export function App({ brand, clients, router }: AppProps) {
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
