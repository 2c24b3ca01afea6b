import type { StaffRole } from "@wattle/contracts/accounts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { Refusal, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { MarketsPage } from "./markets-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
  setSession(null);
});

const currency = (code: string, more: object = {}) => ({
  code,
  kind: "crypto",
  full_name: code === "AUD" ? "Australian Dollar" : "Bitcoin",
  short_name: code,
  shown_decimals: 8,
  position: 1,
  active: true,
  residents_of: null,
  exchange_min: null,
  exchange_max: null,
  deposit_min: null,
  deposit_max: null,
  card_min: null,
  card_max: null,
  source_codes: {},
  priced: true,
  ...more,
});
const AUD = currency("AUD", {
  kind: "fiat",
  shown_decimals: 2,
  exchange_min: "100.00",
  exchange_max: "100000.00",
});
const pair = (from: string, to: string, more: object = {}) => ({
  from,
  to,
  fee: "1.00",
  spread_bp: 0,
  active: true,
  record_prices: true,
  ...more,
});
const marketsOf =
  (...pairs: readonly object[]): Answerer =>
  () => ({ currencies: [AUD, currency("BTC", { source_codes: { kraken: "XBT" } })], pairs });
const ACCOUNT = {
  id: "aud-bank-transfer",
  currency: "AUD",
  method: "bank_transfer",
  account_name: "Client Money Account",
  bank_name: "Bank of Example",
  bsb: "000-000",
  bank_code: null,
  account_number: "12345678",
  payid: null,
  active: true,
  bank_abbreviation: "CBA",
  user_number: null,
  trace_bsb: null,
  trace_account_number: null,
  remitter: null,
};
const approvals = (...waiting: readonly object[]) => ({
  data: waiting,
  meta: { current_page: 1, last_page: 1, per_page: 100, total: waiting.length },
});
const hourOf =
  (...rates: readonly (string | null)[]): Answerer =>
  () => ({
    symbol: "BTC",
    in: "AUD",
    points: rates.map((rate, minute) => ({
      at: new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString(),
      rate,
    })),
  });

const ANSWERS: Readonly<Record<string, Answerer>> = {
  "ops.markets.list": marketsOf(pair("AUD", "BTC"), pair("BTC", "AUD")),
  "ops.switches.list": () => [],
  "ops.rates.lastHour": hourOf("150000", "150010"),
  "ops.rates.status": () => ({ sources: [], paused: [] }),
  "ops.depositAccounts.list": () => [ACCOUNT],
  "ops.approvals.list": () => approvals(),
};

function Page() {
  useKeyboard();
  return <MarketsPage />;
}

const open = (at: string, answers: Readonly<Record<string, Answerer>> = {}, role: StaffRole = "admin") => {
  setSession(staffOf(role));
  return renderLive(<Page />, { ...ANSWERS, ...answers }, { at });
};
const send = () => userEvent.keyboard("{Control>}{Enter}{/Control}");

