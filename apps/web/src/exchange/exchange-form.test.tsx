import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionLost } from "../session/session-lost.ts";
import { saveDraft } from "../money/draft.ts";
import {
  choose,
  click,
  exchangeNow,
  fill,
  freezeClocks,
  get,
  newRate,
  pass,
  pay,
  visit,
} from "../testing/exchange-pages.tsx";
import { ISSUED_AT } from "../testing/held-rates.ts";
import { setSilently } from "../testing/set-silently.ts";
import { translatePage } from "../testing/translate-page.ts";
import { later, NoAnswer, Refusal } from "../testing/stand-in-api.ts";

beforeEach(freezeClocks);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const EXCHANGE = "/dashboard/currency-exchange" as const;
const customer = (answers = {}) => visit({ path: EXCHANGE, country: "AU", answers });
const guest = (answers = {}) => visit({ path: "/", answers });
const options = (label: string): (string | null)[] =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map((option) => option.textContent);
const failing = (code: ConstructorParameters<typeof Refusal>[0]) => () => {
  throw new Refusal(code);
};

describe("a page that the browser translates", () => {
  let end: () => void = () => undefined;
  afterEach(() => end());

  test.each([
    ["the exchange", customer],
    ["the home page", guest],
  ])("keeps right figures and running seconds: %s", async (_which, open) => {
    await open();
    await fill(pay(), "0.01");
    end = translatePage();
    await pass(0);
    for (const [amount, fee, converted] of [
      ["0.02", "0.00020000", "0.01980000"],
      ["0.05", "0.00050000", "0.04950000"],
    ] as const) {
      await fill(pay(), amount);
      const lines = within(screen.getByRole("form", { name: "Exchange" }))
        .getAllByRole("definition")
        .map((line) => line.textContent);
      expect(lines.slice(0, 2)).toEqual([`−${fee} BTC`, `${converted} BTC`]);
    }
    const before = screen.getByRole("timer").textContent;
    await pass(3000);
    expect(screen.getByRole("timer").textContent).toMatch(/^Exchange rate BTC\/AUD fixed for \d+ seconds$/);
    expect(screen.getByRole("timer").textContent).not.toBe(before);
  });

  test("the popup's seconds run, too", async () => {
    await customer();
    await fill(pay(), "0.01");
    end = translatePage();
    await click(exchangeNow());
    const seconds = () => /fixed for (\d+) more/.exec(screen.getByRole("dialog").textContent)?.[1];
    const before = Number(seconds());
    await pass(3000);
    expect(Number(seconds())).toBe(before - 3);
  });
});

describe("the exchange screen", () => {
  test("has heading, Amount to Exchange, limits, both amounts with currencies, Buy Max, balances, Exchange Now!", async () => {
    await customer();
    expect(screen.getByRole("heading", { name: "Exchange Crypto", level: 1 })).toBeDefined();
    expect(screen.getByText("Amount to Exchange")).toBeDefined();
    expect(screen.getByText("0.00067341 BTC")).toBeDefined();
    expect(pay().value).toBe("");
    expect(get().value).toBe("");
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you pay").value).toBe("BTC");
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you get").value).toBe("AUD");
    expect(screen.getByRole("button", { name: "Buy Max" })).toBeDefined();
    expect(screen.getByRole("heading", { name: "Currency Balance" })).toBeDefined();
    expect(exchangeNow().disabled).toBe(true);
  });

  test("min 100.00 and max 1000000.00 are displayed before the rate loads, and never validate", async () => {
    await customer({ "quotes.getRate": () => later().promise });
    expect(screen.getByText("100.00")).toBeDefined();
    expect(screen.getByText("1000000.00")).toBeDefined();
    await fill(pay(), "500");
    expect(exchangeNow().disabled).toBe(true);
    expect(screen.getByText("Getting the rate…")).toBeDefined();
  });

  test("the static text is next to the AUD limits only", async () => {
    await customer();
    expect(screen.queryByText("100.00 to 100 000.00 USD equivalent")).toBeNull();
    await choose("Currency you pay", "AUD");
    expect(screen.getByText("100.00 to 100 000.00 USD equivalent")).toBeDefined();
  });
});

test.each([
  ["the exchange", customer],
  ["the home page", guest],
])("%s takes over an amount that a program sets without any event", async (_which, open) => {
  await open();
  setSilently(pay(), "0.01");
  await pass(300);
  expect(exchangeNow().disabled).toBe(false);
  expect(screen.getByText(/^Sell 0\.01000000 BTC for [\d,.]+ AUD\. /)).toBeDefined();
});

