import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Holding, PortfolioOverview, PortfolioSeries } from "@wattle/contracts/portfolio";
import type { RateCard } from "@wattle/contracts/rates";
import type { Transaction } from "@wattle/contracts/history";
import { describe, expect, test } from "vitest";
import { saveDraft } from "../exchange/draft.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { Overview } from "./overview.tsx";

const holding = (currency: string, changes: Partial<Holding> = {}): Holding => ({
  currency,
  amount: "2.50000000",
  held: "0.00000000",
  price: "150000",
  value: "375000.00",
  share: 1000,
  change_24h: "-0.38",
  average_cost: "134351.86",
  gain: { amount: "1482.72", percent: "14.80" },
  ...changes,
});

const ROW: Transaction = {
  id: "1",
  transaction_type: "exchange",
  status: "completed",
  credit: "1000.00",
  credit_currency: "AUD",
  debit: "0.00651400",
  debit_currency: "BTC",
  rate: "0.0000066",
  fee: "1",
  fee_amount: "10.00",
  fee_currency: "AUD",
  converted: "990.00",
  reference: "38DY-LKSW-NHGE",
  payment_method: null,
  bank_account_id: null,
  note: null,
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
};

const OVERVIEW: PortfolioOverview = {
  home: "AUD",
  total: "375000.00",
  change_24h: { amount: "-1240.00", percent: "-0.33" },
  put_in: "300000.00",
  realised: "0.00",
  gain: { amount: "75000.00", percent: "25.00" },
  holdings: [holding("BTC")],
  open: [],
  open_total: 0,
  recent: [],
  progress: { bank_account: { ending: "4321", held_until: null }, deposited: true, purchased: true },
};

const SERIES: PortfolioSeries = {
  home: "AUD",
  range: "30d",
  step: 60_000,
  points: [
    { at: "2026-01-31T09:30:00.000Z", value: "374000.00" },
    { at: "2026-01-31T09:31:00.000Z", value: null },
    { at: "2026-01-31T09:32:00.000Z", value: "375000.00" },
  ],
  gain: { amount: "1000.00", percent: "0.26" },
};

const CARDS: readonly RateCard[] = [
  {
    symbol: "BTC",
    rate: "157242.5",
    rate_with_fee: "155670.07",
    change_24h: "1.88",
    timestamp: 1_769_851_800,
  },
  { symbol: "ETH", rate: "0", rate_with_fee: "0", change_24h: null, timestamp: 1_769_851_800 },
];

async function show(overview: Partial<PortfolioOverview> = {}, series: Partial<PortfolioSeries> = {}) {
  const api = standInApi({
    "portfolio.overview": () => ({ ...OVERVIEW, ...overview }),
    "portfolio.series": () => ({ ...SERIES, ...series }),
    "portfolio.trades": () => ({
      coin: "BTC",
      range: "30d",
      trades: [{ at: "2026-01-31T09:32:00.000Z", kind: "buy", amount: "0.00651400" }],
    }),
    "rates.list": () => CARDS,
    "rates.history": () => ({ symbol: "BTC", points: [] }),
  });
  await renderScreen(<Overview email="mary@mail.example" />);
  await screen.findByText("Total balance");
  return api;
}

