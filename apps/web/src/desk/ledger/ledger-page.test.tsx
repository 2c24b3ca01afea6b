import { negate } from "@wattle/exchange-core/decimal";
import type { StaffRole } from "@wattle/contracts/accounts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive } from "../../testing/live-desk.tsx";
import { NoAnswer, Refusal, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { sumOf } from "../parts/signed-money.ts";
import { LedgerPage } from "./ledger-page.tsx";

const saved = vi.hoisted(() => vi.fn<(...file: readonly string[]) => void>());
vi.mock("../../ui/save-file.ts", () => ({ saveFile: saved }));
beforeEach(() => setSession(staffOf("finance")));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  clearAlerts();
  setSession(null);
});

const AT = "2026-11-22T10:12:00.000Z";
const account = (purpose: string, currency: string, side: string, balance: string) => ({
  account: `house:${purpose}:${currency}`,
  purpose,
  currency,
  side,
  balance,
});
const ACCOUNTS: Answerer = () => ({
  at: AT,
  house: [
    account("bank", "AUD", "debit", "90071992547409.93"),
    account("fees", "AUD", "credit", "12.00"),
    account("own", "AUD", "credit", "0.00"),
    account("inventory", "BTC", "debit", "-0.25000000"),
  ],
  customers: [
    { currency: "AUD", available: "100.00", held: "5.00", total: "105.00" },
    { currency: "BTC", available: "0.00000000", held: "0.00000000", total: "0.00000000" },
  ],
});
const movement = (entry: string, change: string) => ({
  entry_id: entry,
  kind: "deposit",
  description: "Deposit 7KQ4-M2XB-9PTR",
  purpose: "available",
  other: "house:suspense:AUD",
  currency: "AUD",
  change,
  created_at: AT,
});
const coin = (currency: string, changes: object = {}) => ({
  currency,
  owed: "3.00000000",
  inventory: "0.00000000",
  difference: "-3.00000000",
  worth: "-450000.00",
  worth_currency: "AUD",
  soft_limit: null,
  hard_limit: "5.00000000",
  state: "ok",
  ...changes,
});

function Page() {
  useKeyboard();
  return <LedgerPage />;
}
const show = (at: string, answers: Readonly<Record<string, Answerer>>, role: StaffRole = "finance") => {
  setSession(staffOf(role));
  return renderLive(
    <Page />,
    {
      "ops.position.trades": () => ({ data: [], next: null }),
      "ops.audit.list": () => ({ data: [] }),
      ...answers,
    },
    { at },
  );
};
const figures = (): (string | null)[] =>
  [...document.querySelectorAll("dl")].map(({ textContent }) => textContent);
const rowTexts = (): (string | null)[] => screen.getAllByRole("row").map(({ textContent }) => textContent);

