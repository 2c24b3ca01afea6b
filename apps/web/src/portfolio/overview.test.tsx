import { displayTime } from "@wattle/exchange-core/display";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Holding, PortfolioOverview, PortfolioSeries } from "@wattle/contracts/portfolio";
import type { RateCard } from "@wattle/contracts/rates";
import type { Transaction } from "@wattle/contracts/history";
import { afterEach, describe, expect, test } from "vitest";
import { keepCount } from "../liabilities/last-count.ts";
import { saveDraft } from "../money/draft.ts";
import { setSession } from "../session/session-store.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
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
  assumed_cost: false,
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
  bill_reference: null,
  payment_method: null,
  bank_account_id: null,
  coin_payee_id: null,
  txid: null,
  note: null,
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
};

const OVERVIEW: PortfolioOverview = {
  home: "AUD",
  total: "375000.00",
  change_24h: { amount: "-1240.00", percent: "-0.33", since: "day" },
  put_in: "300000.00",
  deposited: "300000.00",
  withdrawn: "0.00",
  added: "0.00",
  realised: "0.00",
  gain: { amount: "75000.00", percent: "25.00" },
  gain_parts: { fees: "3000.00", prices: "78000.00" },
  line: null,
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

async function show(
  overview: Partial<PortfolioOverview> = {},
  series: Partial<PortfolioSeries> = {},
  passkeys = 1,
) {
  const api = standInApi({
    "portfolio.overview": () => ({ ...OVERVIEW, line: { ...SERIES, ...series }, ...overview }),
    "secondFactor.status": () => ({
      totp_since: null,
      recovery_codes_left: 0,
      passkeys,
      needed_first: false,
    }),
    "portfolio.trades": () => ({
      coin: "BTC",
      range: "30d",
      trades: [
        {
          at: "2026-01-31T09:32:00.000Z",
          kind: "buy",
          amount: "0.00651400",
          money: { amount: "1000.00", currency: "AUD" },
        },
      ],
    }),
    "rates.list": () => CARDS,
    "rates.history": () => ({ symbol: "BTC", points: [] }),
  });
  await renderScreen(<Overview />);
  await screen.findByText("Total balance");
  return api;
}

afterEach(() => setSession(null));

describe("the overview", () => {
  test("shows the total, the change by prices, and each holding with cost and gain", async () => {
    await show();
    expect(screen.getByText("−1,240.00 AUD (−0.33%)")).toBeDefined();
    const row = within(screen.getByRole("row", { name: /Bitcoin/ }));
    for (const text of ["2.50000000 BTC", "375,000.00", "−0.38%", "134,351.86", "+1,482.72", "+14.80%"]) {
      expect(row.getByText(text)).toBeDefined();
    }
    expect(await screen.findByText("+1,000.00 AUD (0.26%)")).toBeDefined();
  });

  test.each([
    [
      "a first purchase",
      { total: "495.48", deposited: "500.00", gain: { amount: "-4.52", percent: "-0.90" } },
      { fees: "5.00", prices: "0.48" },
      "You put in 500.00 AUD. It’s worth 495.48 AUD: −4.52 (our fees −5.00, prices +0.48).",
    ],
    [
      "money that nothing was bought with",
      { total: "500.00", deposited: "500.00", gain: { amount: "0.00", percent: "0.00" } },
      { fees: "0.00", prices: "0.00" },
      "You put in 500.00 AUD. It’s worth 500.00 AUD.",
    ],
    [
      "withdrawals, and what we added",
      {
        total: "315.48",
        deposited: "500.00",
        withdrawn: "200.00",
        added: "20.00",
        gain: { amount: "-4.52", percent: "-1.41" },
      },
      { fees: "5.00", prices: "0.48" },
      "You put in 500.00 AUD and took out 200.00 AUD, and we added 20.00 AUD. What’s left is worth 315.48 AUD: −4.52 (our fees −5.00, prices +0.48).",
    ],
    [
      "everything withdrawn",
      {
        total: "0.00",
        deposited: "500.00",
        withdrawn: "480.00",
        gain: { amount: "-20.00", percent: "-100.00" },
      },
      { fees: "9.84", prices: "-10.16" },
      "You put in 500.00 AUD and took out 480.00 AUD. Nothing is left: −20.00 (our fees −9.84, prices −10.16).",
    ],
  ])("says in a sentence what became of %s", async (_case, changes, gain_parts, sentence) => {
    await show({ ...changes, gain_parts });
    expect(screen.getByText(/^You put in/).textContent).toBe(sentence);
  });

  test("says whether this browser has found all of it in what we publish, for each customer", async () => {
    const found = "2026-11-22T00:00:00.000Z";
    const customer = userOf("AU");
    setSession(customer);
    await show();
    expect(screen.getByRole("link", { name: "Check that your balance is counted" })).toBeDefined();
    for (const [id, isCounted] of [
      [customer.user.id, true],
      ["someone-else", false],
    ] as const) {
      cleanup();
      keepCount(id, found);
      await show();
      const counted = screen.queryByRole("link", { name: "Counted" });
      expect(counted !== null).toBe(isCounted);
      if (isCounted)
        expect(counted?.parentElement?.textContent).toBe(
          `Counted in our published liabilities of ${displayTime(Date.parse(found))}`,
        );
    }
  });

  test("says nothing of a gain that is not known", async () => {
    await show({ gain: null, gain_parts: null, deposited: null });
    expect(screen.queryByText(/^You put in/)).toBeNull();
  });

  test("below a day there is no figure of 24 hours, but what the money became", async () => {
    await show({
      total: "495.48",
      deposited: "500.00",
      change_24h: { amount: "-4.52", percent: "-0.90", since: "purchase" },
      gain: { amount: "-4.52", percent: "-0.90" },
      gain_parts: { fees: "5.00", prices: "0.48" },
    });
    const facts = [...document.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(facts).toEqual([
      "You put in500.00 AUD",
      "Our fees−5.00 AUD",
      "Prices moved+0.48 AUD",
      "Worth now495.48 AUD",
    ]);
    expect(screen.queryByText(/24 hours/)).toBeNull();
    expect(screen.getByText("500.00").parentElement?.textContent).toBe("You put in 500.00");
  });

  test.each([
    ["more than 1,000.00 behind a password", "1000.01", 0, "1,000 AUD behind one password"],
    ["exactly 1,000.00", "1000.00", 0, undefined],
    ["a passkey", "375000.00", 1, undefined],
  ])("asks for a second factor: %s", async (_case, total, passkeys, title) => {
    const api = await show({ total }, {}, passkeys);
    await waitFor(() => expect(api.inputs("secondFactor.status")).not.toHaveLength(0));
    if (title === undefined) expect(screen.queryByText(/behind one password/)).toBeNull();
    else {
      expect(await screen.findByRole("heading", { name: title })).toBeDefined();
      expect(screen.getByRole("link", { name: "Turn on two-step login" }).getAttribute("href")).toBe(
        "/dashboard/security#two-step-login",
      );
    }
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
    await renderScreen(<Overview />);
    expect(await screen.findByText("We couldn’t load your prices")).toBeDefined();
    expect(await screen.findByText("5.00")).toBeDefined();
    api.answer("portfolio.overview", () => ({ ...OVERVIEW, line: SERIES }));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Total balance")).toBeDefined();
  });

  test("while it is on its way it says so", async () => {
    standInApi({ "portfolio.overview": () => new Promise(() => undefined) });
    await renderScreen(<Overview />);
    expect(screen.getByText("Loading your prices")).toBeDefined();
  });

  test("every point of the chart is in its table, a missing one too", async () => {
    await show();
    await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));
    await screen.findByText("You bought 0.00651400 BTC for 1,000.00 AUD");
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

  const steps = () =>
    within(screen.getByRole("list", { name: "Get started" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  const BANK = { ending: "4321", held_until: null };

  test("has three steps with what they cost, each with its way; none after all are done", async () => {
    await show(NEW, NOTHING);
    expect(screen.getByText("Nothing in your account yet.")).toBeDefined();
    expect(screen.getByText("0 of 3 done")).toBeDefined();
    expect(steps()).toEqual([
      "1Add moneySend it from your bank.No feeChoose how to pay",
      "2Buy your first cryptoYou’ll see the full price before you confirm.",
      "3Add your bank accountOn hold for 24 hours, so add it now.Add bank account",
    ]);
  });

  test("sees what is done, and what it was", async () => {
    const deposit: Transaction = {
      ...ROW,
      id: "2",
      transaction_type: "deposit",
      credit: "500.00",
      debit: "500.00",
      debit_currency: "AUD",
      payment_method: "payid",
      rate: null,
      fee_amount: null,
    };
    const purchase: Transaction = { ...ROW, credit: "500.00", debit: "0.00322522", fee_amount: "5.00" };
    await show({
      recent: [purchase, deposit],
      progress: { bank_account: null, deposited: true, purchased: true },
    });
    expect(screen.getByText("2 of 3 done")).toBeDefined();
    expect(steps()).toEqual([
      "Done: Add money500.00 AUD by PayIDNo fee",
      "Done: Buy your first crypto0.00322522 BTC at 151,515.15 AUDFee 5.00 AUD",
      "3Add your bank accountOn hold for 24 hours, so add it now.Add bank account",
    ]);
  });

  test("who has done all of them has no list of steps", async () => {
    await show({ progress: { bank_account: BANK, deposited: true, purchased: true } });
    expect(screen.queryByRole("list", { name: "Get started" })).toBeNull();
  });

  test.each([
    ["no deposit", false, "Choose how to pay"],
    ["no purchase", true, "Buy crypto"],
  ])("with %s has that as the next step", async (_case, deposited, name) => {
    await show({ ...NEW, progress: { bank_account: BANK, deposited, purchased: false } }, NOTHING);
    const way = screen.getByRole("link", { name });
    expect(way.closest("li")?.getAttribute("aria-current")).toBe("step");
  });

  test("is led to a deposit and to nothing that needs money, and sees no empty chart", async () => {
    await show(NEW, NOTHING);
    const money = within(screen.getByRole("navigation", { name: "Money" }));
    expect(money.getAllByRole("link").map((link) => link.textContent)).toEqual(["Deposit"]);
    expect(screen.getByText("0.00")).toBeDefined();
    expect(screen.queryByText("Loading your chart")).toBeNull();
  });

  test("before the first coin the next step is where a level line would be; nothing gained has no sign", async () => {
    await show({
      holdings: [holding("AUD", { amount: "500.00", value: "500.00" })],
      gain: { amount: "0.00", percent: "0.00" },
      realised: "0.00",
      progress: { bank_account: BANK, deposited: true, purchased: false },
    });
    expect(screen.queryByRole("slider")).toBeNull();
    expect(screen.getByRole("list", { name: "Get started" })).toBeDefined();
    expect(screen.getByText("0.00 AUD (0.00%)")).toBeDefined();
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
