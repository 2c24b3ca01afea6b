import { createMemoryHistory } from "@tanstack/react-router";
import { BRAND_MARKS, YEAR_MARK } from "@wattle/contracts/brand-page";
import { renderToString } from "react-dom/server";
import { App } from "./app.tsx";
import { PageYearContext } from "./brand/page-year.ts";
import { pageTitle } from "./navigation/page-title.ts";
import { makeRouter } from "./router.tsx";
import { createClients } from "./trpc.ts";

/** One prerendered page, with the marks of `brand-page` in place of white-label values. */
export interface PrerenderedPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  readonly routeName: string | undefined;
  readonly background: string;
  readonly unlisted: boolean;
}

/** Renders the page at `path` as a guest sees it before any data has come. */
export async function renderPage(path: string): Promise<PrerenderedPage> {
  const clients = createClients();
  const router = makeRouter(clients, createMemoryHistory({ initialEntries: [path] }));
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
    description: last?.description ?? BRAND_MARKS.regulatorLine,
    routeName: last?.name,
    background:
      matches.findLast((match) => match.staticData.background !== undefined)?.staticData.background ??
      "canvas",
    unlisted: last?.unlisted === true,
  };
}
