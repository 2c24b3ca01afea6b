import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { renderScreen } from "../../testing/render-app.tsx";
import { Refusal, standInApi } from "../../testing/stand-in-api.ts";
import { ARRIVED_LINE } from "../../testing/arrived-line.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { CustomersPage } from "./customers-page.tsx";

beforeEach(() => setSession(staffOf("admin")));
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const fileOf = (status: string) => () => ({
  user: {
    id: "mary",
    first_name: "Mary",
    last_name: "Quist",
    email: "mary@mail.example",
    status,
    created_at: "2026-11-22T08:00:00.000Z",
    email_verified_at: null,
    default_country: "AU",
    roles: [{ name: "regular-user" }],
    permissions: ["deposit-money", "withdraw-money"],
  },
  identity: { submitted_at: null, form: {}, documents: [], decision: null },
  limits: [],
  sessions: [],
  tokens: [],
  second_steps: [] as string[],
  history: { data: [], total: 0, next: null },
  audit: [],
  audit_next: null,
  notes: [],
  balance: { AUD: "100.00", BTC: "0.00000000" },
  held: {},
  holds: [],
  on_hold: [],
  closure: null,
  closing: { obstacles: [], kept_until: null },
  block_reason: null,
  duplicates: [],
  enquiries: [],
  bank_accounts: [],
});

test("closed accounts that have money are a list of their own, which leads to the customer", async () => {
  await renderLive(
    <CustomersPage />,
    {
      "ops.customers.closedBalances": () => ({
        data: [
          {
            ...fileOf("blocked")().user,
            balance: { AUD: "1300.00", BTC: "0.50000000" },
            since: "2026-11-20T08:00:00.000Z",
          },
        ],
        meta: { current_page: 1, last_page: 1, per_page: 50, total: 1, more: false },
      }),
      "ops.customers.get": fileOf("blocked"),
    },
    { at: "/?view=closed" },
  );
  const table = await screen.findByRole("table", { name: "Closed accounts with money" });
  expect(within(table).getByText("1,300.00 AUD, 0.50000000 BTC")).toBeDefined();
  expect(within(table).getByText(/^20 Nov 2026/)).toBeDefined();
  await userEvent.click(within(table).getByText("Mary Quist"));
  expect(await screen.findByRole("heading", { level: 1, name: "Mary Quist" })).toBeDefined();
});

