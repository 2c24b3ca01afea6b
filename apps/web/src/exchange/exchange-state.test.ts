// @vitest-environment node
import { convert, formatAmount, toAmount, type Amount } from "@wattle/exchange-core";
import { CURRENCIES } from "@wattle/exchange-core/testing/currencies";
import { FIRST_CHOICE } from "@wattle/contracts/first-markets";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canConfirm,
  currencyOfSide,
  exchangeable,
  exchangeReducer,
  heldQuote,
  initialState,
  offeredQuote,
  type ExchangeAction,
  type ExchangeState,
} from "./exchange-state.ts";
import {
  creditNote,
  debitNote,
  figuresAt,
  limitsInMoney,
  quickAmounts,
  rateProblem,
  shownLimits,
  shutReason,
} from "./exchange-view.ts";
import { samePair } from "../money/quote.ts";
import { PURCHASE, quoteFor, SALE } from "../testing/held-rates.ts";

const CHOICES = { fiat: ["AUD"], crypto: ["BTC", "ETH"] } as const;
const NIGERIAN_CHOICES = { fiat: ["NGN", "AUD"], crypto: ["BTC", "ETH"] } as const;
const btc = (units: bigint): Amount => toAmount<string>(units, CURRENCIES.BTC);

const after = (state: ExchangeState, ...actions: readonly ExchangeAction[]): ExchangeState =>
  actions.reduce(exchangeReducer, state);

const typed = (text: string, side: "credit" | "debit" = "credit"): ExchangeAction => ({
  type: "typed",
  side,
  text,
});
const received = (state: ExchangeState, quote = quoteFor(state.pair)): ExchangeState =>
  after(state, { type: "rate_received", attempt: state.attempts, quote });
const failed = (state: ExchangeState): ExchangeState =>
  after(state, { type: "rate_failed", attempt: state.attempts });

const FRESH = after(initialState("full", "AU", FIRST_CHOICE), {
  type: "choices_known",
  choices: CHOICES,
  country: "AU",
});
const STARTED = after(FRESH, { type: "started", draft: undefined });
const HELD = received(STARTED);
const PURCHASING = received(after(HELD, { type: "credit_currency_chosen", code: "AUD" }));
const pays = (code: string): ExchangeAction => ({ type: "credit_currency_chosen", code });
const gets = (code: string): ExchangeAction => ({ type: "debit_currency_chosen", code });
const NIGERIAN = received(
  after(
    initialState("full", "NG", FIRST_CHOICE),
    { type: "choices_known", choices: NIGERIAN_CHOICES, country: "NG" },
    { type: "started", draft: { amount: "", from: "BTC", to: "AUD" } },
  ),
);
const SALE_OF_ONE = after(HELD, typed("1"));
const SALE_FOR_1500 = after(NIGERIAN, typed("1500", "debit"));
const PURCHASING_ETH = received(after(NIGERIAN, pays("AUD"), gets("ETH")));
const READY = after(HELD, typed("0.01234567"), { type: "paused" });
const OPENED = after(READY, { type: "confirmation_opened", idempotencyKey: "key-1", balance: undefined });
const EXPIRED = after(READY, { type: "rate_expired", hash: quoteFor(SALE).hash });

describe("rate fetching", () => {
  test("starting asks for the default pair's rate", () => {
    expect(STARTED).toMatchObject({ pair: SALE, rate: { status: "loading", attempt: 1, reason: "limits" } });
  });
  test("if a rate is already held for the same pair, no request is made", () => {
    expect(READY.rate).toMatchObject({ status: "held" });
    expect(READY.attempts).toBe(1);
  });
  test("while one is on its way, no second request is made for the same pair", () => {
    expect(after(STARTED, typed("1"), { type: "paused" }, { type: "rate_wanted" }).attempts).toBe(1);
  });
  test("another pair asks again", () => {
    expect(after(HELD, { type: "credit_currency_chosen", code: "ETH" })).toMatchObject({
      pair: { credit: "ETH", debit: "AUD" },
      rate: { status: "loading", attempt: 2 },
    });
  });
  test("an answer that was overtaken by a later question is ignored", () => {
    const moved = after(STARTED, { type: "credit_currency_chosen", code: "AUD" });
    const late = after(moved, { type: "rate_received", attempt: 1, quote: quoteFor(SALE) });
    expect(late).toBe(moved);
    expect(after(moved, { type: "rate_failed", attempt: 1 })).toBe(moved);
  });
  test("an answer for another pair than the one shown is a failure", () => {
    expect(received(STARTED, quoteFor(PURCHASE)).rate.status).toBe("failed");
  });
  test("'update rate' clears the held rate and asks for the same pair again", () => {
    const updating = after(EXPIRED, { type: "rate_wanted" });
    expect(updating).toMatchObject({ pair: SALE, rate: { status: "loading", attempt: 2 } });
    expect(updating.credit.text).toBe("0.01234567");
  });
  test("editing after expiry fetches a new rate", () => {
    expect(after(EXPIRED, typed("0.02"), { type: "paused" }).rate).toMatchObject({
      status: "loading",
      attempt: 2,
    });
  });
  test("on failure the held rate is cleared and nothing converted is shown", () => {
    const state = failed(
      after(READY, { type: "rate_expired", hash: quoteFor(SALE).hash }, { type: "rate_wanted" }),
    );
    expect(heldQuote(state)).toBeUndefined();
    expect(state.credit.text).toBe("0.01234567");
    expect(state.debit.text).toBe("");
  });
});