describe("the accounts", () => {
  test("are by currency, exact, without those that have nothing; the file has what is shown", async () => {
    await show("/teamaccess/ledger", { "ops.ledger.accounts": ACCOUNTS });
    await screen.findByRole("table");
    expect(rowTexts()).toEqual([
      "AccountWhat it isBalance",
      "AUD",
      "Customers, availableWe owe customers100.00 AUD",
      "Customers, set asideWe owe customers5.00 AUD",
      "BankWe have90,071,992,547,409.93 AUD",
      "FeesWe earned12.00 AUD",
      "BTC",
      "InventoryWe’re short of−0.25000000 BTC",
    ]);
    expect(figures()).toEqual([
      "Where it is, AUD90,071,992,547,409.93Whose it is117.00Difference90,071,992,547,292.93 AUD",
      "We hold, BTC−0.25000000Customers own0.00000000Short−0.25000000 BTCBooksDiffer by −0.25000000 BTC",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    expect(saved.mock.calls[0]?.[1]).toBe(
      [
        "Account,Side,Balance,Currency",
        "customers:available:AUD,credit,100.00,AUD",
        "customers:held:AUD,credit,5.00,AUD",
        "house:bank:AUD,debit,90071992547409.93,AUD",
        "house:fees:AUD,credit,12.00,AUD",
        "house:inventory:BTC,debit,-0.25000000,BTC",
        "",
      ].join("\r\n"),
    );
  });

  test.each<[string, string, string]>([
    ["0.00000000", "3.00000000", "We hold, BTC1.00000000Customers own3.00000000Short−2.00000000 BTC"],
    ["3.00000000", "3.00000000", "We hold, BTC4.00000000Customers own3.00000000Ours1.00000000 BTC"],
    ["3.50000000", "3.00000000", "We hold, BTC4.50000000Customers own3.00000000Ours1.50000000 BTC"],
  ])("of a coin say what its position says (%s held, %s owned)", async (held, owned, words) => {
    await show("/teamaccess/ledger", {
      "ops.ledger.accounts": () => ({
        at: AT,
        house: [
          account("inventory", "BTC", "debit", held),
          account("onramp", "BTC", "debit", "1.00000000"),
          account("trading", "BTC", "credit", sumOf([held, "1.00000000", negate(owned)])),
        ],
        customers: [{ currency: "BTC", available: owned, held: "0.00000000", total: owned }],
      }),
    });
    await screen.findByRole("table");
    expect(figures()).toEqual([words]);
  });

  test("are read once for each moment, whatever others do", async () => {
    const page = await show("/teamaccess/ledger", { "ops.ledger.accounts": ACCOUNTS });
    await screen.findByRole("table");
    await page.act({});
    await page.act({});
    expect(page.api.inputs("ops.ledger.accounts")).toEqual([{}]);
    await userEvent.type(screen.getByLabelText("As of"), "2026-11-20");
    await userEvent.type(screen.getByLabelText("Time"), "8:30");
    await userEvent.click(screen.getByRole("button", { name: "Show accounts" }));
    await waitFor(() =>
      expect(page.api.inputs("ops.ledger.accounts")).toEqual([
        {},
        { at: new Date("2026-11-20T08:30").toISOString() },
      ]),
    );
    expect(page.address()).toContain("at=");
    expect(screen.getByLabelText("As of")).toHaveProperty("value", "2026-11-20");
    expect(screen.getByLabelText("Time")).toHaveProperty("value", "08:30");
  });

  test("of no moment are not asked for, and the field says what a moment looks like", async () => {
    const page = await show("/teamaccess/ledger", { "ops.ledger.accounts": ACCOUNTS });
    await screen.findByRole("table");
    await userEvent.type(screen.getByLabelText("As of"), "20 Nov{Enter}");
    expect(await screen.findByText("Enter a date like 2026-11-22 and a time like 17:00")).toBeDefined();
    expect(page.api.inputs("ops.ledger.accounts")).toEqual([{}]);
  });

  test("of the house lead to what moved them; what customers have leads nowhere", async () => {
    const page = await show("/teamaccess/ledger", {
      "ops.ledger.accounts": ACCOUNTS,
      "ops.ledger.ofAccount": () => ({ data: [movement("e1", "5.00")], next: null }),
    });
    await screen.findByRole("table");
    await userEvent.keyboard("j{Enter}");
    expect(await screen.findByRole("heading", { name: "Postings of Bank AUD" })).toBeDefined();
    expect(page.api.inputs("ops.ledger.ofAccount")).toEqual([{ purpose: "bank", currency: "AUD" }]);
  });

  test("can be read again where they did not load", async () => {
    const page = await show("/teamaccess/ledger", {
      "ops.ledger.accounts": () => {
        throw new Refusal("server_error");
      },
    });
    await screen.findByText("We couldn’t load this list");
    page.api.answer("ops.ledger.accounts", ACCOUNTS);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("table")).toBeDefined();
  });
});

describe("postings", () => {
  const ofCustomer: Answerer = (input) => ({
    customer: { id: "mary", email: "mary@mail.example", name: "Mary Quist" },
    ...((input as { after?: string }).after === undefined
      ? { data: [movement("e2", "5.00"), movement("e2", "-1.50")], next: "1.e2" }
      : { data: [movement("e1", "7.00")], next: null }),
  });

  test("of a customer say what moved which way, go on by keys, and lead to the entry", async () => {
    const page = await show("/teamaccess/ledger?customer=mary", { "ops.ledger.ofCustomer": ofCustomer });
    expect(await screen.findByRole("heading", { name: "Postings of Mary Quist" })).toBeDefined();
    expect(
      rowTexts()
        .slice(1)
        .map((text) => text?.slice(-9)),
    ).toEqual(["+5.00 AUD", "−1.50 AUD"]);
    await userEvent.keyboard("o");
    expect(await screen.findByText("+7.00 AUD")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Older/ })).toBeNull();
    await userEvent.keyboard("n");
    expect(await screen.findByText("+5.00 AUD")).toBeDefined();
    await userEvent.keyboard("j{Enter}");
    await waitFor(() => expect(page.address()).toContain("entry=e2"));
  });

  test.each([
    ["customer=none", "We couldn’t find this customer"],
    ["account=trading:BTC", "This account has no list"],
    ["entry=none", "We couldn’t find this entry"],
  ])("%s says so", async (part, text) => {
    await show(`/teamaccess/ledger?${part}`, {});
    expect(await screen.findByText(text)).toBeDefined();
  });
});