describe("a pair", () => {
  test("is opened and changed by keyboard alone; only what is another is sent, once there is any", async () => {
    const { api, address } = await open("/", { "ops.markets.setPair": () => pair("AUD", "BTC") });
    await screen.findByText("Buy BTC with AUD");
    await userEvent.keyboard("j{Enter}");
    expect(await screen.findByRole("region", { name: "Buy BTC with AUD" })).toBeDefined();
    await userEvent.keyboard("e");
    const drawer = await screen.findByRole("dialog", { name: "Change AUD/BTC" });
    expect(address()).toContain("act=change");
    expect(within(drawer).getByRole("button", { name: /^Set terms/ })).toHaveProperty("disabled", true);
    const fee = within(drawer).getByLabelText("Fee in percent");
    await waitFor(() => expect(document.activeElement).toBe(fee));
    expect(within(drawer).getByText(/Below 0\.3, a price can move/)).toBeDefined();
    await send();
    expect(api.inputs("ops.markets.setPair")).toEqual([]);
    await userEvent.clear(fee);
    await userEvent.type(fee, "1.25");
    await userEvent.selectOptions(within(drawer).getByLabelText("Offered"), "No");
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.markets.setPair")).toEqual([
      { from: "AUD", to: "BTC", fee: "1.25", active: false },
    ]);
  });

  test("that the server refuses says so at its field, and what was typed stays", async () => {
    await open("/?id=AUD/BTC&act=change", {
      "ops.markets.setPair": () => {
        throw new Refusal("validation_failed", { spread_bp: ["Enter a whole number"] });
      },
    });
    const spread = await screen.findByLabelText("Spread in basis points");
    await userEvent.clear(spread);
    await userEvent.type(spread, "some");
    await send();
    await waitFor(() => expect(spread.getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getAllByText("Enter a whole number")).toHaveLength(2);
    expect(spread).toHaveProperty("value", "some");
  });

  test("that a colleague changes meanwhile is not changed over it", async () => {
    const page = await open("/?id=AUD/BTC&act=change", { "ops.audit.list": lastAct("market.pair_set") });
    const fee = await screen.findByLabelText("Fee in percent");
    await userEvent.type(fee, "5");
    await page.act({ "ops.markets.list": marketsOf(pair("AUD", "BTC", { fee: "2.00" })) });
    expect(await screen.findByText(/^finn@mail\.example: Market pair set, /)).toBeDefined();
    await send();
    expect(page.api.inputs("ops.markets.setPair")).toEqual([]);
  });

  test("is paused with a look at the banner, and says that it is", async () => {
    const page = await open("/?id=BTC/AUD", { "ops.switches.set": () => ({}) });
    await screen.findByRole("region", { name: "Sell BTC for AUD" });
    await userEvent.keyboard("p");
    const drawer = await screen.findByRole("dialog", { name: "Pause: BTC/AUD" });
    await userEvent.type(within(drawer).getByLabelText("Message (optional)"), "Back at noon.");
    expect(within(drawer).getByText("BTC/AUD is paused. Back at noon.")).toBeDefined();
    page.api.answer("ops.switches.list", () => [
      {
        what: "pair:BTC/AUD",
        paused: true,
        message: "Back at noon.",
        reason: null,
        set_by: "x",
        set_at: null,
      },
    ]);
    page.done();
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.api.inputs("ops.switches.set")).toEqual([
      { what: "pair:BTC/AUD", paused: true, message: "Back at noon." },
    ]);
    // A market is paused in both directions.
    await waitFor(() => expect(within(screen.getByRole("table")).getAllByText("Paused")).toHaveLength(2));
  });

  test.each<[string, string]>([
    ["sell:BTC", "Sell BTC for AUD"],
    ["buy:BTC", "Buy BTC with AUD"],
  ])("is paused where %s is, and the other direction goes on", async (what, row) => {
    await open("/", {
      "ops.switches.list": () => [
        { what, paused: true, message: null, reason: null, set_by: null, set_at: null },
      ],
    });
    const cell = await screen.findByText("Paused");
    expect(cell.closest("tr")?.textContent).toContain(row);
    expect(screen.getAllByText("On")).toHaveLength(1);
  });

  test("is added with all its terms", async () => {
    const { api } = await open("/", { "ops.markets.setPair": () => pair("AUD", "BTC") });
    await screen.findByText("Buy BTC with AUD");
    await userEvent.keyboard("n");
    const drawer = await screen.findByRole("dialog", { name: "New pair" });
    await userEvent.selectOptions(within(drawer).getByLabelText("Customers pay"), "BTC");
    await userEvent.selectOptions(within(drawer).getByLabelText("Customers get"), "AUD");
    await userEvent.type(within(drawer).getByLabelText("Fee in percent"), "0.5");
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.markets.setPair")).toEqual([
      { from: "BTC", to: "AUD", fee: "0.5", spread_bp: 0, active: true, record_prices: true },
    ]);
  });

  test("is only looked at by those whose roles change none", async () => {
    await open("/?id=AUD/BTC", {}, "support");
    await screen.findByRole("region", { name: "Buy BTC with AUD" });
    expect(screen.queryByRole("button", { name: /^(Change|Pause|New)/ })).toBeNull();
    await userEvent.keyboard("epn");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the last hour", () => {
  test.each<[string, readonly (string | null)[], string]>([
    ["whole", ["100", "109.99", "100"], "A price in every minute"],
    ["with a gap", ["100", null, "101"], "No price in 1 minute"],
    ["with two gaps", ["100", null, null, "101"], "No price in 2 minutes"],
    ["empty", [null, null], "No price in the last hour"],
  ])("that is %s says so", async (_how, rates, text) => {
    await open("/?view=sources", { "ops.rates.lastHour": hourOf(...rates) });
    expect(await screen.findByText(text)).toBeDefined();
  });

  test.each([
    [["100", "82", "100"], /^Fell 18% at \d{1,2}:\d\d [ap]m, back at \d{1,2}:\d\d [ap]m$/],
    [["100", "100", "82", "83"], /^Fell 18% at \d{1,2}:\d\d [ap]m$/],
    [["82", "82", "100", "100", "100"], /^18% lower until \d{1,2}:\d\d [ap]m$/],
    [["118", "100", "100"], /^18% higher until /],
    [["100", null, "110"], /^Rose 10% at /],
    [["90071992547409.93", "99079191802150.91"], "A price in every minute"],
    [["90071992547409.93", "99079191802150.93"], /^Rose 10% at /],
  ])("of %j says what no one believes, and is not whole then", async (rates, text) => {
    await open("/?view=sources", { "ops.rates.lastHour": hourOf(...rates) });
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryAllByText("A price in every minute")).toHaveLength(typeof text === "string" ? 1 : 0);
  });

  test("that cannot be read is asked for again", async () => {
    const { api } = await open("/?view=sources", {
      "ops.rates.lastHour": () => {
        throw new Refusal("server_error");
      },
    });
    const hour = await screen.findByText("We couldn’t load the last hour", {}, { timeout: 10_000 });
    api.answer("ops.rates.lastHour", hourOf("100", "101"));
    await userEvent.click(
      within(hour.parentElement ?? document.body).getByRole("button", { name: "Try again" }),
    );
    expect(await screen.findByText("A price in every minute")).toBeDefined();
  });
});