describe("what a customer is known by", () => {
  const shown = async (changes: object, panel: string) => {
    await renderLive(
      <CustomersPage />,
      { "ops.customers.get": () => ({ ...fileOf("verified")(), ...changes }) },
      { at: "/?id=mary" },
    );
    return screen.findByRole("region", { name: panel });
  };
  test("bank lines that wait to be credited to the customer, each with the way there", async () => {
    await renderLive(
      <CustomersPage />,
      { "ops.customers.get": fileOf("verified"), "ops.bankLines.list": () => ({ data: [ARRIVED_LINE] }) },
      { at: "/?id=mary" },
    );
    const panel = await screen.findByRole("region", { name: "At the bank, not credited" });
    const link = within(panel).getByRole("link", {
      name: "275.00 AUD arrived 26 Nov, reference off by one letter",
    });
    expect(link.getAttribute("href")).toBe("/teamaccess/bank?account=aud&id=line");
  });

  const facts = (panel: HTMLElement): string[] =>
    [...panel.querySelectorAll("dl > div")].map(
      (fact) => `${fact.querySelector("dt")?.textContent}: ${fact.querySelector("dd")?.textContent}`,
    );
  const form = {
    first_name: "Mary",
    middle_name: "",
    last_name: "Quist",
    date_of_birth: "1988-03-14",
    document_type: "passport",
    document_number: "PA1234567",
    document_country: "AU",
  };
  const at = "2026-11-21T08:00:00.000Z";

  test("balances are what can be spent and what is set aside; a second step, sessions and holds are said where there are none, too", async () => {
    const panel = await shown(
      { balance: { AUD: "53.06", BTC: "0.00000000" }, held: { AUD: "9000.00" }, second_steps: ["passkey"] },
      "Balances",
    );
    const rows = within(panel).getAllByRole("row");
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ["Currency", "Available", "Set aside"],
      ["AUD", "53.06", "9,000.00"],
      ["BTC", "0.00000000", "–"],
    ]);
    expect(screen.getByRole("region", { name: "Holds" }).textContent).toBe("HoldsNone");
    expect(facts(screen.getByRole("region", { name: "Logged in" }))).toEqual([
      "Sessions: none",
      "Two-step login: passkey",
      "API tokens: none",
    ]);
  });

  test("the identity says what was sent, who decided when, and on which checks", async () => {
    const decision = {
      outcome: "verified",
      decided_at: "2026-11-22T09:00:00.000Z",
      decided_by: "olga@wattle.test",
      checks: ["photo_whole", "name_same"],
      message: null,
    };
    const panel = await shown({ identity: { form, documents: [], submitted_at: at, decision } }, "Identity");
    expect(facts(panel)).toEqual([
      "State: Verified",
      expect.stringMatching(/^Sent: 21 Nov 2026, /),
      "Name: Mary Quist",
      "Born: 14 Mar 1988",
      "Document: Passport, PA1234567, Australia",
      expect.stringMatching(/^Verified: 22 Nov 2026, .*, by olga@wattle.test$/),
      "Checks: 2 of 7Photo is complete, sharp and not of a screenName matches",
    ]);
    expect(within(panel).getByRole("link", { name: "Photos and form" }).getAttribute("href")).toContain(
      "/teamaccess/identities?id=mary",
    );
  });

  test("one that was sent back says what the customer read", async () => {
    const decision = {
      outcome: "sent_back",
      decided_at: at,
      decided_by: "olga@wattle.test",
      checks: [],
      message: "The photo is blurred.",
    };
    const panel = await shown({ identity: { form, documents: [], submitted_at: at, decision } }, "Identity");
    expect(facts(panel).slice(-2)).toEqual([
      expect.stringMatching(/^Sent back: 21 Nov 2026, .*, by olga@wattle.test$/),
      "The customer read: The photo is blurred.",
    ]);
  });

  test("where no identity was sent there is nothing to look at", async () => {
    const panel = await shown({}, "Identity");
    expect(facts(panel)).toEqual(["Form: Not sent"]);
    expect(within(panel).queryByRole("link")).toBeNull();
  });

  test("a role that verifies no one has no way to the photos", async () => {
    setSession(staffOf("finance"));
    const panel = await shown(
      { identity: { form, documents: [], submitted_at: at, decision: null } },
      "Identity",
    );
    expect(facts(panel)[0]).toBe("State: Verified");
    expect(within(panel).queryByRole("link")).toBeNull();
  });

  test("permissions and limits say what the customer may do, and how much at once", async () => {
    const limits = [
      {
        currency: "AUD",
        exchange: { min: "100.00", max: "100000.00" },
        deposit: { min: "20.00", max: "50000.00" },
        card: null,
      },
    ];
    expect(facts(await shown({ limits }, "Permissions and limits"))).toEqual([
      "May: Deposit and withdraw",
      "Exchange: 100.00 to 100,000.00 AUD",
      "Deposit: 20.00 to 50,000.00 AUD",
      "Withdrawal: up to the balance",
    ]);
  });
});