describe("the overview", () => {
  test("shows the total, the change by prices, and each holding with cost and gain", async () => {
    await show();
    expect(screen.getByText("−1,240.00 AUD (−0.33%)")).toBeDefined();
    const row = within(screen.getByRole("row", { name: /Bitcoin/ }));
    for (const text of ["2.50000000 BTC", "375,000.00", "−0.38%", "134,351.86", "+1,482.72", "+14.80%"]) {
      expect(row.getByText(text)).toBeDefined();
    }
    expect(await screen.findByText("+1,000.00")).toBeDefined();
  });

  test("says what coins cost at the market, how their day went, and leads to their pages", async () => {
    await show();
    const prices = within(screen.getByRole("region", { name: "Prices in AUD" }));
    const [bitcoin, ether] = await prices.findAllByRole("listitem");
    await waitFor(() => expect(bitcoin?.textContent).toBe("Bitcoin157,242.50+1.88% 24h"));
    expect(ether?.textContent).toBe("Ethereum–");
    expect(prices.getByRole("link", { name: "Ethereum" }).getAttribute("href")).toBe("/buy-sell/eth");
    expect(prices.getByRole("link", { name: "All prices" }).getAttribute("href")).toBe("/buy-sell");
  });

  test("a coin without a price is named, and left out of the bar", async () => {
    const unpriced = { price: null, value: null, share: null, change_24h: null, gain: null };
    await show({ holdings: [holding("AUD", { amount: "5.00", value: "5.00" }), holding("ETH", unpriced)] });
    expect(screen.getByText("No price for Ethereum right now, so it’s not in the total.")).toBeDefined();
    expect(screen.getByRole("img", { name: "Australian Dollar 100.0%" })).toBeDefined();
    expect(within(screen.getByRole("row", { name: /Ethereum/ })).getByText("No price")).toBeDefined();
  });

  test("one satoshi and 17 digits are written out", async () => {
    await show({
      total: "123456789012345.67",
      holdings: [holding("BTC", { amount: "0.00000001", value: "0.00", share: 0 })],
    });
    expect(screen.getByText("123,456,789,012,345.67")).toBeDefined();
    expect(screen.getByText("0.00000001 BTC")).toBeDefined();
  });

  test("money that is set aside is said to be", async () => {
    await show({ holdings: [holding("AUD", { amount: "500.00", held: "100.00" })] });
    expect(screen.getByText("100.00 AUD on hold")).toBeDefined();
  });

  test("what is under way leads on, and a hold says when it ends", async () => {
    const deposit = {
      ...ROW,
      id: "7",
      transaction_type: "deposit",
      status: "awaiting_payment",
      payment_method: "payid",
      debit: "1000.00",
      debit_currency: "AUD",
    } as const;
    await show({
      open: [
        { kind: "transaction", transaction: deposit, expires_at: "2026-02-07T09:30:00.000Z" },
        { kind: "withdrawals_hold", until: "2026-02-01T09:30:00.000Z", because: "password" },
        { kind: "bank_account_hold", ending: "4321", until: "2026-02-01T09:30:00.000Z" },
      ],
      open_total: 4,
    });
    expect(screen.getByText(/^Waiting for your payment, due \d+ Feb 2026$/)).toBeDefined();
    expect(screen.getByRole("link", { name: "See how to pay" }).getAttribute("href")).toContain("id=");
    expect(screen.getByText(/You can withdraw from \d+ Feb 2026/)).toBeDefined();
    expect(screen.getByText("Bank account …4321")).toBeDefined();
    expect(screen.getByRole("link", { name: "See all 4" })).toBeDefined();
  });

  test("what is listed as under way is not among recent activity, too", async () => {
    const withdrawal = { ...ROW, id: "7", transaction_type: "withdraw", status: "requested" } as const;
    await show({
      open: [{ kind: "transaction", transaction: withdrawal, expires_at: null }],
      open_total: 1,
      recent: [withdrawal, ROW],
    });
    const recent = within(screen.getByRole("region", { name: "Recent activity" }));
    expect(recent.getAllByRole("listitem").map((row) => row.querySelector("strong")?.textContent)).toEqual([
      "Bought BTC",
    ]);
  });

  test.each([
    ["a purchase", {}, "Bought BTC", "+0.00651400 BTC"],
    [
      "a sale",
      { credit: "0.10000000", credit_currency: "BTC", debit: "14850.00", debit_currency: "AUD" },
      "Sold BTC",
      "+14,850.00 AUD",
    ],
    [
      "a withdrawal",
      { transaction_type: "withdraw", debit_currency: "AUD" },
      "Withdrew AUD",
      "−1,000.00 AUD",
    ],
    [
      "a cancelled deposit",
      { transaction_type: "deposit", status: "cancelled", debit: "1000.00", debit_currency: "AUD" },
      "Deposit of AUD",
      "1,000.00 AUD",
    ],
  ] as const)("%s reads so among recent activity", async (_case, changes, title, effect) => {
    await show({ recent: [{ ...ROW, ...changes }] });
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByText(effect)).toBeDefined();
  });

  test("a failure says that the money is safe, and can be tried again", async () => {
    const api = standInApi({
      "portfolio.overview": () => {
        throw new Refusal("server_error");
      },
      "balances.get": () => ({ AUD: "5.00" }),
    });
    await renderScreen(<Overview email="mary@mail.example" />);
    expect(await screen.findByText("We couldn’t load your prices. Your money is safe.")).toBeDefined();
    expect(await screen.findByText("5.00")).toBeDefined();
    api.answer("portfolio.overview", () => OVERVIEW);
    api.answer("portfolio.series", () => SERIES);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Total balance")).toBeDefined();
  });

  test("while it is on its way it says so", async () => {
    standInApi({ "portfolio.overview": () => new Promise(() => undefined) });
    await renderScreen(<Overview email="mary@mail.example" />);
    expect(screen.getByText("Loading your balances")).toBeDefined();
  });

  test("every point of the chart is in its table, a missing one too", async () => {
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));
    await screen.findByText("You bought 0.00651400 BTC");
    const cells = within(screen.getByRole("region", { name: "What your balances were worth" }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell")[1]?.textContent);
    expect(cells).toEqual(["375,000.00 AUD", "No price", "374,000.00 AUD"]);
  });
});

