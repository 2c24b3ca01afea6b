import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Transaction } from "@wattle/contracts/history";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { HistoryPage } from "./history-page.tsx";
import { csvAddress, filterInput, historySearch, type HistorySearch } from "./history-search.ts";

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
  bill_reference: null,
  payment_method: null,
  bank_account_id: null,
  coin_payee_id: null,
  txid: null,
  note: null,
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
};
const pageOf = (data: Transaction[], total = data.length, page = 1, last = 1) => ({
  data,
  meta: { current_page: page, last_page: last, per_page: 20, total },
});

const show = async (search: HistorySearch = {}, onSearch = vi.fn<(next: HistorySearch) => void>()) =>
  renderScreen(<HistoryPage search={search} onSearch={onSearch} />, "/dashboard/transactions-history");

describe("transactions history", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("a row shows amounts, the price of a coin, the fee, the reference and the status as a word", async () => {
    standInApi({ "history.list": () => pageOf([ROW]) });
    await show();
    const row = within((await screen.findByText("38DY-LKSW-NHGE")).closest("tr") ?? document.body);
    for (const text of [
      "−0.02000000 BTC",
      "+2,962.87 AUD",
      "149,640.00",
      "AUD per BTC",
      "0.00020000 BTC",
      "1%",
      "Completed",
      "Sold BTC",
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
    expect(await screen.findByText("AUD per BTC")).toBeDefined();
    expect(screen.getByText(/^150,000\.\d\d$/)).toBeDefined();
  });

  test.each([
    ["deposit", "completed", "Deposited AUD", ["", "+1,500.00 AUD"]],
    ["deposit", "awaiting_payment", "Deposit of AUD", ["", "1,500.00 AUD"]],
    ["withdraw", "completed", "Withdrew AUD", ["−1,500.00 AUD", ""]],
    ["withdraw", "requested", "Withdrawal of AUD", ["−1,500.00 AUD", ""]],
    ["withdraw", "cancelled", "Withdrawal of AUD", ["1,500.00 AUD", ""]],
  ] as const)(
    "a %s that is %s: what left the balance, what reached it",
    async (type, status, title, moved) => {
      const row = { credit: "1500.00", credit_currency: "AUD", debit: "1500.00", debit_currency: "AUD" };
      standInApi({
        "history.list": () =>
          pageOf([{ ...ROW, ...row, transaction_type: type, status, rate: null, fee: null }]),
      });
      await show();
      const cells = (await screen.findByText(title)).closest("tr")?.querySelectorAll("td");
      expect([...(cells ?? [])].slice(2, 4).map(({ textContent }) => textContent)).toEqual(moved);
      // A receipt is of what was done, not of what is planned or came to nothing.
      const receipts = screen.queryAllByRole("link", { name: /^Receipt of/ });
      expect(receipts).toHaveLength(status === "completed" ? 1 : 0);
    },
  );

  test("a row opens its details, by click and by Enter; its links lead to their pages", async () => {
    standInApi({ "history.list": () => pageOf([ROW]) });
    const { address } = await show();
    await userEvent.click(await screen.findByText("Sold BTC"));
    const details = await screen.findByRole("dialog", { name: "Sold BTC" });
    expect(within(details).getByText("149,640.00 AUD per BTC")).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    screen.getByText("Sold BTC").closest("tr")?.focus();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("dialog", { name: "Sold BTC" })).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByRole("link", { name: /^Receipt of/ }));
    expect(address()).toBe("/dashboard/transactions-history/receipt?id=%221%22");
    expect(screen.queryByRole("dialog")).toBeNull();
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
    expect(within(await screen.findByRole("table")).getByText(word)).toBeDefined();
  });

  test("while it is on its way a skeleton is shown, and says so", async () => {
    standInApi({ "history.list": () => new Promise(() => undefined) });
    await show();
    expect(screen.getByText("Loading your transactions").closest("[aria-busy=true]")).not.toBeNull();
  });

  test.each([
    ["money", { AUD: "5.00", BTC: "0.00000000" }, "Make your first exchange", "/dashboard/currency-exchange"],
    ["no money", { AUD: "0.00", BTC: "0.00000000" }, "Make a deposit", "/dashboard/deposit-money"],
  ])("an empty history of someone with %s offers one action", async (_what, balances, name, href) => {
    standInApi({ "history.list": () => pageOf([]), "balances.get": () => balances });
    await show();
    expect(await screen.findByText("No transactions yet")).toBeDefined();
    expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(href);
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
    const onSearch = vi.fn<(next: HistorySearch) => void>();
    await show({ page: 2, type: "exchange" }, onSearch);
    expect(await screen.findByText("Page 2 of 4, 61 transactions")).toBeDefined();
    expect(api.inputs("history.list")).toEqual([{ page: 2, per_page: 20, type: "exchange" }]);
    await userEvent.click(screen.getByRole("button", { name: "Page 3" }));
    expect(onSearch).toHaveBeenCalledWith({ page: 3, type: "exchange" });
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
    [
      { type: "deposit", status: "expired" },
      { type: "deposit", status: "expired" },
    ],
    [{ type: "gift", status: ["expired"], other: 1 }, {}],
    [
      { from: "2026-01-31", to: "2026-02-01" },
      { from: "2026-01-31", to: "2026-02-01" },
    ],
    [{ from: "yesterday", to: 20260131 }, {}],
    [{ from: "2026-13-01" }, {}],
    [{ search: "  7KQ4 " }, { search: "7KQ4" }],
    [{ search: 1500 }, { search: "1500" }],
    [{ search: "x".repeat(50) }, { search: "x".repeat(40) }],
    [{ search: " " }, {}],
  ])("the address %j means %j", (search, expected) => {
    expect(historySearch(search)).toEqual(expected);
  });

  test("search and filters go to the address bar, from the first page on", async () => {
    standInApi({ "history.list": () => pageOf([ROW]) });
    const onSearch = vi.fn<(next: HistorySearch) => void>();
    await show({ page: 3, status: "completed" }, onSearch);
    await userEvent.selectOptions(await screen.findByLabelText("Type"), "Deposit");
    expect(onSearch).toHaveBeenLastCalledWith({ status: "completed", type: "deposit" });
    await userEvent.selectOptions(screen.getByLabelText("Status"), "Any status");
    expect(onSearch).toHaveBeenLastCalledWith({});
    await userEvent.type(screen.getByLabelText("Search"), "7kq4{Enter}");
    expect(onSearch).toHaveBeenLastCalledWith({ status: "completed", search: "7kq4" });
  });

  test("usual days are asked for by one press, and no longer by another", async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 23, 12), toFake: ["Date"] });
    standInApi({ "history.list": () => pageOf([ROW]) });
    const onSearch = vi.fn<(next: HistorySearch) => void>();
    await show({ page: 3, type: "deposit", to: "2020-01-01" }, onSearch);
    await userEvent.click(await screen.findByRole("button", { name: "Last 30 days" }));
    expect(onSearch).toHaveBeenLastCalledWith({ type: "deposit", from: "2026-10-25" });
    cleanup();
    await show({ type: "deposit", from: "2026-10-25" }, onSearch);
    await userEvent.click(await screen.findByRole("button", { name: "Last 30 days", pressed: true }));
    expect(onSearch).toHaveBeenLastCalledWith({ type: "deposit" });
  });

  test("typing searches after a pause, without Enter", async () => {
    standInApi({ "history.list": () => pageOf([ROW]) });
    const onSearch = vi.fn<(next: HistorySearch) => void>();
    await show({}, onSearch);
    const field = await screen.findByLabelText("Search");
    // Key by key without a pause between, however slow the machine.
    for (const value of ["1", "15", "150", "1500"]) fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ search: "1500" }));
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  test("a day typed as 31/01/2026 is asked for once it is whole, without Enter", async () => {
    standInApi({ "history.list": () => pageOf([ROW]) });
    const onSearch = vi.fn<(next: HistorySearch) => void>();
    await show({}, onSearch);
    const field = await screen.findByLabelText("From");
    for (const value of ["31/01/20", "31/01/202"]) fireEvent.change(field, { target: { value } });
    expect(onSearch).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: "31/01/2026" } });
    expect(onSearch).toHaveBeenCalledExactlyOnceWith({ from: "2026-01-31" });
  });

  test("nothing found is not an empty history, and can be cleared", async () => {
    standInApi({ "history.list": () => pageOf([]) });
    const onSearch = vi.fn<(next: HistorySearch) => void>();
    await show({ search: "nothing" }, onSearch);
    expect(await screen.findByText("No matching transactions")).toBeDefined();
    // One button does it, not two.
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(onSearch).toHaveBeenCalledWith({});
  });

  test("deposits and withdrawals lead to their own pages, exchanges nowhere", async () => {
    standInApi({
      "history.list": () =>
        pageOf([
          ROW,
          { ...ROW, id: "2", transaction_type: "deposit", payment_method: "payid", reference: "PAYI-D" },
          {
            ...ROW,
            id: "3",
            transaction_type: "deposit",
            payment_method: "bank_transfer",
            reference: "BANK",
          },
          { ...ROW, id: "4", transaction_type: "withdraw", reference: "GOES-OUT" },
        ]),
    });
    await show();
    const address = async (name: string): Promise<string | null> =>
      (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await address("PAYI-D")).toBe("/dashboard/deposit-money/pay-payment-instruction?id=%222%22");
    expect(await address("BANK")).toBe("/dashboard/deposit-money/payment?id=%223%22");
    expect(await address("GOES-OUT")).toBe("/dashboard/withdraw-money?id=%224%22");
    expect(screen.queryByRole("link", { name: ROW.reference })).toBeNull();
  });

  test.each([
    ["a search that found as many as there can be", { search: "1500" }, 200, true],
    ["one that found fewer", { search: "1500" }, 199, false],
    ["a filter alone", { type: "deposit" }, 200, false],
  ] as const)("%s: whether older ones may be left out is said", async (_what, search, total, said) => {
    const page = pageOf([ROW]);
    standInApi({ "history.list": () => ({ ...page, meta: { ...page.meta, total } }) });
    await show(search);
    await screen.findByText(ROW.reference);
    expect(screen.queryByText(/^Showing the newest 200 matches/) !== null).toBe(said);
  });

  test("days are the customer's own: from their first moment to their last", () => {
    const { from, to } = filterInput({ from: "2026-01-31", to: "2026-01-31" });
    expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(86_400_000 - 1);
    expect(new Date(from ?? "").getHours()).toBe(0);
  });

  test("the CSV file has the filters and the search of the list", () => {
    expect(csvAddress({})).toBe("/api/users/transactions.csv?page_of=guest");
    expect(csvAddress({ page: 3, type: "deposit", status: "completed" })).toBe(
      "/api/users/transactions.csv?type=deposit&status=completed&page_of=guest",
    );
    expect(csvAddress({ search: "AUD 20", type: "deposit" })).toBe(
      "/api/users/transactions.csv?type=deposit&search=AUD+20&page_of=guest",
    );
    expect(csvAddress({ type: "exchange" }, "transactions-tax.csv")).toBe(
      "/api/users/transactions-tax.csv?type=exchange&page_of=guest",
    );
  });

  test.each([
    ["Download CSV", "/api/users/transactions.csv?type=deposit&page_of=guest"],
    ["CSV for tax tools", "/api/users/transactions-tax.csv?type=deposit&page_of=guest"],
  ])("%s leads to its file", async (name, address) => {
    standInApi({ "history.list": () => pageOf([ROW]) });
    await show({ type: "deposit" });
    expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(address);
  });
});