describe("'Wrong exchange rate' and 'Error issuing exchange rate'", () => {
  test("a lookup that failed while editing an amount reads 'Wrong exchange rate'", () => {
    const state = failed(after(EXPIRED, typed("0.02"), { type: "paused" }));
    expect(rateProblem(state)).toBe("Wrong exchange rate");
  });
  test("a lookup that failed when loading min and max reads 'Error issuing exchange rate'", () => {
    expect(rateProblem(failed(STARTED))).toBe("Error issuing exchange rate");
  });
  test("min and max are set to 0 and the button stays disabled", () => {
    const state = after(failed(STARTED), typed("0.01"));
    expect(state.limits).toEqual({ min: 0n, max: 0n });
    expect(shownLimits(state)).toEqual({ min: "0.00000000 BTC", max: "0.00000000 BTC" });
    expect(exchangeable(state, undefined)).toBeUndefined();
    expect(shutReason(state, undefined, true)).toBe("Error issuing exchange rate");
  });
});

describe("limits", () => {
  test("min 100.00 and max 1000000.00 are displayed before the rate loads", () => {
    expect(shownLimits(STARTED)).toEqual({ min: "100.00", max: "1000000.00" });
  });
  test("1000000.00 never validates: without a rate the button is disabled", () => {
    expect(exchangeable(after(STARTED, typed("500")), undefined)).toBeUndefined();
  });
  test("in crypto mode they are the rate's limits at 8 decimals", () => {
    expect(shownLimits(HELD)).toEqual({ min: "0.00067341 BTC", max: "0.67340067 BTC" });
  });
  test("in fiat mode they are 100 and 100000", () => {
    expect(shownLimits(PURCHASING)).toEqual({ min: "100.00 AUD", max: "100,000.00 AUD" });
  });
  test("they stay while the same pair's rate is reloaded, and go with the pair", () => {
    expect(shownLimits(after(EXPIRED, { type: "rate_wanted" })).min).toBe("0.00067341 BTC");
    expect(shownLimits(after(HELD, { type: "credit_currency_chosen", code: "ETH" })).min).toBe("100.00");
  });
});

