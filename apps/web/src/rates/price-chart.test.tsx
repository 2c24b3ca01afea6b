import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PortfolioTrades } from "@wattle/contracts/portfolio";
import type { PriceChart as Line } from "@wattle/contracts/rates";
import { describe, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { PriceChart, type PriceChartProps } from "./price-chart.tsx";

const at = (minute: number): string => `2026-01-31T09:${String(minute).padStart(2, "0")}:00.000Z`;
const LINE: Line = {
  symbol: "BTC",
  in: "AUD",
  range: "30d",
  step: 60_000,
  points: [
    { at: at(30), rate: "150000" },
    { at: at(31), rate: null },
    { at: at(32), rate: "152000.5" },
    { at: at(33), rate: "151000" },
  ],
};
const trade = (minute: number, kind: "buy" | "sell" = "buy", amount = "0.10000000") => ({
  at: at(minute),
  kind,
  amount,
  money: { amount: "1300.00", currency: "AUD" },
});

async function show(props: Partial<PriceChartProps> = {}, trades: PortfolioTrades["trades"] = []) {
  const api = standInApi({
    "rates.list": () => [{ symbol: "BTC", rate: "151000", change_24h: "-0.38" }],
    "rates.chart": (input) => ({ ...LINE, ...(input as object) }),
    "portfolio.trades": (input) => ({ ...(input as object), trades }),
  });
  await renderScreen(<PriceChart coin="BTC" fiat="AUD" {...props} />);
  return api;
}
const chart = () => screen.findByRole("slider", { name: "Price of Bitcoin" });

describe("a coin's chart", () => {
  test("says the price of now and its change", async () => {
    await show();
    expect(await screen.findByText("151,000.00")).toBeDefined();
    expect(screen.getByText(/^−0\.38%/)).toBeDefined();
    expect((await chart()).ariaValueText).toMatch(/: 151,000\.00 AUD$/);
  });

  test("a finger that is lifted leaves its value to be read; a pointer that goes takes it along", async () => {
    await show();
    const slider = await chart();
    vi.spyOn(slider, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 100));
    const at = (pointerType: string) => ({ pointerType, clientX: 0, bubbles: true });
    fireEvent(slider, new PointerEvent("pointerdown", at("touch")));
    fireEvent(slider, new PointerEvent("pointerout", at("touch")));
    expect(slider.getAttribute("aria-valuenow")).toBe("0");
    fireEvent.blur(slider);
    expect(slider.getAttribute("aria-valuenow")).not.toBe("0");
    fireEvent(slider, new PointerEvent("pointermove", at("mouse")));
    expect(slider.getAttribute("aria-valuenow")).toBe("0");
    fireEvent(slider, new PointerEvent("pointerout", at("mouse")));
    expect(slider.getAttribute("aria-valuenow")).not.toBe("0");
  });

  test("keys move along it, over what is missing, and say own trades", async () => {
    await show({ own: true }, [trade(30), trade(31, "sell"), trade(32, "buy", "0.20000000")]);
    const slider = await chart();
    slider.focus();
    await userEvent.keyboard("{End}{ArrowLeft}");
    expect(slider.ariaValueText).toMatch(/: 152,000\.50 AUD, You bought 0\.20000000 BTC for 1,300\.00 AUD$/);
    // At a time without a price a trade is marked at the nearest point that has one.
    await userEvent.keyboard("{ArrowLeft}");
    expect(slider.ariaValueText).toMatch(
      /: 150,000\.00 AUD, You bought 0\.\d{8} BTC for 1,300\.00 AUD, You sold 0\.\d{8} BTC for 1,300\.00 AUD$/,
    );
    await userEvent.keyboard("{Escape}");
    expect(slider.ariaValueText).toMatch(/: 151,000\.00 AUD$/);
    expect(slider.querySelectorAll("[data-mark=buy]")).toHaveLength(2);
    expect(slider.querySelectorAll("[data-mark=sell]")).toHaveLength(1);
  });

  test("many trades at one point are counted", async () => {
    await show(
      { own: true },
      [1, 2, 3, 4, 5].map((n) => trade(33, "buy", `0.${n}0000000`)),
    );
    const slider = await chart();
    slider.focus();
    await userEvent.keyboard("{End}");
    expect(slider.ariaValueText).toMatch(/: 151,000\.00 AUD, 5 buys, 6,500\.00 AUD$/);
    expect(slider.querySelector("[data-mark=buy]")?.textContent).toBe("5");
  });

  test("the table has every point, newest first, with own trades", async () => {
    await show({ own: true }, [trade(32)]);
    await chart();
    await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
    const rows = within(screen.getByRole("region", { name: "Price of Bitcoin" })).getAllByRole("row");
    expect(rows.slice(1).map((row) => within(row).getAllByRole("cell")[1]?.textContent)).toEqual([
      "151,000.00 AUD",
      "152,000.50 AUD",
      "No price",
      "150,000.00 AUD",
    ]);
    expect(rows[2]?.textContent).toContain("You bought 0.10000000 BTC for 1,300.00 AUD");
  });

  test.each([
    ["near, so that the chart grows to show it", "165000.001", 1],
    ["so far away that the line would be flat", "5000000", 0],
  ])("a price that is waited for is %s", async (_where, price, lines) => {
    await show({ averageCost: "150500.25", wanted: { direction: "above", price } });
    await chart();
    expect(screen.queryAllByText("Alert above")).toHaveLength(lines);
    expect(screen.queryByText("Average cost")).toBeNull();
  });

  test.each([
    ["within it", "150500.25", 1],
    ["below it", "90000.00", 0],
  ])("the average cost is a line where it is %s", async (_where, averageCost, lines) => {
    await show({ averageCost });
    await chart();
    expect(screen.queryAllByText("Average cost")).toHaveLength(lines);
  });

  test("asks for the range that is chosen, and remembers it", async () => {
    const api = await show();
    await chart();
    await userEvent.click(screen.getByRole("button", { name: "1Y" }));
    expect(api.inputs("rates.chart")).toEqual([
      { symbol: "BTC", in: "AUD", range: "30d" },
      { symbol: "BTC", in: "AUD", range: "1y" },
    ]);
    expect(localStorage.getItem("priceRange")).toContain("1y");
  });

  test("a guest is not asked about own trades", async () => {
    const api = await show();
    await chart();
    expect(api.inputs("portfolio.trades")).toEqual([]);
  });

  test("without prices it says so; a failure can be tried again", async () => {
    const api = await show();
    api.answer("rates.chart", () => {
      throw new Refusal("server_error");
    });
    await userEvent.click(await screen.findByRole("button", { name: "7D" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    api.answer("rates.chart", () => ({ ...LINE, points: [] }));
    await userEvent.click(again);
    expect(await screen.findByText("No prices have been recorded yet.")).toBeDefined();
  });
});