test("an entry names its people, and leads to accounts, the transaction and what took it back", async () => {
  await show("/teamaccess/ledger?entry=e1", {
    "ops.ledger.entry": () => ({
      id: "e1",
      kind: "deposit",
      description: "Deposit 7KQ4-M2XB-9PTR",
      reverses: null,
      reversed_by: "e9",
      created_by: "finn",
      approved_by: "fiona",
      created_at: AT,
      names: { finn: "finn@mail.example", mary: "mary@mail.example" },
      postings: [
        {
          source: "house:bank:AUD",
          destination: "customer:mary:available:AUD",
          amount: "5.00",
          currency: "AUD",
        },
        {
          source: "customer:mary:available:AUD",
          destination: "house:fees:AUD",
          amount: "1.00",
          currency: "AUD",
        },
      ],
    }),
  });
  const link = async (name: string): Promise<string | null> =>
    (await screen.findAllByRole("link", { name }))[0]?.getAttribute("href") ?? null;
  expect(await link("Deposit 7KQ4-M2XB-9PTR")).toContain("reference=7KQ4-M2XB-9PTR");
  expect(await link("Bank AUD")).toContain("account=bank");
  expect(await link("mary@mail.example, available AUD")).toContain("customer=mary");
  expect(await link("e9")).toContain("entry=e9");
  expect(screen.getByText("finn@mail.example")).toBeDefined();
  expect(screen.getByText("fiona")).toBeDefined();
  expect(screen.getByText("Fees AUD").closest("a")).toBeNull();
});

test("an entry of a closed account says so, and not the address that was made up for it", async () => {
  await show("/teamaccess/ledger?entry=e1", {
    "ops.ledger.entry": () => ({
      id: "e1",
      kind: "deposit",
      description: "Deposit",
      reverses: null,
      reversed_by: null,
      created_by: "finn",
      approved_by: null,
      created_at: AT,
      names: { mary: "closed-01a@closed.invalid" },
      postings: [
        {
          source: "house:bank:AUD",
          destination: "customer:mary:available:AUD",
          amount: "5.00",
          currency: "AUD",
        },
      ],
    }),
  });
  expect(await screen.findByRole("link", { name: "Closed account, available AUD" })).toBeDefined();
});

describe("the position", () => {
  const LIST: Answerer = () => ({ data: [coin("BTC"), coin("ETH", { hard_limit: null })] });

  test("a trade is sent under one key however often it is tried, and the trades of the coin show", async () => {
    let tries = 0;
    const page = await show("/teamaccess/ledger?view=position", {
      "ops.position.list": LIST,
      "ops.position.recordTrade": () => {
        tries += 1;
        if (tries === 1) throw new NoAnswer();
        return {};
      },
    });
    await screen.findByText("BTC");
    await userEvent.keyboard("jj{Enter}");
    await screen.findByRole("heading", { name: "Trades of ETH with venues" });
    expect(page.api.inputs("ops.position.trades").at(-1)).toEqual({ currency: "ETH" });
    await userEvent.keyboard("t");
    const drawer = await screen.findByRole("dialog", { name: "Record a trade with a venue" });
    await userEvent.selectOptions(within(drawer).getByLabelText("Side"), "sell");
    await userEvent.type(within(drawer).getByLabelText("Amount"), "1,000.25");
    await userEvent.type(within(drawer).getByLabelText("Price of one coin"), "5,000");
    await userEvent.type(within(drawer).getByLabelText("Venue"), "Kraken");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await within(drawer).findByRole("alert");
    await userEvent.click(within(drawer).getByRole("button", { name: /^Record the trade/ }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [first, second] = page.api.inputs("ops.position.recordTrade") as { idempotency_key: string }[];
    expect(second).toEqual({
      side: "sell",
      currency: "ETH",
      amount: "1000.25",
      price: "5000",
      in: "AUD",
      venue: "Kraken",
      idempotency_key: first?.idempotency_key,
    });
    expect(first?.idempotency_key).toMatch(/^[\da-f]{32}$/);
  });

  test("an empty limit holds nothing back", async () => {
    const page = await show("/teamaccess/ledger?view=position&coin=BTC&act=limits", {
      "ops.position.list": LIST,
      "ops.position.setLimits": () => coin("BTC"),
    });
    const drawer = await screen.findByRole("dialog", { name: "Limits of BTC" });
    const hard = within(drawer).getByLabelText("Hard limit (optional)");
    expect((hard as HTMLInputElement).value).toBe("5.00000000");
    await userEvent.clear(hard);
    await userEvent.type(within(drawer).getByLabelText("Soft limit (optional)"), "2");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.api.inputs("ops.position.setLimits")).toEqual([{ currency: "BTC", soft: "2", hard: null }]);
  });

  test("who may not change it sees it without its acts", async () => {
    const page = await show(
      "/teamaccess/ledger?view=position&coin=BTC&act=trade",
      { "ops.position.list": LIST },
      "support",
    );
    await screen.findByText("BTC");
    await waitFor(() => expect(page.address()).not.toContain("act"));
    expect(screen.queryByRole("button", { name: /Record a trade|Set limits/ })).toBeNull();
  });
});