test("price sources say how they do, and what is paused because its price is in doubt", async () => {
  await open("/?view=sources", {
    "ops.rates.status": () => ({
      sources: [
        {
          name: "kraken",
          state: "failing",
          last_answer_at: "2026-11-22T09:59:00.000Z",
          age: 60,
          last_error: { at: "2026-11-22T10:00:00.000Z", kind: "timeout", message: "no answer" },
          resting_until: null,
        },
      ],
      paused: [{ pair: "BTC/AUD", reason: "Two sources differ", since: "2026-11-22T10:00:00.000Z" }],
    }),
  });
  const row = (await screen.findByText("kraken")).closest("tr");
  expect(row?.textContent).toMatch(/failing.*60 s ago.*no answer/);
  expect(await screen.findByText(/: Two sources differ$/)).toBeDefined();
  expect(screen.getByRole("link", { name: "BTC/AUD" }).getAttribute("href")).toContain("act=resume");
});

describe("a currency", () => {
  test("keeps what is not changed; what is emptied is taken away", async () => {
    const { api } = await open("/?view=currencies&id=AUD&act=change", {
      "ops.markets.setCurrency": () => AUD,
    });
    const largest = await screen.findByLabelText("Largest exchange");
    await userEvent.clear(largest);
    await userEvent.type(largest, "50000");
    const country = screen.getByLabelText("Only for residents of (optional)");
    await userEvent.type(country, "AU");
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.markets.setCurrency")).toEqual([
      { code: "AUD", exchange_max: "50000", residents_of: "AU" },
    ]);
  });

  test("has names at price sources, which are read before anything is sent", async () => {
    const { api } = await open("/?view=currencies&id=BTC&act=change", {
      "ops.markets.setCurrency": () => AUD,
    });
    const names = await screen.findByLabelText("Name at price sources (optional)");
    expect(names).toHaveProperty("value", "kraken=XBT");
    await userEvent.type(names, ", other");
    await send();
    expect(await screen.findByText("Write it as kraken=XBT, separated by commas")).toBeDefined();
    await userEvent.type(names, "=BTC");
    await send();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.markets.setCurrency")).toEqual([
      { code: "BTC", source_codes: { kraken: "XBT", other: "BTC" } },
    ]);
  });

  test("that is a coin without a source says so", async () => {
    await open("/?view=currencies", {
      "ops.markets.list": () => ({ currencies: [currency("LTC", { priced: false })], pairs: [] }),
    });
    expect(await screen.findByText("No price source")).toBeDefined();
  });
});