describe("someone new", () => {
  const NEW: Partial<PortfolioOverview> = {
    total: "0.00",
    change_24h: null,
    holdings: [],
    progress: { bank_account: null, deposited: false, purchased: false },
  };
  const NOTHING: Partial<PortfolioSeries> = { points: [], gain: null };

  test.each([
    ["no bank account", null, false, "Choose how to pay"],
    ["no bank account", null, false, "Add your bank account now"],
    ["no deposit", { ending: "4321", held_until: null }, false, "Choose how to pay"],
    ["no purchase", { ending: "4321", held_until: null }, true, "Buy crypto"],
  ])("with %s has that as the next step", async (_case, bank_account, deposited, name) => {
    await show({ ...NEW, progress: { bank_account, deposited, purchased: false } }, NOTHING);
    expect(screen.getByRole("link", { name })).toBeDefined();
    expect(await screen.findByText("Your chart starts with your first deposit.")).toBeDefined();
  });

  test("is led to a deposit and to nothing that needs money, and sees no empty chart", async () => {
    await show(NEW, NOTHING);
    const money = within(screen.getByRole("navigation", { name: "Money" }));
    expect(money.getAllByRole("link").map((link) => link.textContent)).toEqual(["Deposit"]);
    expect(screen.getByText("0.00")).toBeDefined();
    expect(screen.queryByText("Loading your chart")).toBeNull();
  });

  test("finds the amount that was typed before", async () => {
    saveDraft({ amount: "1000.00", from: "AUD", to: "BTC" });
    const bank_account = { ending: "4321", held_until: null };
    await show({ ...NEW, progress: { bank_account, deposited: false, purchased: false } }, NOTHING);
    const link = screen.getByRole("link", { name: "Deposit 1,000.00 AUD" });
    expect(link.getAttribute("href")).toContain("amount=");
  });

  test("reads when the bank account may be used", async () => {
    const bank_account = { ending: "4321", held_until: "2026-02-01T09:30:00.000Z" };
    await show({ ...NEW, progress: { bank_account, deposited: false, purchased: false } }, NOTHING);
    expect(screen.getByText(/^Account …4321\. You can withdraw to it from \d+ Feb 2026/)).toBeDefined();
  });
});