describe("rate fetching", () => {
  test("rate requests are always for 1 unit of the pair", async () => {
    const { api } = await customer();
    expect(api.inputs("quotes.getRate")).toEqual([
      { credit_currency: "BTC", debit_currency: "AUD", credit: 1 },
    ]);
  });

  test("no request is made while the same pair is held, however much is typed", async () => {
    const { api } = await customer();
    for (const text of ["0.01", "0.02", "0.03"]) await fill(pay(), text);
    expect(api.inputs("quotes.getRate")).toHaveLength(1);
  });

  test("after expiry, editing triggers a lookup once 500 ms have passed without another edit", async () => {
    const { api } = await customer();
    await pass(46_000);
    await fill(pay(), "0.01", 400);
    await fill(pay(), "0.012", 499);
    // Lets whatever the end of a pause has set off go out.
    await pass(0);
    expect(api.inputs("quotes.getRate")).toHaveLength(1);
    await pass(1);
    await pass(0);
    expect(api.inputs("quotes.getRate")).toHaveLength(2);
  });

  test("an answer that was overtaken by another pair's question is ignored", async () => {
    const slow = later();
    const { api } = await customer({ "quotes.getRate": () => slow.promise });
    api.answer("quotes.getRate", newRate);
    await choose("Currency you pay", "AUD");
    await act(async () => slow.answer(newRate({ credit_currency: "BTC", debit_currency: "AUD" })));
    await pass(50);
    expect(screen.getByRole("timer").textContent).toContain("AUD/BTC");
  });

  test("a refused request alerts 'Get rate:' plus the message, zeroes the limits and keeps the button disabled", async () => {
    await customer({ "quotes.getRate": failing("pair_unsupported") });
    expect(screen.getByText("Get rate:")).toBeDefined();
    expect(screen.getByText("Error issuing exchange rate")).toBeDefined();
    expect(screen.getAllByText("0.00000000 BTC")).toHaveLength(2);
    expect(exchangeNow().getAttribute("aria-describedby")).toBe(
      screen.getByText("Error issuing exchange rate").id,
    );
    expect(screen.queryByRole("timer")).toBeNull();
    expect(exchangeNow().disabled).toBe(true);
    const quick = within(screen.getByRole("group", { name: "Quick amounts" })).getAllByRole("button");
    expect(quick.map((one) => (one as HTMLButtonElement).disabled)).toEqual([true, true, true, true]);
  });

  test("a rate source that fails alerts 'Get rate failed'", async () => {
    await customer({ "quotes.getRate": failing("rate_unavailable") });
    expect(screen.getByText("Get rate failed")).toBeDefined();
  });

  test.each([
    ["zero", { rate: "0" }],
    ["junk", { rate: "NaN" }],
    ["of another pair", { credit_currency: "ETH" }],
  ])("a rate that is %s means no rate", async (_description, change) => {
    await customer({ "quotes.getRate": (input: unknown) => ({ ...(newRate(input) as object), ...change }) });
    expect(screen.getByText("Get rate failed")).toBeDefined();
    expect(exchangeNow().disabled).toBe(true);
  });

  test("'Wrong exchange rate' when the lookup failed while editing an amount; Try again fixes it", async () => {
    const { api } = await customer();
    await pass(46_000);
    api.answer("quotes.getRate", failing("rate_unavailable"));
    await fill(pay(), "0.01");
    expect(screen.getByText("Wrong exchange rate")).toBeDefined();
    expect(pay().value).toBe("0.01");
    api.answer("quotes.getRate", newRate);
    await click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.queryByText("Wrong exchange rate")).toBeNull();
    expect(get().value).toBe("1,485.00");
    expect(exchangeNow().disabled).toBe(false);
  });

  test("offline, a held rate promises nothing: no seconds, an empty ring, muted figures", async () => {
    await customer();
    await fill(pay(), "0.01");
    const ring = () =>
      screen
        .getByText(/^Last update:/)
        .closest("p")
        ?.querySelector("svg")?.nextSibling?.textContent;
    const muted = () =>
      [screen.getByText("We convert").closest("dl"), get()].map((one) => one?.className.includes("stale"));
    expect([ring() === "", ...muted()]).toEqual([false, false, false]);
    expect(screen.getByRole("timer").textContent).toMatch(/fixed for \d+ seconds/);
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(screen.getByText("You are offline. Reconnect to exchange.")).toBeDefined();
    expect([ring() === "", ...muted()]).toEqual([true, true, true]);
    expect(screen.queryByRole("timer")).toBeNull();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("offline and back: says so, and asks again by itself", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { api } = await customer({
      "quotes.getRate": () => {
        throw new NoAnswer();
      },
    });
    expect(screen.getByText("You are offline. Reconnect to exchange.")).toBeDefined();
    api.answer("quotes.getRate", newRate);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    await pass(50);
    expect(screen.getByRole("timer").textContent).toContain("BTC/AUD");
    expect(screen.queryByText("You are offline. Reconnect to exchange.")).toBeNull();
  });
});

describe("amounts", () => {
  test("a leading '.' is prefixed with 0 at the keystroke", async () => {
    await customer();
    await fill(pay(), ".5", 0);
    expect(pay().value).toBe("0.5");
  });

  test("crypto to fiat is shown to 2 decimals, the fee deducted", async () => {
    await customer();
    await fill(pay(), "0.01234567");
    expect(get().value).toBe("1,833.33");
  });

  test("fiat to crypto is shown to 8 decimals", async () => {
    await customer();
    await choose("Currency you pay", "AUD");
    await fill(pay(), "1000");
    expect(get().value).toBe("0.00659999");
  });

  test("editing what is got computes what has to be paid; on leaving it shows what that converts to", async () => {
    await customer();
    await fill(get(), "1500");
    expect(pay().value).toBe("0.01010102");
    fireEvent.blur(get());
    expect(get().value).toBe("1,500.00");
  });

  test("raw while focused, formatted when left", async () => {
    await customer();
    await choose("Currency you pay", "AUD");
    await fill(pay(), "250000.5");
    expect(pay().value).toBe("250000.5");
    fireEvent.blur(pay());
    expect(pay().value).toBe("250,000.50");
    fireEvent.focus(pay());
    expect(pay().value).toBe("250000.50");
  });

  test("pasted 'AUD 1,000.00' is understood", async () => {
    await customer();
    await choose("Currency you pay", "AUD");
    await fill(pay(), "AUD 1,000.00");
    expect(pay().value).toBe("1000.00");
    expect(exchangeNow().disabled).toBe(false);
  });

  test.each([["1.234,5"], ["💰"], ["9".repeat(300)], ["1e3"], ["-5"]])(
    "typed or pasted %j is refused with a reason and not lost",
    async (text) => {
      await customer();
      await fill(pay(), text);
      expect(pay().value).toBe(text);
      expect(pay().getAttribute("aria-invalid")).toBe("true");
      expect(exchangeNow().disabled).toBe(true);
      expect(screen.getByText("Enter a valid amount.")).toBeDefined();
    },
  );

  test("arrow keys step by 1e-8", async () => {
    await customer();
    await fill(pay(), "0.01234567");
    fireEvent.keyDown(pay(), { key: "ArrowUp" });
    expect(pay().value).toBe("0.01234568");
    fireEvent.keyDown(pay(), { key: "ArrowDown" });
    fireEvent.keyDown(pay(), { key: "ArrowDown" });
    expect(pay().value).toBe("0.01234566");
  });

  test("the fee in percent and the rate are there before an amount is typed", async () => {
    await customer();
    expect(pay().value).toBe("");
    const terms = screen
      .getAllByRole("term")
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(terms.slice(0, 3)).toEqual([
      "Our fee, 1% About the fee –",
      "We convert –",
      "Rate per BTC 150,000.00 AUD",
    ]);
  });

  test("the full price is shown before anyone commits", async () => {
    await customer();
    await fill(pay(), "0.01234567");
    const terms = screen
      .getAllByRole("term")
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(terms.slice(0, 3)).toEqual([
      "Our fee, 1% About the fee −0.00012346 BTC",
      "We convert 0.01222221 BTC",
      "Rate per BTC 150,000.00 AUD",
    ]);
  });
});

