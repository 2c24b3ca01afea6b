import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PartnersBoard, Referral } from "@wattle/contracts/partners";
import { describe, expect, test, vi } from "vitest";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { PartnersPage } from "./partners-page.tsx";
import { partnersSearch } from "./partners-search.ts";

const BOARD: PartnersBoard = {
  partner_link: "https://wattle.example/register/abc",
  customers: 3,
  month: "2026-11",
  totals: [
    { transaction_type: "deposit", credit_currency: "AUD", credit: "90071992547409.93", records: 2 },
    { transaction_type: "exchange", credit_currency: "BTC", credit: "0.10000000", records: 1 },
  ],
  months: [
    { month: "2026-11", currency: "AUD", amount: "80071992547409.93", records: 3 },
    { month: "2026-10", currency: "AUD", amount: "1.00", records: 1 },
  ],
};
const ROW: Referral = {
  id: "1",
  client: { name: "Casey", surname: "Example", email: "casey@demo.test" },
  created_at: "2026-01-31T09:30:00.000Z",
  transaction_type: "exchange",
  debit: "1485.99",
  credit: "0.01000000",
  debit_currency: "AUD",
  credit_currency: "BTC",
};
const pageOf = (data: readonly Referral[], page = 1, last = 1, total = data.length) => ({
  data,
  meta: { current_page: page, last_page: last, per_page: 20, total },
});
const show = async (page = 1, onPage = vi.fn<(page: number) => void>()) =>
  renderScreen(<PartnersPage page={page} onPage={onPage} />, "/dashboard/partners");

describe("partners board", () => {
  test("the link is there to be copied and scanned, with the totals in full", async () => {
    standInApi({ "partners.board": () => BOARD, "partners.referrals": () => pageOf([ROW]) });
    await show();
    expect(await screen.findByText("https://wattle.example/register/abc")).toBeDefined();
    expect(screen.getByText("Copy").closest("button")).not.toBeNull();
    expect(screen.getByRole("img", { name: "Your link as a QR code" })).toBeDefined();
    for (const text of ["90,071,992,547,409.93 AUD", "0.10000000 BTC", "80,071,992,547,409.93 AUD"]) {
      expect(screen.getAllByText(text)).not.toHaveLength(0);
    }
    expect(screen.getByText(/^October 2026/, { selector: "dt" }).closest("div")?.textContent).toBe(
      "October 2026 (1)1.00 AUD",
    );
  });

  test("the sum of this month is first, with nothing before the first exchange", async () => {
    // Another month than the browser's.
    const board = {
      ...BOARD,
      month: "2027-01",
      months: [{ month: "2027-01", currency: "AUD", amount: "250.50", records: 2 }],
    };
    const api = standInApi({ "partners.board": () => board, "partners.referrals": () => pageOf([ROW]) });
    await show();
    const sum = within(
      await screen.findByRole("region", { name: "Bought and sold by your referrals this month" }),
    );
    expect(sum.getByText("250.50 AUD")).toBeDefined();
    cleanup();
    api.answer("partners.board", () => ({ ...BOARD, months: [] }));
    await show();
    await screen.findByText("Copy");
    expect(screen.queryByText("Bought and sold by your referrals this month")).toBeNull();
  });

  test("a record shows the client, the time and amounts with 2 decimals of fiat and 8 of crypto", async () => {
    standInApi({ "partners.board": () => BOARD, "partners.referrals": () => pageOf([ROW]) });
    await show();
    const row = within((await screen.findByText("casey@demo.test")).closest("tr") ?? document.body);
    for (const text of ["Casey Example", "Sold BTC", "0.01000000 BTC", "1,485.99 AUD"]) {
      expect(row.getByText(text)).toBeDefined();
    }
    expect(row.getByText(/^2026\/01\/31 \d\d:\d\d:00$/)).toBeDefined();
  });

  test("a deposit has its figure once, and twice where it arrived in another currency", async () => {
    const deposit = { ...ROW, transaction_type: "deposit", debit: "50.00", debit_currency: "AUD" };
    standInApi({
      "partners.board": () => BOARD,
      "partners.referrals": () =>
        pageOf([
          { ...deposit, id: "1", credit: "50.00", credit_currency: "AUD" },
          { ...deposit, id: "2", credit: "33.00", credit_currency: "USD" },
        ]),
    });
    await show();
    expect(await screen.findAllByText("Deposited AUD")).toHaveLength(2);
    expect(screen.getAllByText("50.00 AUD")).toHaveLength(2);
    expect(screen.getAllByText("33.00 USD")).toHaveLength(1);
  });

  test("a name with HTML in it is text", async () => {
    const name = '<img src=x onerror="document.title=1">';
    standInApi({
      "partners.board": () => BOARD,
      "partners.referrals": () => pageOf([{ ...ROW, client: { ...ROW.client, name } }]),
    });
    const { container } = await show();
    expect(await screen.findByText(`${name} Example`)).toBeDefined();
    expect(container.querySelector("td img")).toBeNull();
  });

  test("pages: range 3, margin 1, and another is asked for by its number", async () => {
    const api = standInApi({
      "partners.board": () => BOARD,
      "partners.referrals": () => pageOf([ROW], 5, 9, 170),
    });
    const onPage = vi.fn<(page: number) => void>();
    await show(5, onPage);
    expect(await screen.findByText("Page 5 of 9, 170 transactions")).toBeDefined();
    const numbers = screen.getAllByRole("button", { name: /^Page / }).map((button) => button.textContent);
    expect(numbers).toEqual(["1", "4", "5", "6", "9"]);
    expect(api.inputs("partners.referrals")).toEqual([{ page: 5, per_page: 20 }]);
    await userEvent.click(screen.getByRole("button", { name: "Page 6" }));
    expect(onPage).toHaveBeenCalledWith(6);
  });

  test("a page beyond the last leads to the last", async () => {
    standInApi({
      "partners.board": () => BOARD,
      "partners.referrals": () => pageOf([], 400, 3, 47),
    });
    const onPage = vi.fn<(page: number) => void>();
    await show(400, onPage);
    await waitFor(() => expect(onPage).toHaveBeenCalledWith(3));
  });

  test("no referrals yet, and a partner without a link", async () => {
    standInApi({
      "partners.board": () => ({
        partner_link: null,
        customers: 0,
        month: "2026-11",
        totals: [],
        months: [],
      }),
      "partners.referrals": () => pageOf([]),
    });
    await show();
    expect(await screen.findByText("No transactions yet")).toBeDefined();
    expect(await screen.findByText(/You don’t have a link yet/)).toBeDefined();
  });

  test("a failure: the alert 'Get refferals:' and a way to try again", async () => {
    const api = standInApi({
      "partners.board": () => BOARD,
      "partners.referrals": () => {
        throw new Refusal("server_error");
      },
    });
    await show();
    expect((await screen.findByRole("alert")).textContent).toBe("Get refferals: Server errors");
    api.answer("partners.referrals", () => pageOf([ROW]));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("casey@demo.test")).toBeDefined();
  });

  test.each([
    [{}, {}],
    [{ page: 2 }, { page: 2 }],
    [{ page: 1 }, {}],
    [{ page: 0 }, {}],
    [{ page: -1 }, {}],
    [{ page: 1e9 }, {}],
    [{ page: "abc" }, {}],
    [{ page: 2.5 }, {}],
  ])("the address %j means %j", (search, expected) => {
    expect(partnersSearch(search)).toEqual(expected);
  });
});