describe("amounts follow each other", () => {
  test("what is got is what the credit amount converts to, fee deducted", () => {
    expect(READY.debit.text).toBe("1,833.33");
  });
  test("editing what is got computes the smallest credit that yields it", () => {
    const state = after(PURCHASING, { type: "entered", side: "debit" }, typed("0.01", "debit"));
    expect(state.credit.text).toBe("1,515.16");
    expect(state.debit.text).toBe("0.01");
  });
  test("once that field is left, what is got is again what the credit converts to", () => {
    const state = after(PURCHASING, { type: "entered", side: "debit" }, typed("0.01", "debit"), {
      type: "left",
      side: "debit",
    });
    expect(state.typed).toBe("credit");
    expect(state.debit.text).toBe("0.01000005");
  });
  test("an amount to get that was typed before the rate came is converted when it comes", () => {
    const early = after(STARTED, { type: "entered", side: "debit" }, typed("1500", "debit"), {
      type: "left",
      side: "debit",
    });
    expect(early.credit.text).toBe("");
    const state = received(early);
    expect(state.credit.text).toBe("0.01010102");
    expect(state.debit.text).toBe("1,500.00");
  });
  test("emptying one field empties the other", () => {
    expect(after(READY, typed("")).debit.text).toBe("");
    expect(after(READY, typed("", "debit")).credit.text).toBe("");
  });
  test.each<readonly [string, ExchangeState, ExchangeAction, Partial<Record<"credit" | "debit", string>>]>([
    ["AUD for BTC as swap does", SALE_OF_ONE, pays("AUD"), { credit: "151,515.16" }],
    [
      "1 ETH to the BTC that it buys",
      received(after(SALE_OF_ONE, pays("ETH"))),
      pays("BTC"),
      { credit: "1.00000000" },
    ],
    ["ETH for the same AUD", SALE_OF_ONE, pays("ETH"), { debit: "148,500.00" }],
    ["another currency to get", after(NIGERIAN, typed("1")), gets("NGN"), { credit: "1.00000000" }],
    ["what is got typed, and another currency to get", SALE_FOR_1500, gets("NGN"), { credit: "0.01010102" }],
  ])("choosing another currency converts the amount: %s", (_what, state, action, shown) => {
    const moved = received(after(state, action));
    for (const [side, text] of Object.entries(shown))
      expect(moved[side as "credit" | "debit"].text).toBe(text);
    expect(moved.note).toBeUndefined();
  });
  test.each<readonly [string, ExchangeState, ExchangeAction]>([
    ["no rate is there to convert it by", after(STARTED, typed("500")), pays("ETH")],
    ["neither currency stays", after(PURCHASING_ETH, typed("100.25")), pays("NGN")],
    ["it is no amount", after(PURCHASING_ETH, typed("1.234,5")), pays("NGN")],
  ])("a number is never carried to another currency, and a note says so: %s", (_what, state, action) => {
    const moved = after(state, action);
    expect(moved).toMatchObject({ credit: { text: "" }, debit: { text: "" } });
    expect(moved.note).toEqual({ text: `Enter the amount in ${moved.pair.credit}.`, tone: "info" });
  });
  test("whatever is chosen, an amount is of the currency that it was typed in, or gone", () => {
    const side = fc.constantFrom("credit" as const, "debit" as const);
    const code = fc.constantFrom("AUD", "NGN", "BTC", "ETH");
    const units = fc.bigInt(1n, 10n ** 15n);
    fc.assert(
      fc.property(code, code, side, units, side, code, (paid, got, where, amount, chosen, other) => {
        const start = received(after(NIGERIAN, pays(paid), gets(got)));
        const from = currencyOfSide(start, where);
        const state = after(start, typed(formatAmount(toAmount<string>(amount, from), from), where));
        const moved = after(state, chosen === "credit" ? pays(other) : gets(other));
        for (const now of ["credit", "debit"] as const)
          if (moved[now].amount !== undefined) {
            const before = state.pair.credit === moved.pair[now] ? state.credit : state.debit;
            expect([state.pair.credit, state.pair.debit]).toContain(moved.pair[now]);
            expect(moved[now].amount).toBe(before.amount);
          }
      }),
    );
  });
  test("an amount whose counter-value would not fit is a problem, not a crash", () => {
    const state = after(PURCHASING, typed("92233720368547758"), { type: "paused" });
    expect(creditNote(state, undefined)?.text).toBe("This amount is too large");
    const got = after(HELD, typed("92233720368547758", "debit"), { type: "paused" });
    expect(debitNote(got)?.text).toBe("This amount is too large");
  });
});

describe("messages at the amount", () => {
  test("'Enter amount' on Enter in the empty field", () => {
    expect(creditNote(HELD, undefined)).toBeUndefined();
    expect(creditNote(after(HELD, { type: "submitted" }), undefined)?.text).toBe("Enter amount");
  });
  test("'Enter amount' on leaving the empty field after an edit, and not before one", () => {
    expect(creditNote(after(HELD, { type: "left", side: "credit" }), undefined)).toBeUndefined();
    const emptied = after(READY, typed(""), { type: "left", side: "credit" });
    expect(creditNote(emptied, undefined)?.text).toBe("Enter amount");
  });
  test.each([
    [
      "below the minimum",
      "0.0001",
      undefined,
      "Min amount for exchange 0.00067341 BTC",
      "The minimum is 0.00067341 BTC",
    ],
    [
      "above the maximum",
      "0.7",
      undefined,
      "Max amount to exchange: 0.67340067 BTC",
      "The maximum is 0.67340067 BTC",
    ],
    [
      "above balance and maximum",
      "0.7",
      btc(50_000_000n),
      "Max amount to exchange: 0.50000000 BTC",
      "The maximum is 0.67340067 BTC",
    ],
    [
      "above the balance only",
      "0.6",
      btc(50_000_000n),
      "Max amount to exchange: 0.50000000 BTC",
      "Your balance is 0.50000000 BTC",
    ],
    [
      "no balance in the credit currency",
      "0.01",
      btc(0n),
      "Your balance: 0 BTC",
      "Your balance is 0.00000000 BTC",
    ],
  ])("%s", (_description, text, balance, message, reason) => {
    const state = after(HELD, typed(text), { type: "paused" });
    expect(creditNote(state, balance)).toEqual({ text: message, tone: "error" });
    expect(exchangeable(state, balance)).toBeUndefined();
    expect(shutReason(state, balance, true)).toBe(reason);
  });
  test("problems are shown once the pause after typing is over", () => {
    expect(creditNote(after(HELD, typed("0.0001")), undefined)).toBeUndefined();
  });
});

