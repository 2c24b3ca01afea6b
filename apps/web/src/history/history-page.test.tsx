import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Transaction } from "@wattle/contracts/history";
import { describe, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "../exchange/testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { HistoryPage } from "./history-page.tsx";
import { historySearch } from "./history-search.ts";

const ROW: Transaction = {
  id: "1",
  transaction_type: "exchange",
  status: "completed",
  credit: "0.02000000",
  credit_currency: "BTC",
  debit: "2962.87",
  debit_currency: "AUD",
  rate: "149640.00",
  fee: "1",
  fee_amount: "0.00020000",
  fee_currency: "BTC",
  converted: "0.01980000",
  reference: "38DY-LKSW-NHGE",
  payment_method: null,
  bank_account_id: null,
  note: null,
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
};
const pageOf = (data: Transaction[], total = data.length, page = 1, last = 1) => ({
  data,
  meta: { current_page: page, last_page: last, per_page: 20, total },
});

const show = async (page = 1, onPage = vi.fn<(page: number) => void>()) =>
  renderScreen(<HistoryPage page={page} onPage={onPage} />, "/dashboard/transactions-history");

describe("transactions history", () => {
  test("a row shows amounts, the price of a coin, the fee, the reference and the status as a word", async () => {
    standInApi({ "history.list": () => pageOf([ROW]) });
    await show();
    const row = within((await screen.findByText("38DY-LKSW-NHGE")).closest("tr") ?? document.body);
    for (const text of [
      "0.02000000 BTC",
      "2,962.87 AUD",
      "149,640.00 AUD",
      "per BTC",
      "0.00020000 BTC",
      "1%",
      "Completed",
      "Exchange",
    ]) {
      expect(row.getByText(text)).toBeDefined();
    }
    expect(row.getByText(/^2026\/01\/31 \d\d:\d\d:00$/)).toBeDefined();
  });

  test("a purchase shows the same price the other way round", async () => {
    standInApi({
      "history.list": () =>
        pageOf([
          {
            ...ROW,
            credit: "1500.00",
            credit_currency: "AUD",
            debit: "0.00990000",
            debit_currency: "BTC",
            rate: "0.00000666666666666666666",
            fee_amount: "15.00",
            fee_currency: "AUD",
            converted: "1485.00",
          },
        ]),
    });
    await show();
    expect(await screen.findByText("per BTC")).toBeDefined();
    expect(screen.getByText(/^150,000\.\d\d AUD$/)).toBeDefined();
  });

  test.each([
    ["awaiting_payment", "Awaiting payment"],
    ["requested", "Requested"],
    ["cancelled", "Cancelled"],
    ["expired", "Expired"],
    ["rejected", "Rejected"],
    ["returned", "Returned"],
  ] as const)("status %s reads %s", async (status, word) => {
    standInApi({ "history.list": () => pageOf([{ ...ROW, status, rate: null, fee: null }]) });
    await show();
    expect(await screen.findByText(word)).toBeDefined();
  });

  test("while it is on its way a skeleton stands, and says so", async () => {
    standInApi({ "history.list": () => new Promise(() => undefined) });
    await show();
    expect(screen.getByLabelText("Your transactions are on their way").getAttribute("aria-busy")).toBe(
      "true",
    );
  });

  test("an empty history names the thing and offers one action", async () => {
    standInApi({ "history.list": () => pageOf([]) });
    await show();
    expect(await screen.findByText("No transactions yet")).toBeDefined();
    expect(screen.getByRole("link", { name: "Make your first exchange" }).getAttribute("href")).toBe(
      "/dashboard/currency-exchange",
    );
  });

  test("a failure: the alert 'Get transactions:' and a way to try again", async () => {
    const api = standInApi({
      "history.list": () => {
        throw new Refusal("server_error");
      },
    });
    await show();
    expect((await screen.findByRole("alert")).textContent).toBe("Get transactions: Server errors");
    api.answer("history.list", () => pageOf([ROW]));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("38DY-LKSW-NHGE")).toBeDefined();
  });

  test("pages: the one asked for is fetched, another is asked for by its number", async () => {
    const api = standInApi({ "history.list": () => pageOf([ROW], 61, 2, 4) });
    const onPage = vi.fn<(page: number) => void>();
    await show(2, onPage);
    expect(await screen.findByText("Page 2 of 4, 61 transactions")).toBeDefined();
    expect(api.inputs("history.list")).toEqual([{ page: 2, per_page: 20 }]);
    await userEvent.click(screen.getByRole("button", { name: "Page 3" }));
    expect(onPage).toHaveBeenCalledWith(3);
  });

  test.each([
    [{}, {}],
    [{ page: 2 }, { page: 2 }],
    [{ page: 1 }, {}],
    [{ page: 0 }, {}],
    [{ page: -1 }, {}],
    [{ page: 2.5 }, {}],
    [{ page: "x" }, {}],
    [{ page: 1e9 }, {}],
  ])("the address %j means %j", (search, expected) => {
    expect(historySearch(search)).toEqual(expected);
  });
});
