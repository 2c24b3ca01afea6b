import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive } from "../../testing/live-desk.tsx";
import { Refusal, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { everyDay, lastDays } from "../parts/period.ts";
import { ReportsPage } from "./reports-page.tsx";

const saved = vi.hoisted(() => vi.fn<(...file: readonly string[]) => void>());
vi.mock("../../ui/save-file.ts", () => ({ saveFile: saved }));
beforeEach(() => setSession(staffOf("finance")));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  setSession(null);
});

const DAYS = { from: "2026-11-20", to: "2026-11-22" };
const HEAD = { ...DAYS, timezone: "Australia/Sydney" };
const IN_ADDRESS = "from=2026-11-20&to=2026-11-22";
const fee = (
  date: string,
  fees: string,
  currency: string,
  worth: string,
  fiat: string,
  gst: string | null,
) => ({
  date,
  currency,
  fiat,
  exchanges: 1,
  fees,
  worth,
  gst,
});
const FEES: Answerer = () => ({
  ...HEAD,
  rows: [
    fee("2026-11-20", "90071992547409.93", "AUD", "90071992547409.93", "AUD", "0.10"),
    fee("2026-11-20", "0.00010000", "BTC", "15.02", "AUD", "1.37"),
    fee("2026-11-22", "100.00", "NGN", "100.00", "NGN", null),
  ],
  csv: "",
});

function Page() {
  useKeyboard();
  return <ReportsPage />;
}
const show = (address: string, answers: Readonly<Record<string, Answerer>>) =>
  renderLive(<Page />, answers, { at: `/teamaccess/reports?${address}` });

test("days of a report, both ends in them", () => {
  expect(lastDays(7, "2026-03-02")).toEqual({ from: "2026-02-24", to: "2026-03-02" });
  expect(everyDay({ from: "2024-02-28", to: "2024-03-01" })).toEqual([
    "2024-02-28",
    "2024-02-29",
    "2024-03-01",
  ]);
});

describe("fees", () => {
  test("are added up exactly, by day for the chart, in the currency that is chosen", async () => {
    const page = await show(IN_ADDRESS, { "ops.reports.fees": FEES });
    expect(await screen.findByText("90,071,992,547,424.95 AUD")).toBeDefined();
    expect(screen.getByText("GST in them").nextElementSibling?.textContent).toBe("1.47 AUD");
    expect(page.api.inputs("ops.reports.fees")).toEqual([DAYS]);
    const line = screen.getByRole("slider", { name: "Fees per day in AUD" });
    expect(line.getAttribute("aria-valuetext")).toBe("22 Nov 2026: 0.00 AUD");
    line.focus();
    await userEvent.keyboard("{Home}");
    expect(line.getAttribute("aria-valuetext")).toBe("20 Nov 2026: 90,071,992,547,424.95 AUD");
    await userEvent.selectOptions(screen.getByLabelText("Currency"), "NGN");
    expect(await screen.findByRole("slider", { name: "Fees per day in NGN" })).toBeDefined();
    expect(screen.queryByText(/GST in them/)).toBeNull();
  });

  test("have a row for each currency they were taken in, and a total of what they are worth", async () => {
    await show(IN_ADDRESS, { "ops.reports.fees": FEES });
    await screen.findByRole("table");
    const texts = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(texts).toEqual([
      "DayExchangesFeesTaken inWorth, AUDGST in it, AUD",
      // Decimal points are aligned: shorter numbers are padded.
      "20 Nov 2026190,071,992,547,409.93000000AUD90,071,992,547,409.930.10",
      "20 Nov 202610.00010000BTC15.021.37",
      "Total290,071,992,547,424.951.47",
    ]);
    // The list has the days of the chart.
    expect(screen.queryByRole("button", { name: "Show as table" })).toBeNull();
  });

  test("are read once for the days that are asked for, whatever others do", async () => {
    const page = await show(IN_ADDRESS, { "ops.reports.fees": FEES });
    await screen.findByRole("table");
    await page.act({});
    await page.act({});
    await userEvent.keyboard("w");
    await waitFor(() => expect(page.api.inputs("ops.reports.fees")).toHaveLength(2));
    const [first, second] = page.api.inputs("ops.reports.fees") as { from: string; to: string }[];
    expect(first).toEqual(DAYS);
    expect(everyDay(second ?? DAYS)).toHaveLength(7);
  });

  test("of no days say so, and days that are none are not asked for", async () => {
    const page = await show(IN_ADDRESS, { "ops.reports.fees": () => ({ ...HEAD, rows: [], csv: "" }) });
    expect(await screen.findByText("No fees in this period")).toBeDefined();
    const field = screen.getByLabelText("First day");
    await userEvent.clear(field);
    await userEvent.type(field, "2026-11-31x{Enter}");
    expect(await screen.findByText("Enter a date like 2026-11-22")).toBeDefined();
    await userEvent.clear(field);
    await userEvent.type(field, "2026-12-01{Enter}");
    expect(await screen.findByText("The last day is before the first")).toBeDefined();
    expect(page.api.inputs("ops.reports.fees")).toEqual([DAYS]);
  });
});