describe("Buy Max", () => {
  const max = (balance: Amount): ExchangeState => after(HELD, { type: "max_wanted", balance });
  test("a balance above the maximum sets the amount to the maximum and says so", () => {
    const state = max(btc(250_000_000n));
    expect(state.credit.text).toBe("0.67340067");
    expect(creditNote(state, btc(250_000_000n))).toEqual({
      text: "Max amount for exchange 0.67340067 BTC",
      tone: "info",
    });
    expect(exchangeable(state, btc(250_000_000n))).toBeDefined();
  });
  test("a balance below the minimum gives the min message", () => {
    const state = max(btc(1n));
    expect(state.credit.text).toBe("");
    expect(creditNote(state, btc(1n))?.text).toBe("Min amount for exchange 0.00067341 BTC");
  });
  test("otherwise the full balance is used", () => {
    const state = max(btc(50_000_000n));
    expect(state.credit.text).toBe("0.50000000");
    expect(creditNote(state, btc(50_000_000n))).toBeUndefined();
  });
  test("a zero balance says so", () => {
    expect(creditNote(max(btc(0n)), btc(0n))?.text).toBe("Your balance: 0 BTC");
  });
  test("without a rate there is no maximum to fill in", () => {
    const state = failed(STARTED);
    expect(after(state, { type: "max_wanted", balance: btc(50_000_000n) })).toBe(state);
  });
});

describe("the pair turned round", () => {
  test("each amount stays with its currency, and what was typed still leads", () => {
    const typedMoney = after(PURCHASING, typed("1000"), { type: "swapped" });
    expect(typedMoney).toMatchObject({ pair: SALE, typed: "debit", debit: { text: "1,000.00" } });
    expect(received(typedMoney)).toMatchObject({
      typed: "credit",
      credit: { text: "0.00673401" },
      debit: { text: "1,000.00" },
    });
  });
  test("nothing typed, nothing filled in", () => {
    expect(received(after(HELD, { type: "swapped" }))).toMatchObject({
      pair: PURCHASE,
      credit: { text: "" },
      debit: { text: "" },
    });
  });
  test("what is no amount stays as it is", () => {
    const turned = after(PURCHASING, typed("1.234,5"), { type: "swapped" });
    expect(turned.debit).toMatchObject({ text: "1.234,5", problem: expect.any(String) });
  });
  test("twice is back where it was", () => {
    const twice = received(after(received(after(READY, { type: "swapped" })), { type: "swapped" }));
    expect(twice.pair).toEqual(SALE);
    expect(twice.attempts).toBe(3);
  });
});

describe("quick amounts", () => {
  const texts = (state: ExchangeState): string[] => quickAmounts(state).amounts.map(({ text }) => text);
  test("of a purchase are what is paid, of a sale what is got", () => {
    expect([quickAmounts(PURCHASING).side, ...texts(PURCHASING)]).toEqual(["credit", "100", "500", "1,000"]);
    expect([quickAmounts(HELD).side, ...texts(HELD)]).toEqual(["debit", "100 AUD", "500 AUD", "1,000 AUD"]);
  });
  test("follow the limits of the currency: NGN", () => {
    const nigerian = after(initialState("full", "NG", FIRST_CHOICE), {
      type: "choices_known",
      choices: NIGERIAN_CHOICES,
      country: "NG",
    });
    const buying = after(nigerian, { type: "credit_currency_chosen", code: "NGN" });
    expect(texts(buying)).toEqual(["100,000", "500,000", "1,000,000"]);
  });
  test.each([
    ["bought", PURCHASING],
    ["sold", HELD],
  ])("each can be exchanged as it is filled in: %s", (_way, state) => {
    const { side, amounts } = quickAmounts(state);
    for (const { amount } of amounts) {
      const filled = after(state, { type: "amount_chosen", side, amount });
      expect(filled[side].amount).toBe(amount);
      expect(exchangeable(filled, undefined)).toBeDefined();
    }
  });
  test("fill an expired form in, too, and ask for a new rate at once", () => {
    const amount = quickAmounts(HELD).amounts[0]?.amount ?? toAmount(0n, CURRENCIES.AUD);
    const filled = after(EXPIRED, { type: "amount_chosen", side: "debit", amount });
    expect(filled).toMatchObject({ debit: { text: "100.00" }, rate: { status: "loading" } });
    expect(received(filled).credit.text).toBe("0.00067341");
  });
});

