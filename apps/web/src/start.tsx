import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { readBrand } from "./brand/brand.tsx";
import type { EarlyActions } from "./navigation/before-hydration.ts";
import { fetchCoin } from "./site/coins/fetch-coin.ts";
import { fetchLegalText } from "./site/legal/fetch-legal-text.ts";
import { makeRouter, type AppRouterInstance } from "./router.tsx";
import { createClients } from "./clients.ts";

/** Lets the browser answer a touch or a key between two pieces of work. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * Loads the page while its shell is shown: it goes when there is something to take its place. A guard that leads elsewhere
 * changes the address, which the router's own components would follow if they were there already.
 */
async function loadBehindShell(router: AppRouterInstance): Promise<void> {
  const stop = router.history.subscribe(() => void router.load());
  await router.load();
  stop();
}

/**
 * Starts the product in `root`: hydrates a prerendered page, draws the page in the place of a shell.
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
    if (root.firstElementChild !== null) await loadBehindShell(router);
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