describe("messages", () => {
  test("'Enter amount' on Enter in the empty field", async () => {
    await customer();
    fireEvent.keyDown(pay(), { key: "Enter" });
    expect(screen.getByText("Enter amount")).toBeDefined();
  });

  test("'Enter amount' on leaving the field after an edit emptied it", async () => {
    await customer();
    fireEvent.focus(pay());
    fireEvent.blur(pay());
    expect(screen.queryByText("Enter amount")).toBeNull();
    await fill(pay(), "1");
    await fill(pay(), "");
    fireEvent.blur(pay());
    expect(screen.getByText("Enter amount")).toBeDefined();
  });

  test.each([
    ["BTC", "0.0001", "Min amount for exchange 0.00067341 BTC"],
    ["BTC", "0.7", "Max amount to exchange: 0.67340067 BTC"],
    ["AUD", "99.99", "Min amount for exchange 100.00 AUD"],
    ["AUD", "100000.01", "Max amount to exchange: 100000.00 AUD"],
    ["ETH", "0.01", "Your balance: 0 ETH"],
  ])("%s %s: %s", async (code, amount, message) => {
    await customer();
    if (code !== "BTC") await choose("Currency you pay", code);
    await fill(pay(), amount);
    expect(screen.getByText(message)).toBeDefined();
    expect(exchangeNow().disabled).toBe(true);
  });

  test("an amount above the balance names the smaller of balance and maximum", async () => {
    await customer({ "balances.get": () => ({ AUD: "500.00", BTC: "0.50000000" }) });
    await fill(pay(), "0.6");
    expect(screen.getByText("Max amount to exchange: 0.50000000 BTC")).toBeDefined();
  });
});

describe("Buy Max", () => {
  const buyMax = () => click(screen.getByRole("button", { name: "Buy Max" }));

  test("a balance above the maximum sets the maximum and says so; the button opens", async () => {
    await customer();
    await buyMax();
    expect(pay().value).toBe("0.67340067");
    expect(screen.getByText("Max amount for exchange 0.67340067 BTC")).toBeDefined();
    expect(exchangeNow().disabled).toBe(false);
  });
  test("a balance below the minimum gives the min message", async () => {
    await customer({ "balances.get": () => ({ BTC: "0.00000001" }) });
    await buyMax();
    expect(pay().value).toBe("");
    expect(screen.getByText("Min amount for exchange 0.00067341 BTC")).toBeDefined();
  });
  test("otherwise the full balance is used", async () => {
    await customer({ "balances.get": () => ({ BTC: "0.50000000" }) });
    await buyMax();
    expect(pay().value).toBe("0.50000000");
    expect(get().value).toBe("74,250.00");
  });
});

describe("Buy or Sell, swap and quick amounts", () => {
  const way = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
  const press = (name: string) => click(screen.getByRole("button", { name }));
  const pairShown = () => [
    screen.getByLabelText<HTMLSelectElement>("Currency you pay").value,
    screen.getByLabelText<HTMLSelectElement>("Currency you get").value,
  ];

  test("the default pair is a sale; Buy turns it round, and what is typed stays with its currency", async () => {
    await customer();
    expect(way("Sell").checked).toBe(true);
    await fill(get(), "1500");
    await click(way("Buy"));
    expect(way("Buy").checked).toBe(true);
    expect(pairShown()).toEqual(["AUD", "BTC"]);
    expect(pay().value).toBe("1,500.00");
    expect(screen.getByRole("timer").textContent).toContain("AUD/BTC");
  });
  test("the button between the amounts does the same", async () => {
    await customer();
    await press("Swap BTC and AUD");
    expect(pairShown()).toEqual(["AUD", "BTC"]);
    await press("Swap AUD and BTC");
    expect(pairShown()).toEqual(["BTC", "AUD"]);
  });
  test("four presses buy bitcoin for 100 AUD: Buy, 100, Exchange Now!, Yes", async () => {
    const { api } = await customer();
    await click(way("Buy"));
    await press("100");
    expect(screen.getByRole("button", { name: "100" }).getAttribute("aria-pressed")).toBe("true");
    await click(exchangeNow());
    await press("Yes");
    expect(api.inputs("exchange.execute")).toMatchObject([
      { balance: { credit: "100.00", credit_currency: "AUD" }, debit_currency: "BTC" },
    ]);
  });
  test("of a sale they say what is got, and Buy Max keeps its name", async () => {
    await customer();
    await press("500 AUD");
    expect(get().value).toBe("500.00");
    expect(pay().value).toBe("0.00336701");
    expect(exchangeNow().disabled).toBe(false);
    expect(screen.getByRole("button", { name: "Buy Max" })).toBeDefined();
  });
  test("what can be spent is shown at the amount, and the limits of a sale in money, too", async () => {
    await customer({ "balances.get": () => ({ BTC: "0.00000001", AUD: "92233720368547758.07" }) });
    expect(screen.getByText("You have 0.00000001 BTC")).toBeDefined();
    expect(screen.getByText("100.00 to 100,000.00 AUD")).toBeDefined();
    await click(way("Buy"));
    expect(screen.getByText("You have 92,233,720,368,547,758.07 AUD")).toBeDefined();
    expect(screen.queryByText("100.00 to 100,000.00 AUD")).toBeNull();
  });
  test.each([
    ["Buy", () => screen.getByRole("radio", { name: "Buy" })],
    ["swap", () => screen.getByRole("button", { name: "Swap BTC and AUD" })],
  ])(
    "on the home page %s turns to a purchase of 1,000 AUD, which can be exchanged",
    async (_what, control) => {
      await guest();
      expect(screen.getByRole<HTMLInputElement>("radio", { name: "Sell" }).checked).toBe(true);
      expect(screen.queryByRole("button", { name: /^100/ })).toBeNull();
      await click(control());
      await pass(0);
      expect(screen.getByRole<HTMLInputElement>("radio", { name: "Buy" }).checked).toBe(true);
      expect([pay().value, get().value]).toEqual(["1,000.00", "0.00659999"]);
      expect(exchangeNow().disabled).toBe(false);
    },
  );

  test("on the home page an amount that was typed stays when it turns to a purchase", async () => {
    await guest();
    await fill(pay(), "0.01");
    await click(screen.getByRole("radio", { name: "Buy" }));
    await pass(0);
    expect([pay().value, get().value]).toEqual(["1,515.16", "0.01000005"]);
  });
});