describe("the limits of a sale in money", () => {
  test("are those of the currency it is paid in", () => {
    expect(limitsInMoney(HELD)).toBe("100.00 to 100,000.00 AUD");
  });
  test("are not repeated for a purchase, nor shown before there is a rate", () => {
    expect(limitsInMoney(PURCHASING)).toBeUndefined();
    expect(limitsInMoney(STARTED)).toBeUndefined();
  });
});

describe("currencies", () => {
  test("changing the credit currency to fiat sets debit to the first crypto currency, and back to AUD", () => {
    expect(PURCHASING.pair).toEqual(PURCHASE);
    expect(after(PURCHASING, { type: "credit_currency_chosen", code: "ETH" }).pair).toEqual({
      credit: "ETH",
      debit: "AUD",
    });
  });
  test("a currency that is not offered cannot be chosen", () => {
    expect(after(HELD, { type: "credit_currency_chosen", code: "NGN" })).toBe(HELD);
    expect(after(HELD, { type: "debit_currency_chosen", code: "NGN" })).toBe(HELD);
    expect(after(HELD, { type: "debit_currency_chosen", code: "ETH" })).toBe(HELD);
  });
  test("a visitor who turns out to be Nigerian gets NGN, unless a pair was chosen already", () => {
    const known: ExchangeAction = { type: "choices_known", choices: NIGERIAN_CHOICES, country: "NG" };
    expect(after(HELD, known).pair).toEqual({ credit: "BTC", debit: "NGN" });
    expect(after(PURCHASING, known).pair).toEqual(PURCHASE);
  });
  test("a customer who turns out not to be Nigerian loses NGN", () => {
    const nigerian = after(initialState("full", "NG", FIRST_CHOICE), { type: "started", draft: undefined });
    expect(nigerian.pair.debit).toBe("NGN");
    expect(after(nigerian, { type: "customer_known", country: "AU" }).pair).toEqual(SALE);
  });
});

describe("a purchase that the page asks for", () => {
  const home = received(
    after(
      initialState("form-only", "AU", FIRST_CHOICE),
      { type: "choices_known", choices: CHOICES, country: "AU" },
      { type: "started", draft: undefined },
    ),
  );
  const wanted: ExchangeAction = { type: "purchase_wanted" };
  test("begins with ten times the smallest one, once", () => {
    const state = received(after(home, wanted));
    expect(state).toMatchObject({
      pair: PURCHASE,
      credit: { text: "1,000.00" },
      debit: { text: "0.00659999" },
    });
    expect(exchangeable(state, undefined)).toBeDefined();
    expect(after(state, wanted)).toBe(state);
  });
  test("in naira for a visitor from Nigeria", () => {
    const nigerian = after(initialState("form-only", "NG", FIRST_CHOICE), wanted);
    expect(nigerian).toMatchObject({ pair: { credit: "NGN" }, credit: { text: "1,000,000.00" } });
  });
  test("keeps what was typed", () => {
    expect(received(after(home, typed("0.01"), wanted)).debit.text).toBe("0.01000005");
  });
  test("in the account the amount is the customer's own", () => {
    expect(after(HELD, wanted)).toMatchObject({ pair: PURCHASE, credit: { text: "" } });
  });
});

