import type { HedgedCurrency, HedgingStatus, VenueOrderRecord } from "@wattle/contracts/hedging";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { HedgingPage } from "./hedging-page.tsx";

afterEach(() => setSession(null));

const BITCOIN: HedgedCurrency = {
  currency: "BTC",
  owed: "3.00000000",
  held: "2.10000000",
  at_venues: "0.62000000",
  on_order: "0.12000000",
  position: "-0.28000000",
  worth: "-42973.80",
  target: "0.00000000",
  band: "0.50000000",
  on: true,
  reason: null,
  failing_since: null,
  policy: null,
  used_hour: "0.00",
  used_day: "0.00",
};

const STATUS: HedgingStatus = {
  home_currency: "AUD",
  currencies: [BITCOIN],
  venues: [
    {
      venue: "kraken",
      state: "ok",
      reason: null,
      balances: { AUD: "61240.18", BTC: "0.62000000" },
      books: { AUD: "61240.18", BTC: "0.61000000" },
      difference: { AUD: "0.00", BTC: "0.01000000" },
      unbooked: [],
      others: { XXDG: "7.0" },
      checked_at: "2026-11-27T09:00:00.000Z",
    },
  ],
};

const UNKNOWN: VenueOrderRecord = {
  id: "o1",
  venue: "kraken",
  side: "buy",
  currency: "BTC",
  in: "AUD",
  amount: "0.12000000",
  limit: "153631.32",
  filled: "0",
  cost: "0",
  fee: "0",
  status: "unknown",
  client_id: "w-7f31c2",
  venue_id: null,
  reason: "No answer came.",
  created_at: "2026-11-27T09:00:00.000Z",
  unknown_since: "2026-11-27T09:00:00.000Z",
  lookups: 14,
  resolvable_at: "2999-01-01T00:00:00.000Z",
  by: "policy",
};

function Page() {
  useKeyboard();
  return <HedgingPage />;
}

async function show(status: HedgingStatus = STATUS, orders: readonly VenueOrderRecord[] = [UNKNOWN]) {
  setSession(staffOf("finance"));
  const api = standInApi({
    "ops.hedging.status": () => status,
    "ops.hedging.orders": () => ({ data: orders, next: null }),
    "ops.hedging.profit": () => ({ home_currency: "AUD", days: [], total: "0.00" }),
  });
  await renderScreen(<Page />, "/teamaccess/hedging");
  return Object.assign(within(await screen.findByRole("region", { name: "BTC" })), { api });
}

test("a coin has its position, and the venue its balances against the books", async () => {
  const bitcoin = await show();
  expect(bitcoin.getByText("Short 0.28 BTC")).toBeDefined();
  expect(bitcoin.getByText("On, in its band")).toBeDefined();
  const venue = within(screen.getByRole("region", { name: "Kraken" }));
  expect(venue.getByText("0.01000000 BTC")).toBeDefined();
});

test("what the venue lacks can be booked as its fee, and another coin is stated", async () => {
  const [venue] = STATUS.venues;
  if (venue === undefined) throw new Error("no venue");
  const difference = { AUD: "-2.50", BTC: "0.00000000" };
  await show({ ...STATUS, venues: [{ ...venue, difference }] });
  expect(screen.getByText(/The venue has 7\.0 XXDG, too\./)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /Book a fee in AUD/ }));
  expect((await screen.findByLabelText<HTMLInputElement>("Fee")).value).toBe("2.50");
});

test("an unknown order says that it is not sent again, and is closed until its time", async () => {
  await show();
  expect(await screen.findByText(/Buy 0\.12000000 BTC: no answer came\./)).toBeDefined();
  expect(screen.getByText(/Two people may resolve it from/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /Resolve the order/ })).toBeNull();
});

test("one whose time is over can be resolved", async () => {
  await show(STATUS, [{ ...UNKNOWN, resolvable_at: "1970-01-01T00:00:00.000Z" }]);
  fireEvent.click(await screen.findByRole("button", { name: /Resolve the order/ }));
  // Nothing is chosen for the person who looks.
  expect((await screen.findByLabelText<HTMLSelectElement>("Outcome")).value).toBe("");
});

test("without a venue it says so, and a dry run sends nothing", async () => {
  const bitcoin = await show({ ...STATUS, venues: [], currencies: [{ ...BITCOIN, on: "dry" }] }, []);
  expect(screen.getByText("Dry run, nothing is sent")).toBeDefined();
  expect(bitcoin.queryByText(/Dry run/)).toBeNull();
  expect(screen.getByText("No venue is set: VENUES is empty.")).toBeDefined();
});

const POLICY: HedgedCurrency["policy"] = {
  currency: "BTC",
  on: true,
  target: "0.00000000",
  band: "0.50000000",
  order_min: "0.01000000",
  order_max: "0.40000000",
  max_slippage_bp: 30,
  max_per_hour: "1000.00",
  max_per_day: "2000.00",
};

test.each([
  ["-0.28000000", "Position −0.28000000 BTC, in its band"],
  ["0.50000001", "Position 0.50000001 BTC, outside its band"],
])("a position of %s is drawn in its band", async (position, label) => {
  const bitcoin = await show({ ...STATUS, currencies: [{ ...BITCOIN, position, policy: POLICY }] });
  const [band, dot] = ["line[data-band]", "circle"].map((part) =>
    bitcoin.getByRole("img", { name: label }).querySelector(part),
  );
  const percentOf = (part: Element | null | undefined, name: string): number =>
    Number.parseFloat(part?.getAttribute(name) ?? "");
  const at = percentOf(dot, "cx");
  // One a hair outside is drawn at the band's edge.
  expect([at >= percentOf(band, "x1"), at <= percentOf(band, "x2")]).toEqual([true, true]);
});

test("orders of one state are shown", async () => {
  const { api } = await show();
  fireEvent.change(await screen.findByLabelText("Show"), { target: { value: "filled" } });
  await waitFor(() => expect(api.inputs("ops.hedging.orders")).toContainEqual({ status: "filled" }));
});
