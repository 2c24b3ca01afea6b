import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { leave } from "../session/session-lost.ts";
import { setSession } from "../session/session-store.ts";
import { createClients } from "../clients.ts";
import { trpc } from "../trpc.ts";
import { Alerts } from "../ui/alerts.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { ExchangeScreen } from "../exchange/exchange-screen.tsx";
import { HomeExchange } from "../exchange/home-exchange.tsx";
import { PriceStrip } from "../rates/price-strip.tsx";
import { RateCards } from "../rates/rate-cards.tsx";
import { RatesTable } from "../rates/rates-table.tsx";
import { heldRateAnswer, ISSUED_AT } from "./held-rates.ts";
import { standInApi, type Answerer, type StandInApi } from "./stand-in-api.ts";
import { userOf } from "./users.ts";

const BALANCES = { AUD: "250000.00", BTC: "2.50000000", ETH: "0.00000000" };

interface AskedPair {
  readonly credit_currency: string;
  readonly debit_currency: string;
}
let rates = 0;

/** A new rate for whatever pair is asked, issued now; each has a hash of its own. */
export const newRate: Answerer = (input) => {
  const { credit_currency, debit_currency } = input as AskedPair;
  rates += 1;
  return heldRateAnswer(
    { credit: credit_currency, debit: debit_currency },
    {
      hash: `hash-${rates}`,
      issued_at: new Date(Date.now()).toISOString(),
      expires_at: new Date(Date.now() + 45_000).toISOString(),
    },
  );
};

interface Exchanged {
  readonly balance: { readonly credit: string; readonly credit_currency: string };
  readonly debit: string;
  readonly debit_currency: string;
}

/** The row of an executed exchange, as far as the screen reads it. */
const exchangedRow: Answerer = (input) => {
  const { balance, debit, debit_currency } = input as Exchanged;
  return {
    id: "done-1",
    ...balance,
    debit,
    debit_currency,
    rate: balance.credit_currency === "BTC" ? "150000" : "0.00000666666666666666666",
    fee: "1",
    fee_amount: "10.00",
    reference: "9ZVX-AJ7V-EKZY",
    created_at: new Date(Date.now()).toISOString(),
  };
};

export interface Visit {
  readonly api: StandInApi;
  readonly path: () => string;
  readonly leftTo: readonly string[];
  readonly unmount: () => void;
}

interface VisitOptions {
  readonly path: "/" | "/dashboard/currency-exchange";
  /** Country of the signed-in customer; a visitor without one. */
  readonly country?: string;
  readonly answers?: Readonly<Record<string, Answerer>>;
}

/** Opens a page that holds the exchange, as a visitor or a customer, and lets its first answers arrive. */
export async function visit({ path, country, answers = {} }: VisitOptions): Promise<Visit> {
  const session = country === undefined ? null : userOf(country);
  setSession(session);
  const leftTo: string[] = [];
  vi.spyOn(leave, "to").mockImplementation((target) => void leftTo.push(target));
  const api = standInApi({
    "sessions.current": () => session,
    "currencies.markets": () => FIRST_MARKETS,
    "balances.get": () => BALANCES,
    "quotes.getRate": newRate,
    "quotes.serverTime": () => ({ now: new Date(Date.now()).toISOString() }),
    "exchange.execute": exchangedRow,
    "rates.list": () => [],
    "rates.history": () => ({ symbol: "BTC", in: "AUD", points: [] }),
    ...answers,
  });
  const clients = createClients();
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Alerts />
      </>
    ),
  });
  const page = (at: string, content: ReactNode) =>
    createRoute({ getParentRoute: () => root, path: at, component: () => content });
  const router = createRouter({
    routeTree: root.addChildren([
      page(
        "/",
        <>
          <HomeExchange purchases={0} />
          <RatesTable />
          <RateCards />
          <PriceStrip />
        </>,
      ),
      page(
        "/dashboard/currency-exchange",
        <MantineFrame>
          <SiteLink to="/dashboard/currency-exchange">Buy/Sell Crypto-Currencies</SiteLink>
          <ExchangeScreen />
          <RatesTable />
        </MantineFrame>,
      ),
      page("/login", <p>The sign-in page</p>),
      page("/dashboard/transactions-history", <p>The history</p>),
      page("/dashboard/personal-information", <p>The overview</p>),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const { unmount } = render(
    <trpc.Provider client={clients.trpcClient} queryClient={clients.queryClient}>
      <QueryClientProvider client={clients.queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  await pass(50);
  return { api, path: () => router.state.location.pathname, leftTo, unmount };
}

/** Sets the clocks of a test: both begin at the moment the held rates are issued. */
export function freezeClocks(): void {
  vi.useFakeTimers({ now: ISSUED_AT });
}

/** Lets time pass, with all that happens in it. */
export async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

export const pay = (): HTMLInputElement => screen.getByLabelText("You pay");
export const get = (): HTMLInputElement => screen.getByLabelText("You get");
export const exchangeNow = (): HTMLButtonElement => screen.getByRole("button", { name: "Exchange Now!" });

/** Enters a field, replaces its text and, unless asked otherwise, lets the pause after an edit pass. */
export async function fill(field: HTMLInputElement, text: string, pause = 600): Promise<void> {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  await pass(pause);
  // Call at the end of the pause, and its answer.
  if (pause > 500) await pass(50);
}

export async function click(element: Element): Promise<void> {
  fireEvent.click(element);
  await pass(50);
}

export async function choose(label: string, code: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(label), { target: { value: code } });
  await pass(50);
}