describe("drafts", () => {
  const draft = { amount: "1000", from: "AUD", to: "BTC" };
  test("a draft sets amount and pair, and is converted when the rate comes", () => {
    const state = received(after(FRESH, { type: "started", draft }));
    expect(state).toMatchObject({
      pair: PURCHASE,
      credit: { text: "1,000.00" },
      debit: { text: "0.00659999" },
    });
  });
  test.each([
    [
      "what is paid: the amount is left empty",
      { amount: "2000.00", from: "NGN", to: "ETH" },
      { credit: "AUD", debit: "ETH" },
      "",
      "NGN is for customers in Nigeria. We changed it to AUD. Enter the amount in AUD.",
    ],
    [
      "what is got: the amount stays",
      { amount: "0.6", from: "ETH", to: "NGN" },
      { credit: "ETH", debit: "AUD" },
      "0.60000000",
      "NGN is for customers in Nigeria. We changed it to AUD.",
    ],
  ])("NGN as %s, for someone who may not use it, and a note says why", (_what, draft, pair, text, note) => {
    const state = received(after(FRESH, { type: "started", draft }));
    expect(state).toMatchObject({ pair, credit: { text } });
    expect(creditNote(state, undefined)).toEqual({ text: note, tone: "info" });
    expect(exchangeable(state, undefined) === undefined).toBe(text === "");
    const edited = after(state, typed("0.5"), { type: "paused" });
    expect(creditNote(edited, undefined)?.tone).not.toBe("info");
  });
  test("someone who turns out not to be Nigerian keeps the way it goes, not the number", () => {
    const buying = after(NIGERIAN, pays("NGN"), typed("5000"));
    const known = after(buying, { type: "choices_known", choices: CHOICES, country: "AU" });
    expect(known).toMatchObject({ pair: PURCHASE, credit: { text: "" }, debit: { text: "" } });
    expect(creditNote(received(known), undefined)?.text).toBe(
      "NGN is for customers in Nigeria. We changed it to AUD. Enter the amount in AUD.",
    );
  });
});

