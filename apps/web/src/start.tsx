import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { readBrand } from "./brand/brand.tsx";
import type { EarlyActions } from "./navigation/before-hydration.ts";
import { fetchCoin } from "./site/coins/fetch-coin.ts";
import { fetchLegalText } from "./site/legal/fetch-legal-text.ts";
import { makeRouter } from "./router.tsx";
import { createClients } from "./trpc.ts";

/** Lets the browser answer a touch or a key between two pieces of work. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Starts the product in `root`: hydrates a prerendered page, draws an empty shell.
 * @param early what was done before this code came; given for prerendered pages only
 */
export async function startApp(root: HTMLElement, early: EarlyActions | undefined): Promise<void> {
  if (early !== undefined) await breath();
  const clients = createClients();
  const router = makeRouter(clients, { legalText: fetchLegalText, coin: fetchCoin });
  const app = (onReady?: () => void) => (
    <StrictMode>
      <App brand={readBrand(document)} clients={clients} router={router} onReady={onReady} />
    </StrictMode>
  );
  if (early === undefined) {
    createRoot(root).render(app());
    return;
  }
  // The route's chunk must be there before the first render, or React would drop the prerendered page.
  await breath();
  await router.load();
  router.ssr = { manifest: undefined };
  await breath();
  // As a transition, hydration is cut into slices of a few milliseconds.
  startTransition(() => {
    hydrateRoot(root, app(early.replay), {
      onRecoverableError: (error) => console.error("hydration", error),
    });
  });
}