describe("a deposit account", () => {
  const AT = "/?view=accounts&id=aud-bank-transfer";

  test("is changed with a look at what payers read, and waits for a second person", async () => {
    const { api } = await open(
      `${AT}&act=set`,
      {
        "ops.depositAccounts.set": () => ({
          outcome: "awaiting_approval",
          approval: { id: "1", act: "x", reasons: ["Two people."], expires_at: "2026-11-25T10:00:00.000Z" },
        }),
      },
      "finance",
    );
    const number = await screen.findByLabelText("Account number");
    await userEvent.clear(number);
    await userEvent.type(number, "7654321");
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).getByText("What the customer will read").parentElement?.textContent).toContain(
      "Account number7654321",
    );
    await send();
    expect(await within(dialog).findByText("Two people.")).toBeDefined();
    expect(api.inputs("ops.depositAccounts.set")).toMatchObject([
      {
        currency: "AUD",
        method: "bank_transfer",
        account_number: "7654321",
        bsb: "000-000",
        bank_abbreviation: "CBA",
      },
    ]);
  });

  test("that waits says so, in the list and at its own, and can be neither set nor closed", async () => {
    await open(
      AT,
      {
        "ops.approvals.list": () =>
          approvals({ id: "7", act: "ops.depositAccounts.close", input_id: "aud-bank-transfer" }),
      },
      "finance",
    );
    await screen.findByRole("button", { name: /^View request/ });
    expect(screen.getAllByText("Waiting for a second person")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: /^(Change|Close)/ })).toBeNull();
  });

  test("that there is none of can be added", async () => {
    await open("/?view=accounts&id=aud-payid", {}, "finance");
    await userEvent.click(await screen.findByRole("button", { name: /^Add account/ }));
    const drawer = await screen.findByRole("dialog", { name: "Add AUD, PayID" });
    expect(within(drawer).getByLabelText("PayID")).toBeDefined();
    expect(within(drawer).queryByLabelText("Remitter in payout files (optional)")).toBeNull();
  });
});

test.each([
  ["/?id=BTC/AUD&act=new", "New pair"],
  ["/?view=currencies&id=BTC&act=new", "New coin"],
  ["/?view=currencies&id=AUD&act=new-money", "New money"],
])("an address with a row and something new (%s) opens what is new", async (at, name) => {
  await open(at);
  expect(await screen.findByRole("dialog", { name })).toBeDefined();
});

test("a list that cannot be read is asked for again", async () => {
  const { api } = await open("/", {
    "ops.markets.list": () => {
      throw new Refusal("server_error");
    },
  });
  const again = await screen.findByRole("button", { name: "Try again" }, { timeout: 10_000 });
  api.answer("ops.markets.list", marketsOf(pair("AUD", "BTC")));
  await userEvent.click(again);
  expect(await screen.findByText("Buy BTC with AUD")).toBeDefined();
});