describe("confirmation", () => {
  const confirm: ExchangeAction = { type: "confirmed" };
  test("opens only when Exchange Now! is open", () => {
    const open: ExchangeAction = { type: "confirmation_opened", idempotencyKey: "k", balance: btc(0n) };
    expect(after(READY, open).confirmation).toBeUndefined();
    expect(after(EXPIRED, { ...open, balance: undefined }).confirmation).toBeUndefined();
    expect(after(HELD, { ...open, balance: undefined }).confirmation).toBeUndefined();
    expect(OPENED.confirmation).toMatchObject({ idempotencyKey: "key-1", phase: "asking" });
  });
  test("does not restart the hold", () => {
    expect(OPENED.rate).toBe(READY.rate);
  });
  test("the figures are frozen, to the smallest unit", () => {
    const { confirmation } = OPENED;
    expect(confirmation && figuresAt(confirmation.price.credit, confirmation.quote)).toEqual({
      credit: "0.01234567",
      credit_currency: "BTC",
      fee: "1",
      fee_amount: "0.00012346",
      converted: "0.01222221",
      rate: "150000",
      debit: "1833.33",
      debit_currency: "AUD",
    });
  });
  test("a spread is a line of the price, of what is converted and rounded up", () => {
    const quote = quoteFor(SALE, { spread: "0.25" });
    const price = OPENED.confirmation?.price;
    expect(price && figuresAt(price.credit, quote)).toMatchObject({
      converted: "0.01222221",
      debit: "1833.33",
      spread: { percent: "0.25", amount: "0.00003056" },
    });
  });
  test("if the hold runs out inside, Yes goes", () => {
    expect(canConfirm(OPENED)).toBe(true);
    const late = after(OPENED, { type: "rate_expired", hash: quoteFor(SALE).hash });
    expect(canConfirm(late)).toBe(false);
    expect(after(late, confirm)).toBe(late);
    expect(late.confirmation).toBeDefined();
  });
  test("a newer rate is offered next to the expired one, and confirmed under a key of its own once it is taken", () => {
    const late = after(OPENED, { type: "rate_expired", hash: quoteFor(SALE).hash });
    const accept: ExchangeAction = { type: "rate_accepted", idempotencyKey: "key-2", balance: undefined };
    expect(offeredQuote(late)).toBeUndefined();
    expect(after(late, accept)).toBe(late);
    const newer = quoteFor(SALE, { hash: "newer", rate: "160000" });
    const offered = received(after(late, { type: "rate_wanted" }), newer);
    expect(offeredQuote(offered)).toBe(newer);
    expect(canConfirm(offered)).toBe(false);
    const taken = after(offered, accept);
    expect(taken.confirmation).toMatchObject({
      idempotencyKey: "key-2",
      quote: { hash: "newer" },
      price: { credit: OPENED.confirmation?.price.credit },
    });
    expect(canConfirm(taken)).toBe(true);
    expect(offeredQuote(taken)).toBeUndefined();
  });
  test("the pause after an edit, when it ends under the popup, asks for no rate by itself", () => {
    const late = after(OPENED, { type: "rate_expired", hash: quoteFor(SALE).hash }, { type: "paused" });
    expect(late.rate.status).toBe("expired");
    const closed = after(late, { type: "confirmation_closed" });
    expect(after(closed, { type: "rate_wanted" }).rate.status).toBe("loading");
  });
  test("a newer rate whose limits the amount does not fit cannot be taken", () => {
    const late = after(OPENED, { type: "rate_expired", hash: quoteFor(SALE).hash });
    const newer = quoteFor(SALE, { hash: "newer", min: "1.00000000", max: "2.00000000" });
    const offered = received(after(late, { type: "rate_wanted" }), newer);
    const taken = after(offered, { type: "rate_accepted", idempotencyKey: "key-2", balance: undefined });
    expect(taken.confirmation).toBeUndefined();
    expect(creditNote(taken, undefined)?.text).toBe("Min amount for exchange 1.00000000 BTC");
  });
  test("one that was sent and not answered is offered no other rate", () => {
    const lost = after(OPENED, confirm, { type: "unanswered" });
    const renewed = received(after(lost, { type: "rate_wanted" }), quoteFor(SALE, { hash: "newer" }));
    expect(offeredQuote(renewed)).toBeUndefined();
  });
  test("Yes counts once", () => {
    const sending = after(OPENED, confirm);
    expect(sending.confirmation?.phase).toBe("sending");
    expect(after(sending, confirm)).toBe(sending);
    expect(after(sending, { type: "confirmation_closed" })).toBe(sending);
  });
  test("without an answer it can be sent again under the same key, also after the hold", () => {
    const lost = after(
      OPENED,
      confirm,
      { type: "unanswered" },
      { type: "rate_expired", hash: quoteFor(SALE).hash },
    );
    expect(canConfirm(lost)).toBe(true);
    expect(after(lost, confirm).confirmation).toMatchObject({ idempotencyKey: "key-1", phase: "sending" });
  });
  test("No closes it and keeps the amounts", () => {
    expect(after(OPENED, { type: "confirmation_closed" })).toMatchObject({
      confirmation: undefined,
      credit: { text: "0.01234567" },
    });
  });
  test("a used or expired quote is replaced; the typed amounts stay", () => {
    const state = after(OPENED, confirm, { type: "refused", renewRate: true, note: undefined });
    expect(state).toMatchObject({
      confirmation: undefined,
      credit: { text: "0.01234567" },
      rate: { status: "loading", attempt: 2 },
    });
  });
  test("a refused amount keeps the rate and says why until the next edit", () => {
    const state = after(OPENED, confirm, { type: "refused", renewRate: false, note: "Your balance: 0 BTC" });
    expect(state.rate.status).toBe("held");
    expect(creditNote(state, undefined)?.text).toBe("Your balance: 0 BTC");
    expect(creditNote(after(state, typed("0.02"), { type: "paused" }), undefined)).toBeUndefined();
  });
  test("after success fields are cleared, the pair is BTC to AUD and the rate is reloaded", () => {
    const bought = after(PURCHASING, typed("1000"), {
      type: "confirmation_opened",
      idempotencyKey: "k",
      balance: undefined,
    });
    const done = after(bought, confirm, { type: "exchanged" });
    expect(done).toMatchObject({
      pair: SALE,
      credit: { text: "" },
      debit: { text: "" },
      confirmation: undefined,
      rate: { status: "loading" },
      choices: CHOICES,
    });
    expect(done.attempts).toBeGreaterThan(bought.attempts);
  });
});

/** Something that happens, seen from the state it happens in. */
type Event = (state: ExchangeState) => ExchangeAction;