test("volume is of each pair, the busiest first, with the chart of the one that is open", async () => {
  const row = (date: string, from: string, given: string, to: string, got: string, exchanges: number) => ({
    date,
    given,
    given_currency: from,
    got,
    got_currency: to,
    exchanges,
  });
  await show(`${IN_ADDRESS}&view=volume`, {
    "ops.reports.volume": () => ({
      ...HEAD,
      rows: [
        row("2026-11-20", "AUD", "100.10", "BTC", "0.00100000", 1),
        row("2026-11-20", "BTC", "0.10000000", "AUD", "15000.01", 2),
        row("2026-11-22", "BTC", "0.00000001", "AUD", "0.02", 3),
      ],
      csv: "each day",
    }),
  });
  const table = await screen.findByRole("table", { name: "Volume per pair" });
  expect(
    within(table)
      .getAllByRole("row")
      .map(({ textContent }) => textContent)
      .slice(1),
  ).toEqual(["BTC to AUD50.10000001 BTC15,000.03 AUD", "AUD to BTC1100.10 AUD0.00100000 BTC"]);
  const line = screen.getByRole("slider", { name: "Volume per day of BTC to AUD" });
  expect(line.getAttribute("aria-valuetext")).toBe("22 Nov 2026: 0.02 AUD");
  await userEvent.keyboard("j{Enter}");
  expect(await screen.findByRole("slider", { name: "Volume per day of AUD to BTC" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Download CSV of each day" }));
  expect(saved).toHaveBeenCalledWith("volume-per-day.csv", "each day", expect.any(String));
});

test("more days than a chart has are refused, and said", async () => {
  await show("from=2020-01-01&to=2026-11-22&view=signups", {
    "ops.reports.signUps": () => {
      throw new Refusal("validation_failed", { from: ["At most 366 days"] });
    },
  });
  expect(await screen.findByText("At most 366 days")).toBeDefined();
});

test("sign-ups are counted, and days without any are said", async () => {
  const page = await show(`${IN_ADDRESS}&view=signups`, {
    "ops.reports.signUps": () => ({
      ...HEAD,
      rows: [
        { date: "2026-11-20", sign_ups: 2, verified: 1 },
        { date: "2026-11-21", sign_ups: 0, verified: 0 },
        { date: "2026-11-22", sign_ups: 1, verified: 0 },
      ],
      csv: "",
    }),
  });
  const verified = await screen.findByText("Verified so far", { selector: "dt" });
  expect(verified.nextElementSibling?.textContent).toBe("1");
  expect(screen.getByText("3", { selector: "dd" })).toBeDefined();
  expect(screen.getByRole("slider", { name: "Sign-ups per day" }).getAttribute("aria-valuetext")).toBe(
    "22 Nov 2026: 1 sign-up",
  );
  page.api.answer("ops.reports.signUps", () => ({
    ...HEAD,
    rows: [{ date: "2026-11-16", sign_ups: 0, verified: 0 }],
    csv: "",
  }));
  await userEvent.keyboard("w");
  expect(await screen.findByText("No sign-ups in this period")).toBeDefined();
});

test("all trades are one file, whatever page shows", async () => {
  const trade = { ...HEAD, rows: [], csv: "" };
  const page = await show(`${IN_ADDRESS}&view=trades&after=1.x`, {
    "ops.reports.trades": (input) => {
      const { after, limit } = input as { after?: string; limit: number };
      if (limit === 100) return { ...trade, next: "2.y" };
      return after === undefined
        ? { ...trade, csv: "head,1\r\n", next: "2.y" }
        : { ...trade, csv: "2\r\n", next: null };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Download all trades" }));
  await waitFor(() =>
    expect(saved).toHaveBeenCalledWith(
      "trades-2026-11-20-2026-11-22.csv",
      "head,1\r\n2\r\n",
      expect.any(String),
    ),
  );
  expect(page.api.inputs("ops.reports.trades").slice(1)).toEqual([
    { ...DAYS, limit: 5000 },
    { ...DAYS, limit: 5000, after: "2.y" },
  ]);
});
