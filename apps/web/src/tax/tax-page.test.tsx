import type { CoinsFromOutside, TaxReportAnswer } from "@wattle/contracts/tax";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { TaxPage } from "./tax-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

const YEAR = { year: 2026, from: "2025-07-01", to: "2026-06-30", is_complete: true } as const;
const SUMS = { gains: "10.00", losses: "0.00", discountable_gains: "0.00" };
const ARRIVAL: CoinsFromOutside = {
  transaction_id: "arrival",
  currency: "BTC",
  units: "0.10000000",
  received_on: "2025-08-01",
  acquired_on: "2025-08-01",
  cost: "9000.00",
  basis: "market",
  editable: true,
};
const REPORT: TaxReportAnswer = {
  ...YEAR,
  method: "fifo",
  timezone: "Australia/Sydney",
  home: "AUD",
  disposals: [
    {
      transaction_id: "sent",
      currency: "BTC",
      units: "0.01000000",
      disposed_on: "2025-09-01",
      proceeds: "910.00",
      parcels: [
        { acquired_on: null, units: "0.01000000", cost: "0.00", gain: "910.00", discountable: false },
      ],
    },
  ],
  not_sold: [{ transaction_id: "sent", way: "sent" }],
  totals: { ...SUMS, proceeds: "910.00", cost: "0.00", fees: "0.00" },
  held: [{ currency: "BTC", units: "0.10000000", cost: "9000.00" }],
  in_own_wallets: [{ currency: "BTC", units: "0.04000000" }],
  from_outside: [ARRIVAL],
  kept: null,
  downloaded: null,
};

async function show(from_outside: readonly CoinsFromOutside[]) {
  const api = standInApi({
    "tax.years": () => ({ years: [YEAR] }),
    "tax.report": () => ({ ...REPORT, from_outside }),
    "tax.methods": () => ({
      home: "AUD",
      methods: (["fifo", "lifo", "hifo"] as const).map((method) => ({ method, ...SUMS })),
    }),
    "tax.pdf": () => ({ filename: "tax-report-2026.pdf", content: "JVBERi0=" }),
  });
  await renderScreen(<TaxPage search={{}} onSearch={vi.fn<() => void>()} />, "/dashboard/tax");
  await screen.findByRole("button", { name: "Download PDF" });
  return api;
}

test("the year's figure is its gains less its losses", async () => {
  const totals = { ...REPORT.totals, gains: "10.00", losses: "25.50" };
  const api = await show([]);
  expect(screen.getByText("Net capital gain").parentElement?.textContent).toContain("+10.00 AUD");
  cleanup();
  api.answer("tax.report", () => ({ ...REPORT, is_complete: false, totals }));
  await renderScreen(<TaxPage search={{}} onSearch={vi.fn<() => void>()} />, "/dashboard/tax");
  const net = await screen.findByText("Net capital loss, so far");
  expect(net.parentElement?.textContent).toContain("−15.50 AUD");
  expect(screen.getByText("Losses").parentElement?.textContent).toContain("−25.50 AUD");
});

test("a download that would fix costs which were not entered asks first", async () => {
  const api = await show([ARRIVAL]);
  await userEvent.click(screen.getByRole("button", { name: "Download PDF" }));
  const dialog = await screen.findByRole("dialog", { name: "Your costs are fixed by the download" });
  expect(within(dialog).getByText(/what you paid for 1 arrival of coins/)).toBeDefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Enter costs first" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.inputs("tax.pdf")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Download PDF" }));
  await userEvent.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Download PDF" }),
  );
  await waitFor(() => expect(api.inputs("tax.pdf")).toEqual([{ year: 2026, method: "fifo" }]));
});

test("with costs entered or fixed, a download starts at once", async () => {
  const api = await show([
    { ...ARRIVAL, basis: "stated" },
    { ...ARRIVAL, transaction_id: "old", editable: false },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Download PDF" }));
  await waitFor(() => expect(api.inputs("tax.pdf")).toEqual([{ year: 2026, method: "fifo" }]));
});

test("what was no sale, what was never acquired here and what is in own wallets is said", async () => {
  await show([{ ...ARRIVAL, basis: "own" }]);
  expect(await screen.findByText("sent to another person, at market value")).toBeDefined();
  expect(screen.getByText(/more was sold than was ever acquired here/)).toBeDefined();
  expect(screen.getByText(/Of which in your own wallets: 0\.04/)).toBeDefined();
  expect(screen.getByText("Your own coins come back")).toBeDefined();
});
