import type { RateCard } from "@wattle/contracts/rates";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { freezeClocks, pass, visit } from "../testing/exchange-pages.tsx";
import { ISSUED_AT } from "../testing/held-rates.ts";
import { later, Refusal } from "../testing/stand-in-api.ts";
import { displayTime } from "@wattle/exchange-core";

beforeEach(freezeClocks);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const TIMESTAMP = Math.floor(ISSUED_AT / 1000);
const card = (symbol: string, changes: Partial<RateCard> = {}): RateCard => ({
  symbol,
  rate: "150000.00",
  rate_with_fee: symbol === "BTC" ? "148500.00" : "4950.00",
  change_24h: symbol === "BTC" ? "1.24" : "-0.38",
  timestamp: TIMESTAMP,
  ...changes,
});
const home = (list: () => unknown, answers = {}) =>
  visit({ path: "/", answers: { "rates.list": list, ...answers } });
const cardOf = (name: string) => within(screen.getByRole("heading", { name }).closest("li") ?? document.body);

describe("rate cards", () => {
  test("show 'AUD: Loading...' and 'loading...' while fetching", async () => {
    await home(() => later().promise);
    expect(cardOf("Bitcoin").getByText("AUD: Loading...")).toBeDefined();
    expect(cardOf("Bitcoin").getByText("loading...")).toBeDefined();
    expect(cardOf("Bitcoin").getByText("24H")).toBeDefined();
  });
  test("then the rate with the fee and the last update time, quoted in AUD", async () => {
    await home(() => [card("BTC"), card("ETH")]);
    expect(cardOf("Bitcoin").getByText("AUD: 148,500.00")).toBeDefined();
    expect(cardOf("Ethereum").getByText("AUD: 4,950.00")).toBeDefined();
    expect(cardOf("Bitcoin").getByText(displayTime(ISSUED_AT))).toBeDefined();
  });
  test("the day's change has its sign, and none is shown while no day has been recorded", async () => {
    await home(() => [card("BTC"), card("ETH", { change_24h: null })]);
    expect(cardOf("Bitcoin").getByText("+1.24%")).toBeDefined();
    expect(cardOf("Ethereum").queryByText(/^[+−].*%/)).toBeNull();
  });
  test("the cards say which fee is in their prices, by the markets of this installation", async () => {
    await home(() => [card("BTC"), card("ETH")]);
    expect(screen.getByText("After our 1% fee")).toBeDefined();
  });
  test("a loss has a minus sign", async () => {
    await home(() => [card("BTC"), card("ETH")]);
    expect(cardOf("Ethereum").getByText("−0.38%")).toBeDefined();
  });
  test("a rate of zero means no rate", async () => {
    await home(() => [card("BTC", { rate_with_fee: "0.00" }), card("ETH")]);
    expect(cardOf("Bitcoin").getByText("AUD: no rate")).toBeDefined();
  });
  test("a failure is logged and stops the loading", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await home(() => {
      throw new Refusal("rate_unavailable");
    });
    await pass(3_000);
    expect(log).toHaveBeenCalledWith("Get rates", expect.anything());
    expect(cardOf("Bitcoin").getByText("AUD: no rate")).toBeDefined();
    expect(screen.queryByText("loading...")).toBeNull();
  });
  test("a small line is drawn from the recorded prices", async () => {
    const points = ["100.00", "110.00", "105.00"].map((rate) => ({
      rate,
      recorded_at: "2026-03-01T09:00:00.000Z",
    }));
    await home(() => [card("BTC"), card("ETH")], {
      "rates.history": () => ({ symbol: "BTC", in: "AUD", points }),
    });
    const path = screen
      .getByRole("list", { name: "Prices now, after our fee" })
      .querySelector("li svg path[vector-effect]");
    expect(path?.getAttribute("d")).toBe("M0 56L120 0L240 28");
  });
});

describe("the rates table", () => {
  test("shows BTC and ETH in AUD with the fee, under DIGITAL CURRENCY and RATE (Update once a day)", async () => {
    await home(() => [card("BTC"), card("ETH")]);
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "DIGITAL CURRENCY",
      "RATE (Update once a day)",
    ]);
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      "148,500.00 AUD",
      "4,950.00 AUD",
    ]);
  });
  test("is shown only when the route is not currency-exchange", async () => {
    const path = "/dashboard/currency-exchange";
    await visit({ path, country: "AU", answers: { "rates.list": () => [card("BTC"), card("ETH")] } });
    expect(screen.getByRole("heading", { name: "Exchange Crypto" })).toBeDefined();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("the balances panel", () => {
  const balances = (answer: () => unknown) =>
    visit({ path: "/dashboard/currency-exchange", country: "AU", answers: { "balances.get": answer } });
  const panel = () => within(screen.getByRole("region", { name: "Currency Balance" }));

  test("lists Fiat and Crypto, above zero only, fiat with 2 decimals and crypto with 8", async () => {
    await balances(() => ({ AUD: "250000.00", NGN: "0.00", BTC: "2.50000000", ETH: "0.00000000" }));
    expect(
      panel()
        .getAllByRole("heading", { level: 3 })
        .map((heading) => heading.textContent),
    ).toEqual(["Fiat", "Crypto"]);
    const lines = panel()
      .getAllByRole("term")
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(lines).toEqual(["AUD 250,000.00", "BTC 2.50000000"]);
  });
  test("says what each coin is worth at the price of now; nothing where there is none", async () => {
    await visit({
      path: "/dashboard/currency-exchange",
      country: "AU",
      answers: {
        "balances.get": () => ({ AUD: "5.00", BTC: "2.50000000", ETH: "1.00000000" }),
        "rates.list": () => [{ ...card("BTC"), rate: "155000.10" }],
      },
    });
    await pass(500);
    const lines = panel()
      .getAllByRole("term")
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(lines).toEqual(["AUD 5.00", "BTC 2.50000000 387,500.25 AUD", "ETH 1.00000000"]);
  });
  test("or the sentence of the empty balance", async () => {
    await balances(() => ({ AUD: "0.00", BTC: "0.00000000" }));
    const deposit = panel().getByRole("link", { name: "Please, make a deposit" });
    expect(deposit.closest("p")?.textContent).toBe("Your current balance is empty. Please, make a deposit");
    expect(deposit.getAttribute("href")).toBe("/dashboard/deposit-money");
  });
  test("a balance that cannot be read says so and can be read again", async () => {
    await balances(() => {
      throw new Refusal("server_error");
    });
    await pass(3_000);
    expect(panel().getByRole("button", { name: "Try again" })).toBeDefined();
  });
});
