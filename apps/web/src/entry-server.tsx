import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { BRAND_MARKS, DESCRIPTION_MARK, ORIGIN_MARK, YEAR_MARK } from "@wattle/contracts/brand-page";
import { COIN_MARKS } from "@wattle/contracts/coin-page";
import { LEGAL_MARKS } from "@wattle/contracts/legal-text";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import { BrandProvider } from "./brand/brand.tsx";
import { PageYearContext } from "./brand/page-year.ts";
import { pageDescription, pageTitle } from "./navigation/page-title.ts";
import { makeRouter } from "./router.tsx";
import { DashboardShell } from "./shell/dashboard-shell.tsx";
import { structuredData } from "./site/structured-data.ts";
import { DeskShell } from "./desk/frame/desk-shell.tsx";
import { createClients } from "./clients.ts";

/** One prerendered page, with the marks of `brand-page` in place of white-label values. */
export interface PrerenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  /** The deepest matched route: `/about-us`; `/$` for the not-found page. */
  readonly routeId: string;
  readonly background: string;
  readonly unlisted: boolean;
  /** Objects for search engines, each a data block of its own. */
  readonly structuredData: readonly object[];
}

const clientsAndRouter = (path: string, texts?: "own") => {
  const clients = createClients();
  const history = createMemoryHistory({ initialEntries: [path] });
  const legalText = () => Promise.resolve(texts === "own" ? LEGAL_MARKS : undefined);
  return {
    clients,
    router: makeRouter(clients, { history, legalText, coin: () => Promise.resolve(COIN_MARKS) }),
  };
};

/** Addresses with a page of their own, as the route tree has them: no parameters, no redirects. */
function addresses(): string[] {
  return Object.values(clientsAndRouter("/").router.routesById)
    .filter(
      (route) => route.options.component !== undefined && route.id !== "__root__" && route.id !== "/_staff",
    )
    .map((route) => (route.fullPath.length > 1 ? route.fullPath.replace(/\/$/, "") : route.fullPath))
    .filter((path) => !path.includes("$") && path !== "/dashboard");
}

/** Account pages that no one sees without an account in that state. */
const GUARDED: ReadonlySet<string> = new Set([
  "/access-denied",
  "/authorize",
  "/email-not-verify",
  "/user-information",
]);
/** The desk, but for where staff join and log in. */
const isForStaff = (path: string): boolean => /^\/teamaccess(?!\/(?:invitation|login)$)/.test(path);
const isShell = (path: string): boolean =>
  path.startsWith("/dashboard/") || path.startsWith("/dev/") || GUARDED.has(path) || isForStaff(path);

/** Pages that anyone may open: the site's and those for signing in. */
export const publicPaths = (): string[] => addresses().filter((path) => !isShell(path));

/** Addresses that are served as shells: the dashboard's screens, guarded account pages, and those of a demo. */
export const shellPaths = (): string[] => addresses().filter(isShell);

/**
 * Renders the page at `path` as a guest sees it before any data has come.
 * @param texts `own` for a legal page with marks in place of the product's text
 */
export async function renderPage(path: string, texts?: "own"): Promise<PrerenderedPage> {
  const { clients, router } = clientsAndRouter(path, texts);
  await router.load();
  const html = renderToString(
    <PageYearContext value={YEAR_MARK}>
      <App brand={BRAND_MARKS} clients={clients} router={router} />
    </PageYearContext>,
  );
  const { matches } = router.state;
  const last = matches.at(-1)?.staticData;
  return {
    html,
    title: pageTitle(matches, BRAND_MARKS.name),
    description: pageDescription(matches, DESCRIPTION_MARK),
    routeId: matches.at(-1)?.routeId ?? "__root__",
    background:
      matches.findLast((match) => match.staticData.background !== undefined)?.staticData.background ??
      "canvas",
    unlisted: last?.unlisted === true,
    structuredData: structuredData(path, { brand: BRAND_MARKS, origin: ORIGIN_MARK }),
  };
}

/** A page whose content only code can draw. */
export interface Shell {
  /** Content until the code has come: the frame of the dashboard or the desk; nothing elsewhere. */
  readonly html: string;
  /** The routes that it is made of, outermost first. */
  readonly routeIds: readonly string[];
}

/** Draws the shell of the page at `path`: the same for everyone, so that nothing in it is anyone's own. */
export function renderShell(path: string): Shell {
  const { router } = clientsAndRouter(path);
  const matches = router.matchRoutes(router.latestLocation);
  const routeIds = matches.map(({ routeId }) => routeId);
  const { heading, title = "" } =
    matches.findLast(({ staticData }) => staticData.name !== undefined)?.staticData ?? {};
  const shown = heading ?? title;
  let shell = <DashboardShell heading={shown === "" ? undefined : shown} />;
  if (routeIds.includes("/_staff")) shell = <DeskShell heading={shown} />;
  else if (!routeIds.includes("/dashboard")) return { html: "", routeIds };
  return {
    html: renderToString(
      <BrandProvider brand={BRAND_MARKS}>
        <RouterContextProvider router={router}>{shell}</RouterContextProvider>
      </BrandProvider>,
    ),
    routeIds,
  };
}