describe("your position", () => {
  const lines = () =>
    within(screen.getByRole("region", { name: "Your position" }))
      .getAllByRole("term")
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
  const priced = (rate: string) => ({ "rates.list": () => [{ symbol: "BTC", rate }] });

  test("is what is owned of the coin that is traded, and what it is worth", async () => {
    await customer(priced("156549.36"));
    expect(lines()).toEqual(["You own 2.50000000 BTC", "Value 391,373.40 AUD"]);
  });
  test.each([
    ["one satoshi", "0.00000001", "156549.36", "0.00 AUD"],
    ["nothing", "0.00000000", "156549.36", "0.00 AUD"],
    ["more than 64 bits of worth", "92233720368.54775807", "1565493.60", "No price"],
    ["a coin without a price", "1.00000000", "0", "No price"],
  ])("%s", async (_what, owned, rate, worth) => {
    await customer({ ...priced(rate), "balances.get": () => ({ BTC: owned }) });
    expect(lines()[1]).toBe(`Value ${worth}`);
  });
  const valued = (home: string) => ({
    ...priced("156549.36"),
    "portfolio.overview": () => ({
      home,
      holdings: [
        {
          currency: "BTC",
          amount: "2.50000000",
          value: "334397.00",
          average_cost: "134351.86",
          assumed_cost: false,
          gain: { amount: "-1482.65", percent: "-0.44" },
        },
      ],
    }),
  });
  test("has its average cost and gain, and the value of the same price", async () => {
    await customer(valued("AUD"));
    expect(lines()).toEqual([
      "You own 2.50000000 BTC",
      "Value 334,397.00 AUD",
      "Average cost 134,351.86 AUD",
      "Gain −1,482.65 AUD (−0.44%)",
    ]);
  });
  test("has neither where they are counted in other money than is traded", async () => {
    await customer(valued("NGN"));
    expect(lines()).toHaveLength(2);
  });
  test("a price that cannot be read is no price", async () => {
    await customer({ "rates.list": failing("rate_unavailable") });
    expect(lines()[1]).toBe("Value No price");
  });
});

describe("currencies", () => {
  test("lists include only active currencies, AUD first, without NGN", async () => {
    await customer();
    expect(options("Currency you pay")).toEqual(["AUD", "BTC", "ETH"]);
    expect(options("Currency you get")).toEqual(["AUD"]);
  });
  test("changing the credit currency to fiat switches to fiat mode: debit is the first crypto currency", async () => {
    const { api } = await customer();
    await choose("Currency you pay", "AUD");
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you get").value).toBe("BTC");
    expect(options("Currency you get")).toEqual(["BTC", "ETH"]);
    expect(api.inputs("quotes.getRate").at(-1)).toMatchObject({
      credit_currency: "AUD",
      debit_currency: "BTC",
    });
    expect(screen.getByText("100,000.00 AUD")).toBeDefined();
  });
  test("changing it to crypto switches to crypto mode: debit is AUD", async () => {
    await customer();
    await choose("Currency you pay", "AUD");
    await choose("Currency you pay", "ETH");
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you get").value).toBe("AUD");
  });
  test("Nigerian customers are offered NGN first; the debit currency is NGN", async () => {
    await visit({ path: EXCHANGE, country: "NG" });
    expect(options("Currency you pay")).toEqual(["NGN", "AUD", "BTC", "ETH"]);
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you get").value).toBe("NGN");
    await choose("Currency you pay", "ETH");
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you get").value).toBe("NGN");
  });
  test("visitors are offered NGN only if their stored utmstat is ng", async () => {
    localStorage.setItem("utmstat", "ng");
    const { api } = await guest();
    expect(options("Currency you get")).toEqual(["NGN", "AUD"]);
    expect(api.inputs("quotes.getRate")).toEqual([
      { credit_currency: "BTC", debit_currency: "NGN", credit: 1 },
    ]);
  });
  test("a list that cannot be read is reported, and the default pair still works", async () => {
    await customer({ "currencies.markets": failing("server_error") });
    expect(screen.getByText("Get currencies:")).toBeDefined();
    await fill(pay(), "0.01");
    expect(exchangeNow().disabled).toBe(false);
  });
});