const code = fc.constantFrom("AUD", "NGN", "USD", "BTC", "ETH", "XYZ", "constructor");
const text = fc.oneof(
  fc.constantFrom("", ".", "0", "100", "0.01", "1000.00", "1.234,5", "AUD 1,000.00", "9".repeat(300), "💰"),
  fc.string(),
);
const side = fc.constantFrom<"credit" | "debit">("credit", "debit");
const pair = fc.constantFrom(SALE, PURCHASE, { credit: "ETH", debit: "AUD" });
const quote = pair.map((one) => quoteFor(one));
const balance = fc.option(fc.bigInt(0n, 10n ** 10n).map(btc), { nil: undefined });
const attempt = fc.integer({ min: 0, max: 6 });
const wild: fc.Arbitrary<ExchangeAction> = fc.oneof(
  fc.record({ type: fc.constant("typed" as const), side, text }),
  fc.record({ type: fc.constant("stepped" as const), side, direction: fc.constantFrom<1 | -1>(1, -1) }),
  fc.record({ type: fc.constantFrom("entered" as const, "left" as const), side }),
  fc.record({
    type: fc.constantFrom("credit_currency_chosen" as const, "debit_currency_chosen" as const),
    code,
  }),
  fc.record({ type: fc.constant("rate_received" as const), attempt, quote }),
  fc.record({ type: fc.constant("rate_failed" as const), attempt }),
  fc.record({ type: fc.constant("rate_expired" as const), hash: quote.map(({ hash }) => hash) }),
  fc.record({ type: fc.constant("max_wanted" as const), balance: fc.bigInt(0n, 10n ** 12n).map(btc) }),
  fc.record({ type: fc.constant("confirmation_opened" as const), idempotencyKey: fc.string(), balance }),
  fc.record({ type: fc.constant("refused" as const), renewRate: fc.boolean(), note: fc.constant(undefined) }),
  fc.record({ type: fc.constant("customer_known" as const), country: fc.constantFrom("AU", "NG", "") }),
  fc.constantFrom<ExchangeAction>(
    { type: "paused" },
    { type: "submitted" },
    { type: "rate_wanted" },
    { type: "swapped" },
    { type: "rate_accepted", idempotencyKey: "wild", balance: undefined },
    { type: "confirmation_closed" },
    { type: "confirmed" },
    { type: "unanswered" },
    { type: "exchanged" },
  ),
);

/** Usual events, so that the button is open often enough to be wrong. */
const usual: fc.Arbitrary<Event> = fc.constantFrom<Event>(
  (state) => ({ type: "rate_received", attempt: state.attempts, quote: quoteFor(state.pair) }),
  (state) => typed(state.pair.credit === "AUD" ? "1000.00" : "0.01"),
  (state) => typed(state.pair.debit === "AUD" ? "1500" : "0.01", "debit"),
  (state) => ({ type: "rate_expired", hash: state.rate.status === "held" ? state.rate.quote.hash : "" }),
  () => ({ type: "confirmation_opened", idempotencyKey: "usual", balance: undefined }),
);
const events = fc.array(
  fc.oneof(
    usual,
    wild.map(
      (action): Event =>
        () =>
          action,
    ),
  ),
  { maxLength: 40 },
);

describe("whatever happens, in whatever order", () => {
  test("the button is never open without a held, loaded, matching rate and an amount within its limits", () => {
    let opened = 0;
    let disabled = 0;
    fc.assert(
      fc.property(events, balance, (happenings, funds) => {
        let state = STARTED;
        for (const happening of happenings) {
          state = exchangeReducer(state, happening(state));
          const ready = exchangeable(state, funds);
          expect(shutReason(state, funds, true) === undefined).toBe(ready !== undefined);
          expect(shutReason(state, funds, false)).toBeDefined();
          if (ready === undefined) {
            disabled += 1;
            continue;
          }
          opened += 1;
          expect(state.rate.status).toBe("held");
          expect(samePair(ready.quote.pair, state.pair)).toBe(true);
          expect(ready.credit >= ready.quote.min && ready.credit <= ready.quote.max).toBe(true);
          expect(funds === undefined || ready.credit <= funds).toBe(true);
          expect(state.credit.problem).toBeUndefined();
        }
      }),
      { numRuns: 400 },
    );
    expect(opened).toBeGreaterThan(100);
    expect(disabled).toBeGreaterThan(100);
  });

  test("while the button is open, what is shown as got is what the shown credit converts to", () => {
    let compared = 0;
    fc.assert(
      fc.property(events, (happenings) => {
        let state = STARTED;
        for (const happening of happenings) {
          state = exchangeReducer(state, happening(state));
          const ready = exchangeable(state, undefined);
          if (ready === undefined || state.typed === "debit") continue;
          compared += 1;
          expect(state.debit.amount).toBe(convert(ready.credit, ready.quote.conversion));
        }
      }),
      { numRuns: 400 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test("a confirmation always names the rate and amounts it was opened with", () => {
    let confirmations = 0;
    fc.assert(
      fc.property(events, (happenings) => {
        let state = READY;
        for (const happening of happenings) {
          const before = state.confirmation;
          state = exchangeReducer(state, happening(state));
          const now = state.confirmation;
          if (now === undefined || before === undefined) continue;
          confirmations += 1;
          expect(now.idempotencyKey).toBe(before.idempotencyKey);
          expect(now.price).toBe(before.price);
          expect(now.quote).toBe(before.quote);
        }
      }),
      { numRuns: 400 },
    );
    expect(confirmations).toBeGreaterThan(100);
  });
});