describe("an act on a customer", () => {
  const open = async (act: string, name: string) => {
    const page = await renderLive(
      <CustomersPage />,
      {
        "ops.customers.get": fileOf("verified"),
        "ops.ledger.adjust": () => ({
          outcome: "awaiting_approval",
          approval: {
            id: "7",
            act: "ops.ledger.adjust",
            reasons: ["Every adjustment needs two people."],
            expires_at: "2026-11-25T08:00:00.000Z",
          },
        }),
        "ops.customers.setRole": () => ({ outcome: "done" }),
        "ops.customers.setPermissions": () => ({}),
      },
      { at: `/?id=mary&act=${act}` },
    );
    return { ...page, drawer: await screen.findByRole("dialog", { name }) };
  };
  const send = () => userEvent.keyboard("{Control>}{Enter}{/Control}");

  test("adjusts a balance as it was typed, and says that it waits for a second person", async () => {
    const { api, drawer } = await open("adjust", "Adjust a balance");
    expect(within(drawer).getByRole("option", { name: "AUD, 100.00 now" })).toBeDefined();
    await userEvent.selectOptions(within(drawer).getByLabelText("What"), "Take from the balance");
    await userEvent.type(within(drawer).getByLabelText("Amount"), "9007199254740993.01");
    await userEvent.type(within(drawer).getByLabelText("Why"), "Paid twice");
    await send();
    expect(await within(drawer).findByText("Every adjustment needs two people.")).toBeDefined();
    expect(api.inputs("ops.ledger.adjust")).toEqual([
      {
        id: "mary",
        direction: "debit",
        currency: "AUD",
        amount: "9007199254740993.01",
        internal_note: "Paid twice",
      },
    ]);
  });

  test("puts the account on hold, and says which withdrawals that stops", async () => {
    const withdrawal = (status: string, credit: string) => ({
      reference: credit,
      transaction_type: "withdraw",
      status,
      credit,
      credit_currency: "AUD",
      debit: credit,
      debit_currency: "AUD",
      created_at: "2026-11-20T08:00:00.000Z",
      updated_at: "2026-11-20T08:00:00.000Z",
    });
    await renderLive(
      <CustomersPage />,
      {
        "ops.customers.get": () => ({
          ...fileOf("verified")(),
          history: { data: [withdrawal("requested", "120.00"), withdrawal("completed", "80.00")], total: 2 },
        }),
      },
      { at: "/?id=mary&act=hold" },
    );
    const drawer = await screen.findByRole("dialog", { name: "Hold account" });
    expect(
      within(drawer).getByText(/A hold on withdrawals stops 1 pending withdrawal: 120\.00 AUD\./),
    ).toBeDefined();
  });

  test("makes a customer a partner", async () => {
    const { api } = await open("role", "Make a partner");
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.customers.setRole")).toEqual([{ id: "mary", role: "partner" }]),
    );
  });

  test("says what the customer may do at all, and offers nothing that is so already", async () => {
    const { api, drawer } = await open("permissions", "Permissions");
    const may = within(drawer).getByLabelText("May");
    expect(
      within(may)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Deposit only", "Withdraw only", "Neither"]);
    await userEvent.selectOptions(may, "Neither");
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.customers.setPermissions")).toEqual([{ id: "mary", permissions: [] }]),
    );
  });

  test("that a colleague does while its drawer is open is not done again, and does not open by itself later", async () => {
    const page = await renderLive(
      <CustomersPage />,
      { "ops.customers.get": fileOf("verified"), "ops.audit.list": lastAct("customer.blocked") },
      { at: "/?id=mary&act=block" },
    );
    const drawer = await screen.findByRole("dialog", { name: "Block" });
    await userEvent.type(within(drawer).getByLabelText("Why"), "Fraud");
    await page.act({ "ops.customers.get": fileOf("blocked") });
    expect(await within(drawer).findByText(/^finn@mail\.example: Customer blocked, /)).toBeDefined();
    expect((within(drawer).getByLabelText("Why") as HTMLTextAreaElement).value).toBe("Fraud");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(page.api.inputs("ops.customers.block")).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.address()).not.toContain("act");
  });

  test("that cannot be done leaves the address", async () => {
    const page = await renderLive(
      <CustomersPage />,
      { "ops.customers.get": fileOf("blocked") },
      { at: "/?id=mary&act=block" },
    );
    await waitFor(() => expect(page.address()).toBe("/?id=mary"));
    await page.act({ "ops.customers.get": fileOf("verified") });
    expect(await screen.findByText("Verified")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("that closes the account says what is in the way, and can't be sent", async () => {
    const closing = {
      obstacles: [{ kind: "balance", message: "Withdraw the balance first" }],
      kept_until: null,
    };
    const page = await renderLive(
      <CustomersPage />,
      {
        "ops.customers.get": () => ({
          ...fileOf("verified")(),
          closing,
          balance: { AUD: "249999.00", BTC: "2.50000000", ETH: "0.00000000" },
          held: { AUD: "1.00" },
        }),
      },
      { at: "/?id=mary&act=erase" },
    );
    const drawer = await screen.findByRole("dialog", { name: "Close and erase" });
    expect(
      within(drawer).getByText(
        "Balance left: 250,000.00 AUD, 2.50000000 BTC. The customer must withdraw it, or a second person must approve an adjustment.",
      ),
    ).toBeDefined();
    expect(within(drawer).queryByRole("button", { name: "Close account" })).toBeNull();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(page.api.inputs("ops.customers.erase")).toEqual([]);
  });

  test("that closes the account waits for a second person", async () => {
    const closing = { obstacles: [], kept_until: "2033-11-23T00:00:00.000Z" };
    const page = await renderLive(
      <CustomersPage />,
      {
        "ops.customers.get": () => ({ ...fileOf("verified")(), closing }),
        "ops.customers.erase": () => ({
          outcome: "awaiting_approval",
          approval: {
            id: "a",
            act: "ops.customers.erase",
            reasons: ["Deleting a customer's data can't be undone."],
            expires_at: "2026-11-26T00:00:00.000Z",
          },
        }),
      },
      { at: "/?id=mary&act=erase" },
    );
    const drawer = await screen.findByRole("dialog", { name: "Close and erase" });
    await userEvent.type(within(drawer).getByLabelText("Why"), "Asked by email");
    await userEvent.click(within(drawer).getByRole("button", { name: "Close account" }));
    expect(await within(drawer).findByText(/Waiting for a second person/)).toBeDefined();
    expect(page.api.inputs("ops.customers.erase")).toEqual([{ id: "mary", internal_note: "Asked by email" }]);
  });

  test("are two where the account is closed: its state says so, with its address and what to do about its money", async () => {
    const closure = {
      closed_at: "2026-11-22T08:00:00.000Z",
      closed_by: "mary",
      email: "mary@mail.example",
      kept_until: null,
      cleared_at: null,
      erased_at: null,
    };
    const { user, ...file } = fileOf("blocked")();
    const closed = {
      ...file,
      user: { ...user, email: "closed-mary@closed.invalid" },
      closure,
      closing: null,
    };
    await renderLive(<CustomersPage />, { "ops.customers.get": () => closed }, { at: "/?id=mary" });
    expect(await screen.findByText("Permanently closed")).toBeDefined();
    expect(screen.queryByText("Blocked")).toBeNull();
    expect(screen.getByText(/^mary@mail\.example · /)).toBeDefined();
    expect(screen.queryByText(/closed\.invalid/)).toBeNull();
    expect(screen.getByText(/^Money arrived after it was closed\./)).toBeDefined();
    const acts = screen.getAllByRole("button").map(({ textContent }) => textContent);
    expect(
      acts.filter((act) => /^(Hold|Block|Unblock|Close|End|Unlock|Make|Perm|Note|Adjust)/.test(act ?? "")),
    ).toEqual([expect.stringMatching(/^Note/), expect.stringMatching(/^Adjust a balance/)]);

    // Once it is forgotten there is none, and without money there is nothing to do.
    cleanup();
    await renderLive(
      <CustomersPage />,
      {
        "ops.customers.get": () => ({
          ...closed,
          balance: { AUD: "0.00" },
          closure: { ...closure, email: null },
        }),
      },
      { at: "/?id=mary" },
    );
    expect(await screen.findByText(/^email deleted · /)).toBeDefined();
    expect(screen.queryByText(/^Money came after/)).toBeNull();
  });

  test("has what is seldom wanted behind More", async () => {
    await renderLive(<CustomersPage />, { "ops.customers.get": fileOf("verified") }, { at: "/?id=mary" });
    await userEvent.click(await screen.findByRole("button", { name: "More" }));
    await userEvent.click(screen.getByRole("button", { name: /^Unlock/ }));
    expect(await screen.findByRole("dialog", { name: "Unlock" })).toBeDefined();
    cleanup();
    await renderLive(<CustomersPage />, { "ops.customers.get": fileOf("verified") }, { at: "/?id=mary" });
    expect(await screen.findByRole("button", { name: "More" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Unlock/ })).toBeNull();
  });

  test("sends the confirmation email again, as long as the address is not confirmed", async () => {
    const asked: unknown[] = [];
    const open = async (confirmedAt: string | null) => {
      const file = fileOf("registered")();
      await renderLive(
        <CustomersPage />,
        {
          "ops.customers.get": () => ({ ...file, user: { ...file.user, email_verified_at: confirmedAt } }),
          "ops.customers.resendConfirmation": (input) => {
            asked.push(input);
            return file.user;
          },
        },
        { at: "/?id=mary&act=resend" },
      );
    };
    await open(null);
    const drawer = await screen.findByRole("dialog", { name: "Send the confirmation email again" });
    await userEvent.click(within(drawer).getByRole("button", { name: /^Send email/ }));
    expect(await screen.findByText(/Confirmation email sent/)).toBeDefined();
    expect(asked).toEqual([{ id: "mary" }]);
    cleanup();
    await open("2026-11-22T09:00:00.000Z");
    await screen.findByRole("heading", { level: 1, name: "Mary Quist" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a copy of a customer's data", () => {
  const ADDRESS = "/api/ops/customers/mary/data.zip";
  async function show(answer: () => Response, changes: object = {}) {
    await renderLive(
      <CustomersPage />,
      { "ops.customers.get": () => ({ ...fileOf("verified")(), ...changes }) },
      { at: "/?id=mary&act=data" },
    );
    const others = globalThis.fetch;
    const asked: string[] = [];
    vi.stubGlobal("fetch", (address: unknown, options?: RequestInit) => {
      if (address !== ADDRESS) return others(address as string, options);
      asked.push(ADDRESS);
      return Promise.resolve(answer());
    });
    const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const drawer = await screen.findByRole("dialog", { name: "Download data" });
    return { asked, saved, drawer };
  }
  afterEach(() => vi.restoreAllMocks());
  const zip = (): Response =>
    new Response("PK", { headers: { "content-disposition": 'attachment; filename="data-2026-11-22.zip"' } });

  test("is saved once it is asked for", async () => {
    const { asked, saved, drawer } = await show(zip);
    expect(within(drawer).getByText(/The audit log records your download/)).toBeDefined();
    expect(asked).toEqual([]);
    await userEvent.click(within(drawer).getByRole("button", { name: /Download data/ }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(asked).toEqual([ADDRESS]);
  });

  test("is not saved if it is refused, and the refusal stays in the drawer", async () => {
    const { saved, drawer } = await show(
      () => Response.json({ code: "too_many_requests", message: "Too many attempts." }, { status: 429 }),
      { on_hold: ["withdrawals"] },
    );
    await userEvent.click(within(drawer).getByRole("button", { name: /Download data/ }));
    expect(await within(drawer).findByText(/Too many attempts/)).toBeDefined();
    expect(saved).not.toHaveBeenCalled();
  });

  test("is not there for a role that may not take one", async () => {
    setSession(staffOf("finance"));
    await renderLive(
      <CustomersPage />,
      { "ops.customers.get": fileOf("verified") },
      { at: "/?id=mary&act=data" },
    );
    expect(await screen.findByRole("button", { name: /^Adjust a balance/ })).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("a search is asked for once it is typed, and is one step of the way back", async () => {
  const api = standInApi({
    "ops.customers.search": () => ({
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 50, total: 0 },
    }),
  });
  const page = await renderScreen(<CustomersPage />);
  await userEvent.type(await screen.findByLabelText("Search"), "mary quist");
  await waitFor(() => expect(page.address()).toContain("mary"));
  await waitFor(() =>
    expect(api.inputs("ops.customers.search")).toEqual([
      { page: 1, per_page: 50 },
      { query: "mary quist", page: 1, per_page: 50 },
    ]),
  );
  expect(page.addresses()).toBe(1);
  await userEvent.selectOptions(screen.getByLabelText("Show"), "Blocked");
  expect(page.address()).toContain("state=blocked");
  await waitFor(() =>
    expect(api.inputs("ops.customers.search")).toContainEqual({
      query: "mary quist",
      status: "blocked",
      page: 1,
      per_page: 50,
    }),
  );
});

function WithKeys() {
  useKeyboard();
  return <CustomersPage />;
}

describe("the timeline goes on to what was before", () => {
  const row = (id: string, at: string) => ({
    id,
    transaction_type: "deposit",
    status: "completed",
    debit: "10.00",
    debit_currency: "AUD",
    reference: `REF-${id}`,
    note: null,
    created_at: at,
  });
  const looked = (id: string, at: string) => ({
    id,
    actor: "system",
    action: "deposit.expired",
    details: {},
    created_at: at,
  });
  const file = {
    ...fileOf("verified")(),
    user: { ...fileOf("verified")().user, created_at: "2026-11-01T08:00:00.000Z" },
    history: { data: [row("new", "2026-11-22T08:00:00.000Z")], total: 2, next: "place" },
    audit: [looked("line", "2026-11-20T08:00:00.000Z")],
  };
  const texts = (): (string | null | undefined)[] =>
    within(screen.getByRole("region", { name: "Timeline" }))
      .getAllByRole("listitem")
      .map((entry) => /Deposit expired|REF-[a-z]+|Signed up/.exec(entry.textContent)?.[0]);

  test.each([
    ["its button", () => userEvent.click(screen.getByRole("button", { name: "Older" }))],
    ["o", () => userEvent.keyboard("o")],
  ])("by %s, and hides what could have something between", async (_way, older) => {
    const { api } = await renderLive(
      <WithKeys />,
      {
        "ops.customers.get": () => file,
        "ops.customers.history": () => ({ data: [row("old", "2026-11-21T08:00:00.000Z")], next: null }),
      },
      { at: "/?id=mary" },
    );
    await screen.findByRole("region", { name: "Timeline" });
    expect(texts()).toEqual(["REF-new"]);
    await older();
    await screen.findByText("REF-old");
    expect(texts()).toEqual(["REF-new", "REF-old", "Deposit expired", "Signed up"]);
    expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
    expect(api.inputs("ops.customers.history")).toEqual([{ id: "mary", after: "place" }]);
    // The log is at its end: it is not asked for.
    expect(api.inputs("ops.audit.list")).toEqual([]);
  });

  test("and says where that failed, with the request’s reference", async () => {
    await renderLive(
      <CustomersPage />,
      {
        "ops.customers.get": () => file,
        "ops.customers.history": () => {
          throw new Refusal("server_error");
        },
      },
      { at: "/?id=mary" },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Older" }));
    expect(await screen.findByText("Server errors")).toBeDefined();
    expect(screen.getByText("Request reference: r")).toBeDefined();
    expect(texts()).toEqual(["REF-new"]);
  });
});