describe("confirmation", () => {
  const ready = async (answers = {}) => {
    const visited = await customer(answers);
    await fill(pay(), "0.01234567");
    await click(exchangeNow());
    return visited;
  };
  const popup = () => screen.getByRole("dialog", { name: "Confirm exchange" });
  const yes = () => within(popup()).getByRole("button", { name: "Yes" });
  const no = () => within(popup()).getByRole("button", { name: "No" });

  test("Exchange Now! opens the popup 'Confirm exchange' with Yes and No and the full price", async () => {
    await ready();
    expect(yes()).toBeDefined();
    const terms = within(popup())
      .getAllByRole("term")
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(terms).toEqual([
      "You pay 0.01234567 BTC",
      "Our fee, 1% −0.00012346 BTC",
      "We convert 0.01222221 BTC",
      "Rate per BTC 150,000.00 AUD",
      "You get 1,833.33 AUD",
    ]);
  });

  test("focus does not start on Yes", async () => {
    await ready();
    await pass(200);
    expect(document.activeElement).toBe(no());
  });

  test.each([
    ["No", () => click(no())],
    ["the close icon", () => click(within(popup()).getByRole("button", { name: "Close" }))],
    ["Escape", async () => void fireEvent.keyDown(popup(), { key: "Escape" })],
  ])("%s counts as No: nothing is sent and the amounts stay", async (_description, close) => {
    const { api } = await ready();
    await close();
    await pass(300);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(api.inputs("exchange.execute")).toHaveLength(0);
    expect(pay().value).toBe("0.01234567");
  });

  test("the focus returns to what opened it, or to the form where that is disabled by now", async () => {
    await customer();
    await fill(pay(), "0.01");
    pay().focus();
    fireEvent.keyDown(pay(), { key: "Enter" });
    await pass(200);
    await click(no());
    expect(document.activeElement).toBe(pay());
    exchangeNow().focus();
    await click(exchangeNow());
    await pass(46_000);
    await click(no());
    expect(document.activeElement).toBe(screen.getByRole("form", { name: "Exchange" }));
  });

  test("Yes submits exactly what was confirmed", async () => {
    const { api } = await ready();
    await click(yes());
    expect(api.inputs("exchange.execute")).toEqual([
      {
        transaction_type: "exchange",
        balance: { credit: "0.01234567", credit_currency: "BTC" },
        debit: "1833.33",
        debit_currency: "AUD",
        hash: expect.stringMatching(/^hash-/),
        idempotency_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  test("after success: message, fields cleared, pair BTC to AUD, rate reloaded, user data refreshed", async () => {
    const { api } = await ready();
    await click(screen.getByRole("button", { name: "Close" }));
    await pass(300);
    await choose("Currency you pay", "AUD");
    await fill(pay(), "1000");
    await click(exchangeNow());
    const [ratesBefore, balancesBefore] = [
      api.inputs("quotes.getRate").length,
      api.inputs("balances.get").length,
    ];
    await click(yes());
    await pass(300);
    // The alert breaks the line after the first colon.
    const told = screen.getByText("Success exchange:").parentElement?.textContent;
    expect(told).toContain("Success exchange:");
    expect(told).toContain("1,000.00 AUD to 0.00659999 BTC");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(pay().value).toBe("");
    expect(get().value).toBe("");
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you pay").value).toBe("BTC");
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you get").value).toBe("AUD");
    expect(api.inputs("quotes.getRate")).toHaveLength(ratesBefore + 1);
    expect(api.inputs("balances.get").length).toBeGreaterThan(balancesBefore);
  });

  test("after success: what was bought and for how much, with the focus; the changed balances are marked", async () => {
    const { api, path } = await customer();
    await choose("Currency you pay", "AUD");
    await fill(pay(), "1000");
    await click(exchangeNow());
    api.answer("balances.get", () => ({ AUD: "249000.00", BTC: "2.50659999" }));
    await click(yes());
    await pass(300);
    const panel = screen.getByRole("region", { name: "You bought 0.00659999 BTC" });
    expect(document.activeElement).toBe(within(panel).getByRole("heading"));
    expect(panel.textContent).toContain("for 1,000.00 AUD. It’s in your balance.");
    // The form is there for the next exchange: cleared, at the default pair, with its rate.
    expect(exchangeNow().disabled).toBe(true);
    expect([pay().value, get().value]).toEqual(["", ""]);
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you pay").value).toBe("BTC");
    expect(screen.getByRole("timer").textContent).toBe("Exchange rate BTC/AUD fixed for 45 seconds");
    expect(within(panel).getByText("9ZVX-AJ7V-EKZY")).toBeDefined();
    expect(within(panel).getByRole("link", { name: "See receipt" }).getAttribute("href")).toBe(
      "/dashboard/transactions-history/receipt?id=done-1",
    );
    const balances = within(screen.getByRole("region", { name: "Currency Balance" }));
    expect(balances.getByText("−1,000.00")).toBeDefined();
    expect(balances.getByText("+0.00659999")).toBeDefined();
    await click(within(panel).getByRole("link", { name: "Go to overview" }));
    expect(path()).toBe("/dashboard/personal-information");
  });

  test("the sidebar's own link clears the form: the panel goes, and the form is there", async () => {
    await customer();
    await choose("Currency you pay", "AUD");
    await fill(pay(), "1000");
    await click(exchangeNow());
    await click(yes());
    await pass(300);
    await click(screen.getByRole("link", { name: "Buy/Sell Crypto-Currencies" }));
    await pass(0);
    expect(screen.queryByText(/^You bought/)).toBeNull();
    expect(document.activeElement).toBe(pay());
    expect(pay().value).toBe("");
  });

  test("Buy again fills the same in at a new rate, and the panel goes", async () => {
    const { api } = await customer();
    await choose("Currency you pay", "AUD");
    await fill(pay(), "1000");
    await click(exchangeNow());
    await click(yes());
    await pass(300);
    const asked = api.inputs("quotes.getRate").length;
    await click(screen.getByRole("button", { name: "Buy again" }));
    expect(screen.queryByText(/^You bought/)).toBeNull();
    expect(document.activeElement).toBe(pay());
    expect(pay().value).toBe("1000.00");
    expect(get().value).toBe("0.00659999");
    expect(api.inputs("quotes.getRate")).toHaveLength(asked + 1);
    expect(exchangeNow().disabled).toBe(false);
  });

  test("a sale says what was sold", async () => {
    await ready();
    await click(yes());
    await pass(300);
    expect(screen.getByRole("heading", { name: "You sold 0.01234567 BTC" })).toBeDefined();
    expect(screen.getByText("for 1,833.33 AUD. The money is in your balance.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Sell again" })).toBeDefined();
  });

  test("expired in the popup: a new rate is asked for, shown next to the old one, taken, and confirmed", async () => {
    const { api } = await ready();
    await pass(46_000);
    api.answer("quotes.getRate", (input) => ({ ...(newRate(input) as object), rate: "160000" }));
    await click(within(popup()).getByRole("button", { name: "Get a new rate" }));
    expect(popup().textContent).toContain(
      "This rate has expired. You’d now get 1,955.55 AUD instead of 1,833.33 AUD.",
    );
    expect(within(popup()).queryByRole("button", { name: "Yes" })).toBeNull();
    await click(within(popup()).getByRole("button", { name: "Use new rate" }));
    expect(document.activeElement).toBe(no());
    expect(within(popup()).queryByText(/expired/)).toBeNull();
    await click(yes());
    expect(api.inputs("exchange.execute")).toMatchObject([
      { balance: { credit: "0.01234567" }, debit: "1955.55", hash: expect.stringMatching(/^hash-/) },
    ]);
  });

  test("expired in the popup, and there is no new rate: said, and asked for again", async () => {
    const { api } = await ready();
    await pass(46_000);
    api.answer("quotes.getRate", failing("rate_unavailable"));
    await click(within(popup()).getByRole("button", { name: "Get a new rate" }));
    expect(within(popup()).getByText("No rate available right now.")).toBeDefined();
    api.answer("quotes.getRate", newRate);
    await click(within(popup()).getByRole("button", { name: "Try again" }));
    expect(within(popup()).getByRole("button", { name: "Use new rate" })).toBeDefined();
  });

  test("a new rate that expires as well is offered no longer", async () => {
    await ready();
    await pass(46_000);
    await click(within(popup()).getByRole("button", { name: "Get a new rate" }));
    expect(popup().textContent).toContain("This rate has expired. You’d still get 1,833.33 AUD.");
    await pass(46_000);
    expect(within(popup()).queryByRole("button", { name: "Use new rate" })).toBeNull();
    expect(within(popup()).getByRole("button", { name: "Get a new rate" })).toBeDefined();
  });

  test("money that is gone by the time of the new rate: the amount is to be changed", async () => {
    const { api } = await ready();
    await pass(46_000);
    api.answer("quotes.getRate", (input) => ({ ...(newRate(input) as object), max: "0.01000000" }));
    await click(within(popup()).getByRole("button", { name: "Get a new rate" }));
    expect(within(popup()).getByText("This amount no longer fits. Close this and change it.")).toBeDefined();
    expect(within(popup()).queryByRole("button", { name: "Use new rate" })).toBeNull();
  });

  test("a double click on Yes makes one exchange", async () => {
    const slow = later();
    const { api } = await ready({ "exchange.execute": () => slow.promise });
    const button = yes();
    // Both clicks come before anything is drawn again.
    act(() => {
      button.click();
      button.click();
    });
    await click(button);
    expect(api.inputs("exchange.execute")).toHaveLength(1);
  });

  test("opening it does not restart the countdown; if the hold runs out inside, Yes goes and the reason shows", async () => {
    await ready();
    await pass(20_000);
    yes().focus();
    expect(popup().textContent).toContain("This rate is fixed for 25 more seconds.");
    expect(within(popup()).getAllByText("25")).toHaveLength(2);
    await pass(26_000);
    expect(within(popup()).queryByRole("button", { name: "Yes" })).toBeNull();
    expect(within(popup()).getByText("This rate has expired.")).toBeDefined();
    expect(document.activeElement).toBe(no());
  });

  test("a lost answer can be tried again under the same key; a new confirmation gets a new one", async () => {
    const { api } = await ready({
      "exchange.execute": () => {
        throw new NoAnswer();
      },
    });
    await click(yes());
    expect(within(popup()).getByText(/We don’t know if this went through/)).toBeDefined();
    await pass(60_000);
    await click(within(popup()).getByRole("button", { name: "Try again" }));
    await click(no());
    await pass(300);
    await click(screen.getByRole("button", { name: "update rate" }));
    await click(exchangeNow());
    await click(yes());
    const keys = api
      .inputs("exchange.execute")
      .map((input) => (input as { idempotency_key: string }).idempotency_key);
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test.each([
    ["quote_used", "Rate already used. Get a new one."],
    ["quote_expired", "Exchange rate expired!"],
    ["quote_invalid", "This rate isn't valid. Get a new one."],
  ] as const)("%s: shown, a new rate is fetched, the typed amounts stay", async (code, message) => {
    const { api } = await ready({ "exchange.execute": failing(code) });
    await click(yes());
    await pass(300);
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(pay().value).toBe("0.01234567");
    expect(api.inputs("quotes.getRate")).toHaveLength(2);
    expect(exchangeNow().disabled).toBe(false);
  });

  test("the rate source fails between popup and Yes: the exchange is refused, then no rate, no dead button", async () => {
    const { api } = await ready({ "exchange.execute": failing("quote_expired") });
    api.answer("quotes.getRate", failing("rate_unavailable"));
    await click(yes());
    await pass(300);
    expect(screen.getByText("Error issuing exchange rate")).toBeDefined();
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
    expect(pay().value).toBe("0.01234567");
  });

  test("funds that are gone meanwhile are shown at the field and in the alert", async () => {
    const text = "Max amount to exchange: 0.00100000 BTC";
    await ready({
      "exchange.execute": () => {
        throw new Refusal("insufficient_funds", { "balance.credit": [text] });
      },
    });
    await click(yes());
    await pass(300);
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText("Max amount to exchange:")).toBeDefined();
  });

  test("a server error is shown as 'Server errors', and can be tried again", async () => {
    await ready({ "exchange.execute": failing("server_error") });
    await click(yes());
    expect(screen.getByText("Server errors")).toBeDefined();
    expect(within(popup()).getByRole("button", { name: "Try again" })).toBeDefined();
  });

  test("Enter in the field opens it as the button does", async () => {
    await customer();
    await fill(pay(), "0.01");
    fireEvent.keyDown(pay(), { key: "Enter" });
    await pass(50);
    expect(popup()).toBeDefined();
  });
});

describe("the session is lost in the middle", () => {
  test("the draft is kept for after the sign-in, and the page is left for it", async () => {
    const { leftTo } = await customer({ "exchange.execute": failing("unauthenticated") });
    await fill(pay(), "0.01234567");
    await click(exchangeNow());
    await click(screen.getByRole("button", { name: "Yes" }));
    expect(leftTo).toContain("/teamaccess/login");
    expect(JSON.parse(localStorage.getItem("pageExchange") ?? "null")).toEqual({
      amount: "0.01234567",
      from: "BTC",
      to: "AUD",
    });
  });
  test("a form that is gone keeps nothing", async () => {
    const { unmount } = await customer();
    await fill(pay(), "0.01");
    unmount();
    sessionLost();
    expect(localStorage.getItem("pageExchange")).toBeNull();
  });
});

describe("drafts", () => {
  test("a stored draft is restored on mount, then removed", async () => {
    saveDraft({ amount: "1000.00", from: "AUD", to: "BTC" });
    await customer();
    expect(pay().value).toBe("1,000.00");
    expect(get().value).toBe("0.00659999");
    expect(localStorage.getItem("pageExchange")).toBeNull();
  });
  test("what the balance lacks is named and leads to the deposit, which keeps what was begun", async () => {
    saveDraft({ amount: "1000.00", from: "AUD", to: "BTC" });
    await customer({ "balances.get": () => ({ AUD: "250.00" }) });
    expect(screen.getByText("You need 750.00 AUD more.")).toBeDefined();
    const deposit = screen.getByRole("link", { name: "Deposit 750.00 AUD" });
    expect(deposit.getAttribute("href")).toBe("/dashboard/deposit-money?currency=AUD&amount=%22750.00%22");
    expect(JSON.parse(localStorage.getItem("pageExchange") ?? "null")).toEqual({
      amount: "1000.00",
      from: "AUD",
      to: "BTC",
    });
    await fill(pay(), "200");
    expect(localStorage.getItem("pageExchange")).toBeNull();
  });
  test.each([
    ["a coin", "5", { BTC: "0.50000000" }],
    ["less than may be exchanged", "0.0001", {}],
  ])("no deposit is offered for %s", async (_what, amount, balances) => {
    await customer({ "balances.get": () => balances });
    await fill(pay(), amount);
    expect(screen.queryByRole("link", { name: /^Deposit / })).toBeNull();
  });
  test("junk is ignored and removed", async () => {
    localStorage.setItem("pageExchange", '{"amount":"1e5","from":"AUD","to":"BTC"}');
    await customer();
    expect(pay().value).toBe("");
    expect(localStorage.getItem("pageExchange")).toBeNull();
  });
});

describe("a reload", () => {
  test("keeps the amount and the pair until the exchange succeeds", async () => {
    const first = await customer();
    await act(() =>
      fireEvent.change(screen.getByLabelText("Currency you pay"), { target: { value: "AUD" } }),
    );
    await fill(pay(), "1000");
    first.unmount();
    const second = await customer();
    expect(pay().value).toBe("1,000.00");
    expect(get().value).toBe("0.00659999");
    await click(exchangeNow());
    await click(screen.getByRole("button", { name: "Yes" }));
    expect(pay().value).toBe("");
    second.unmount();
    await customer();
    expect(pay().value).toBe("");
    expect(localStorage.getItem("exchangeForm")).toBeNull();
  });
  test("keeps a pair without an amount", async () => {
    localStorage.setItem("exchangeForm", JSON.stringify({ amount: "", from: "ETH", to: "AUD" }));
    await customer();
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you pay").value).toBe("ETH");
    expect(pay().value).toBe("");
  });
  test.each([
    ["an amount that is none", '{"amount":"1e5","from":"AUD","to":"BTC"}'],
    ["a pair that is none", '{"amount":"","from":"AUD","to":"NGN"}'],
  ])("ignores %s", async (_what, stored) => {
    localStorage.setItem("exchangeForm", stored);
    await customer();
    expect(screen.getByLabelText<HTMLSelectElement>("Currency you pay").value).toBe("BTC");
    expect(pay().value).toBe("");
  });
  test("a draft goes before it", async () => {
    localStorage.setItem("exchangeForm", JSON.stringify({ amount: "2.00000000", from: "BTC", to: "AUD" }));
    saveDraft({ amount: "1000.00", from: "AUD", to: "BTC" });
    await customer();
    expect(pay().value).toBe("1,000.00");
  });
});

describe("form-only mode", () => {
  test("has no balances and no Buy Max; the button opens with a rate and an amount within limits", async () => {
    const { api } = await guest();
    expect(screen.queryByRole("button", { name: "Buy Max" })).toBeNull();
    expect(api.inputs("balances.get")).toHaveLength(0);
    await fill(pay(), "0.6");
    expect(exchangeNow().disabled).toBe(false);
    await fill(pay(), "0.7");
    expect(screen.getByText("Max amount to exchange: 0.67340067 BTC")).toBeDefined();
    expect(exchangeNow().disabled).toBe(true);
  });
  test("Exchange Now! saves the draft and goes to login if not logged in", async () => {
    const { path } = await guest();
    await fill(pay(), "0.6");
    await click(exchangeNow());
    expect(path()).toBe("/login");
    expect(JSON.parse(localStorage.getItem("pageExchange") ?? "null")).toEqual({
      amount: "0.60000000",
      from: "BTC",
      to: "AUD",
    });
  });
  test("if logged in it goes to currency-exchange, where the draft is restored and removed", async () => {
    const { path } = await visit({ path: "/", country: "AU" });
    await fill(pay(), "0.6");
    await click(exchangeNow());
    expect(path()).toBe("/dashboard/currency-exchange");
    expect(pay().value).toBe("0.60000000");
    expect(localStorage.getItem("pageExchange")).toBeNull();
  });
});

describe("the rate timer", () => {
  test("counts 45 seconds, once per second, and tells the last update", async () => {
    await customer();
    const timer = screen.getByRole("timer");
    expect(timer.textContent).toBe("Exchange rate BTC/AUD fixed for 45 seconds");
    await pass(1_000);
    expect(timer.textContent).toBe("Exchange rate BTC/AUD fixed for 44 seconds");
    expect(screen.getByText(/^Last update: \d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/)).toBeDefined();
  });

  test("is shown only when a rate is present", async () => {
    await customer({ "quotes.getRate": () => later().promise });
    expect(screen.queryByRole("timer")).toBeNull();
    expect(screen.queryByText(/expired/)).toBeNull();
  });

  test("at 0 it stops, says 'Exchange rate expired!' with 'update rate', and the button is disabled with a reason", async () => {
    const { api } = await customer();
    await fill(pay(), "0.01");
    await pass(45_000);
    expect(screen.queryByRole("timer")).toBeNull();
    expect(screen.getByText("Exchange rate expired!")).toBeDefined();
    expect(exchangeNow().disabled).toBe(true);
    expect(screen.getByText("Update the rate to continue.")).toBeDefined();
    await click(screen.getByRole("button", { name: "update rate" }));
    expect(api.inputs("quotes.getRate")).toHaveLength(2);
    expect(screen.getByRole("timer").textContent).toBe("Exchange rate BTC/AUD fixed for 45 seconds");
    expect(pay().value).toBe("0.01");
    expect(exchangeNow().disabled).toBe(false);
  });

  test("is announced politely at ten seconds and at expiry, and never ticks aloud", async () => {
    await customer();
    const announced = () =>
      [...document.querySelectorAll("form [aria-live=polite]")].map((region) => region.textContent).join("");
    const quiet = announced();
    expect(quiet).not.toContain("more seconds");
    await pass(34_000);
    expect(announced()).toBe(quiet);
    await pass(1_000);
    expect(announced()).toContain("The exchange rate is fixed for 10 more seconds.");
    await pass(10_000);
    expect(announced()).toContain("Exchange rate expired!");
    expect(announced()).not.toContain("10 more seconds");
  });

  test("follows the server's expires_at less the time the answer took", async () => {
    const slow = later();
    await customer({ "quotes.getRate": () => slow.promise });
    const answer = newRate({ credit_currency: "BTC", debit_currency: "AUD" });
    await pass(2_000);
    await act(async () => slow.answer(answer));
    await pass(10);
    expect(screen.getByRole("timer").textContent).toContain("fixed for 43 seconds");
  });

  test("a machine whose date is wrong counts the same 45 seconds", async () => {
    vi.setSystemTime(ISSUED_AT + 86_400_000);
    await customer({
      "quotes.getRate": (input: unknown) => ({
        ...(newRate(input) as object),
        issued_at: new Date(ISSUED_AT).toISOString(),
        expires_at: new Date(ISSUED_AT + 45_000).toISOString(),
      }),
    });
    expect(screen.getByRole("timer").textContent).toContain("fixed for 45 seconds");
  });

  test("after the laptop slept, the server is asked and the rest is what it says", async () => {
    await customer({ "quotes.serverTime": () => ({ now: new Date(ISSUED_AT + 30_000).toISOString() }) });
    vi.setSystemTime(ISSUED_AT + 30_000);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(10);
    expect(screen.getByRole("timer").textContent).toContain("fixed for 15 seconds");
  });

  test("a date set an hour forward does not end the hold: the server knows better", async () => {
    await customer({ "quotes.serverTime": () => ({ now: new Date(ISSUED_AT + 5_000).toISOString() }) });
    vi.setSystemTime(ISSUED_AT + 3_600_000);
    await pass(1_000);
    expect(screen.getByRole("timer").textContent).toContain("fixed for 40 seconds");
  });

  test("if the server cannot be asked after a sleep, the shorter rest counts", async () => {
    await customer({
      "quotes.serverTime": () => {
        throw new NoAnswer();
      },
    });
    vi.setSystemTime(ISSUED_AT + 3_600_000);
    await pass(2_000);
    expect(screen.getByText("Exchange rate expired!")).toBeDefined();
  });

  test("removing the banner stops the timer and forgets the rate: the next form asks again", async () => {
    const { unmount } = await customer();
    unmount();
    await pass(1_000);
    const { api } = await customer();
    expect(api.inputs("quotes.getRate")).toHaveLength(1);
    expect(screen.getByRole("timer").textContent).toContain("45");
  });
});
