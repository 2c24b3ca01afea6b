import type { StaffRole } from "@wattle/contracts/accounts";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { later, NoAnswer, Refusal, standInApi, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { CUSTOMER_STATES } from "../parts/customer-states.ts";
import { useKeyboard } from "../parts/keys.ts";
import { useLive } from "../parts/use-today.ts";
import { BankPage } from "./bank-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
  setSession(null);
});

const ACCOUNT = {
  id: "aud",
  currency: "AUD",
  bank_name: "Bank of Example",
  account_number: "1048",
  payid: null,
};
const line = (id: string, amount: string, proposal: object | null, more: object = {}) => ({
  id,
  deposit_account_id: "aud",
  booked_on: "2026-11-20",
  amount,
  currency: "AUD",
  text: `OSKO ${id}`,
  payer: null,
  status: proposal === null ? "unmatched" : "proposed",
  proposal,
  remarks: [],
  message: null,
  internal_note: null,
  imported_at: "2026-11-22T00:00:00.000Z",
  settled_at: null,
  matched_id: null,
  ...more,
});
const proposalFor = (first_name: string, certain: boolean) => ({
  kind: "deposit",
  found_by: certain ? "exact" : "cut",
  reference: "AAAA-BBBB-CCCC",
  line_id: null,
  payout_id: null,
  customer: { id: first_name, first_name, last_name: "Holm" },
  payer_name: "unknown",
  certain,
  reasons: ["Reference matches."],
});
/** The version that every act on such a line says its clerk saw. */
const AS_SEEN = { seen: { reasons: ["Reference matches."], returns_deposit: false } };
const AS_PROPOSED = { reference: "AAAA-BBBB-CCCC", ...AS_SEEN };
const LINES = [
  line("one", "1500.00", proposalFor("Tom", true)),
  line("two", "12500.00", proposalFor("Ruth", true)),
  line("three", "300.00", proposalFor("Ines", true)),
  line("four", "640.00", proposalFor("Grace", false)),
  line("five", "250.00", null),
  line("six", "-18.00", null),
];
const proposedAlone =
  (only: object): Answerer =>
  (input) => ({
    data: (input as { status?: string }).status === "proposed" ? [only] : [],
    next_cursor: null,
  });
const AWAITING = {
  outcome: "awaiting_approval",
  approval: { id: "r", act: "x", reasons: ["10,000.00 or more"], expires_at: "2026-11-25T00:00:00.000Z" },
};
const CREDITED_BY_FINN = {
  id: "1",
  actor: "finn",
  actor_name: "finn@mail.example",
  action: "bank_line.credited",
  created_at: "2026-11-22T10:43:00.000Z",
};
const PREVIEW = {
  date: "2026-11-21",
  currency: "AUD",
  ledger_balance: "250034.68",
  difference: null,
  unexplained: null,
  entries: [],
  more_entries: 0,
  closable: true,
};

function Page() {
  useKeyboard();
  useLive();
  return <BankPage />;
}

async function show(
  answers: Readonly<Record<string, Answerer>> = {},
  { role = "finance" as StaffRole, waits = [] as readonly string[], at = "/", shows = "OSKO five" } = {},
) {
  setSession(staffOf(role));
  let acts = 0;
  const api = standInApi({
    "ops.today": () => ({ queues: [], newest_act: String((acts += 1)) }),
    "ops.depositAccounts.list": () => [ACCOUNT],
    "ops.bankLines.list": (input) => {
      const { status } = input as { status?: string };
      return { data: LINES.filter((each) => (status ?? each.status) === each.status), next_cursor: null };
    },
    "ops.approvals.list": () => ({
      data: waits.map((id) => ({ id: `request-${id}`, act: "ops.bankLines.credit", input_id: id })),
    }),
    "ops.bankLines.readHead": () => ({
      rows: [],
      needs_columns: false,
      columns: null,
      lines: [],
      refused: [],
    }),
    "ops.reconciliation.preview": () => PREVIEW,
    "ops.reconciliation.list": () => ({ data: [], next: null }),
    "ops.audit.list": () => ({ data: [] }),
    ...answers,
  });
  const shown = await renderScreen(<Page />, at);
  await screen.findAllByText(shows);
  return { api, ...shown };
}
const send = async (): Promise<void> => {
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
};

describe("the lines of a statement", () => {
  test.each([
    ["No statement yet", []],
    ["All lines matched", [line("used", "5.00", null, { status: "own_money" })]],
  ])("without one that waits: %s", async (shows, ever) => {
    await show(
      {
        "ops.bankLines.list": (input) => ({
          data: "status" in (input as object) ? [] : ever,
          next_cursor: null,
        }),
      },
      { shows },
    );
    expect(screen.getByRole("button", { name: /Import statement/ })).toBeDefined();
  });

  test("that wait have the list at once: importing is a button; the field is large only in an empty list’s place", async () => {
    const sizeIn = (page: HTMLElement) =>
      page.querySelector("input[type=file]")?.closest("[data-size]")?.getAttribute("data-size");
    const { container } = await show();
    expect([sizeIn(container), screen.getByRole("button", { name: "Import statement" }).className]).toEqual([
      "button",
      expect.stringContaining("quiet"),
    ]);
    cleanup();
    const empty = await show(
      { "ops.bankLines.list": () => ({ data: [], next_cursor: null }) },
      { shows: "No statement yet" },
    );
    expect(sizeIn(empty.container)).toBe("area");
    expect(screen.getAllByRole("button", { name: "Import statement" })).toHaveLength(1);
  });

  test("have no sum under a heading before all are read", async () => {
    await show({
      "ops.bankLines.list": (input) => {
        const { status, cursor } = input as { status?: string; cursor?: string };
        const data = LINES.filter((each) => (status ?? each.status) === each.status);
        return { data, next_cursor: status === "unmatched" && cursor === undefined ? "next" : null };
      },
    });
    expect(screen.getByRole("row", { name: "Certain" })).toBeDefined();
  });

  test("one with a wrong letter shows it in the text, and letter by letter next to the deposit’s", async () => {
    const corrected = { ...proposalFor("Rita", false), found_by: "corrected", reference: "CY68-MHB3-S87B" };
    const text = "PAYMENT CYA8-MHB3-S87B";
    await show(
      { "ops.bankLines.list": proposedAlone(line("wrong", "275.00", corrected, { text })) },
      { at: "/?id=wrong", shows: "A" },
    );
    await screen.findByRole("heading", { name: "275.00 AUD" });
    // In the list’s row, among the letters, and in the panel’s text.
    expect(screen.getAllByText("A").map(({ tagName }) => tagName)).toEqual(["MARK", "SPAN", "MARK"]);
    const letters = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    expect(["The bank sent", "The deposit says"].map(letters)).toEqual(["CYA8MHB3S87B", "CY68MHB3S87B"]);
  });

  test("one without a proposal is first of all to be found a payer for, with its key", async () => {
    await show({}, { at: "/?id=five" });
    await screen.findByRole("heading", { name: "250.00 AUD" });
    const find = screen.getByRole("button", { name: "Find who paid" });
    expect([find.textContent, find.className]).toEqual([
      "Find who paid Enter",
      expect.stringContaining("primary"),
    ]);
    expect(screen.queryByRole("button", { name: "Someone else" })).toBeNull();
    await userEvent.keyboard("s");
    expect(await screen.findByRole("combobox", { name: "Credit to" })).toBeDefined();
  });

  test("are grouped by what is to be done, with why, how many and their sum, and one that waits for a colleague is a group of its own", async () => {
    await show({}, { waits: ["two"] });
    await screen.findByText("Waiting for a second person");
    const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringContaining("Booked"),
      "Waiting for a second person 1 line, 12,500.00 AUD",
      expect.stringContaining("OSKO two"),
      "Certain 2 lines, 1,800.00 AUD",
      expect.stringContaining("OSKO one Reference matchesTom Holm"),
      expect.stringContaining("OSKO three"),
      "Needs review 2 lines, 890.00 AUD",
      expect.stringContaining("OSKO four Partial referenceGrace Holm"),
      expect.stringContaining("OSKO five No proposal"),
      "Not a deposit 1 line, −18.00 AUD",
      expect.stringContaining("−18.00"),
    ]);
    expect(screen.getByText("6 lines, 15,172.00 AUD")).toBeDefined();
  });

  test("1,200 of them are a list of which few rows are in the page, with all of them in sum", async () => {
    const many = Array.from({ length: 1_200 }, (_, place) => line(`n${place}`, "2.00", null));
    const answer = { data: many, next_cursor: null };
    const none = { data: [], next_cursor: null };
    await show(
      {
        "ops.bankLines.list": (input) =>
          (input as { status?: string }).status === "unmatched" ? answer : none,
      },
      { shows: "OSKO n0" },
    );
    await screen.findByText("1,200 lines, 2,400.00 AUD", { selector: "dd" });
    const table = screen.getByRole("table", { name: "Bank lines" });
    expect(table.getAttribute("aria-rowcount")).toBe("1202");
    expect(table.querySelectorAll("tr").length).toBeLessThan(150);
    // The code that virtualises rows comes with the first long list.
    await waitFor(() => expect(table.querySelector("tr[aria-hidden]")).not.toBeNull());
    await userEvent.keyboard("{End}{Enter}");
    await screen.findByRole("heading", { level: 2, name: "2.00 AUD" });
    expect(document.activeElement?.textContent).toContain("OSKO n1199");
  });

  test.each<[string, object, string, string?]>([
    [
      "pays too little, by another name",
      {
        expected: "2000.00",
        payer_name: "differs",
        reasons: ["How.", "10.00 AUD less than planned.", "Payer differs: ACME."],
      },
      "10.00 AUD less than planned. Payer differs: ACME",
      "2,000.00 AUD",
    ],
    [
      "has a cut reference, too",
      { expected: "143.00", found_by: "cut", reasons: ["How.", "Paid 3 days after it expired."] },
      "Paid 3 days after it expired. Partial reference",
      "143.00 AUD",
    ],
    ["was kept without a reason", { expected: null, reasons: ["How."] }, "Reference matches"],
  ])("one that %s says why it is not certain, with the facts", async (_how, more, why, expected) => {
    const doubtful = { ...proposalFor("Lena", true), certain: false, ...more };
    await show(
      { "ops.bankLines.list": proposedAlone(line("odd", "143.00", doubtful)) },
      { shows: "OSKO odd" },
    );
    expect(screen.getAllByRole("row").at(-1)?.textContent).toBe(`20 Nov 2026143.00OSKO odd ${why}Lena Holm`);
    await userEvent.keyboard("j{Enter}");
    const [first = ""] = why.split(". ");
    await screen.findByRole("heading", { level: 3, name: first });
    for (const fact of why.split(". ").slice(1))
      expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain(
        `${fact}${fact === "Partial reference" ? "" : "."}`,
      );
    expect(screen.queryByText("Expected")?.nextElementSibling?.textContent).toBe(expected);
  });

  test("one whose deposit is paid already says so first, and is credited as well only with a reason", async () => {
    const paid = {
      ...proposalFor("Dora", false),
      found_by: "exact",
      expected: null,
      paid: { amount: "500.00", at: "2026-11-23T01:00:00.000Z" },
      reasons: [
        "Reference matches.",
        "Already paid: AAAA-BBBB-CCCC, 500.00 AUD on 23 Nov 2026.",
        "Name not exact: D DOUBLE.",
      ],
    };
    const { api } = await show(
      {
        "ops.bankLines.list": proposedAlone(line("twice", "500.00", paid)),
        "ops.bankLines.credit": () => ({ outcome: "done" }),
      },
      { shows: "OSKO twice" },
    );
    const why = "Already paid: AAAA-BBBB-CCCC, 500.00 AUD on 23 Nov 2026. Name not exact: D DOUBLE";
    expect(screen.getAllByRole("row").at(-1)?.textContent).toContain(`OSKO twice ${why}Dora Holm`);
    await userEvent.keyboard("j{Enter}");
    await screen.findByRole("heading", { name: "500.00 AUD" });
    // Enter must not credit it again.
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Return 500.00 AUD" });
    expect(screen.getByRole("button", { name: "This deposit was paid already." })).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.keyboard("m");
    const drawer = await screen.findByRole("dialog", { name: "Credit 500.00 AUD to Dora Holm as well" });
    await send();
    expect(api.inputs("ops.bankLines.credit")).toEqual([]);
    await userEvent.type(within(drawer).getByLabelText("Why"), "For her next deposit");
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.bankLines.credit")).toEqual([
        {
          id: "twice",
          reference: paid.reference,
          seen: { reasons: paid.reasons, returns_deposit: false },
          internal_note: "For her next deposit",
        },
      ]),
    );
  });

  test("a second instalment is credited by Enter, and says how much is paid; beyond the plan it takes a reason", async () => {
    const part = {
      ...proposalFor("Dora", false),
      found_by: "exact",
      expected: "500.00",
      paid: { amount: "500.00", at: "2026-11-23T01:00:00.000Z" },
      reasons: ["Reference matches.", "500.00 of 1,000.00 AUD paid."],
    };
    const { api } = await show(
      {
        "ops.bankLines.list": (input) => ({
          data:
            (input as { status?: string }).status === "proposed"
              ? [line("rest", "500.00", part), line("more", "500.01", part)]
              : [],
          next_cursor: null,
        }),
        "ops.bankLines.credit": () => ({ outcome: "done" }),
      },
      { shows: "OSKO rest" },
    );
    await userEvent.keyboard("j{Enter}");
    await screen.findByRole("heading", { level: 3, name: "500.00 of 1,000.00 AUD paid" });
    expect(screen.getByText("Expected").nextElementSibling?.textContent).toBe("500.00 AUD");
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Credit 500.00 AUD to Dora Holm" });
    await send();
    await waitFor(() => expect(api.inputs("ops.bankLines.credit")).toHaveLength(1));
    await userEvent.click(await screen.findByRole("button", { name: "Credit 500.01 AUD to Dora Holm" }));
    const drawer = await screen.findByRole("dialog", { name: "Credit 500.01 AUD to Dora Holm" });
    await send();
    expect(await within(drawer).findByText("Why is a required field")).toBeDefined();
    expect(api.inputs("ops.bankLines.credit")).toHaveLength(1);
  });

  test("one that a colleague made a second payment is not credited as the first: it says what it is now, and who", async () => {
    const paid = {
      ...proposalFor("Grace", false),
      deposit_id: "deposit-4",
      expected: null,
      paid: { amount: "640.00", at: "2026-11-22T10:43:00.000Z" },
      reasons: ["Reference matches.", "Already paid: AAAA-BBBB-CCCC, 640.00 AUD on 22 Nov 2026."],
    };
    let now = LINES[3] as object;
    const { api } = await show(
      {
        "ops.bankLines.get": () => now,
        "ops.bankLines.list": (input) => ({
          data: (input as { status?: string }).status === "proposed" ? [] : [LINES[4]],
          next_cursor: null,
        }),
        "ops.bankLines.credit": () => {
          now = { ...LINES[3], proposal: paid };
          throw new Refusal("state_conflict");
        },
        "ops.audit.list": (input) => ({
          data: (input as { subject: string }).subject === "deposit-4" ? [CREDITED_BY_FINN] : [],
        }),
      },
      { at: "/?id=four" },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Credit 640.00 AUD to Grace Holm" }));
    const drawer = await screen.findByRole("dialog");
    await send();
    expect(await within(drawer).findByText(/^finn@mail\.example: Bank line credited, /)).toBeDefined();
    expect(within(drawer).getByText("Now").nextElementSibling?.textContent).toContain("Already paid: ");
    // Not even once more: it is another act by now.
    await send();
    expect(api.inputs("ops.bankLines.credit")).toEqual([{ id: "four", ...AS_PROPOSED }]);
  });

  test("that are certain are credited in one act, which asks first and says what came of each", async () => {
    const { api } = await show({
      "ops.bankLines.credit": (input) => {
        const { id } = input as { id: string };
        if (id === "two") return AWAITING;
        if (id === "three") throw new Refusal("state_conflict");
        return { outcome: "done" };
      },
    });
    await userEvent.keyboard("a");
    const drawer = await screen.findByRole("dialog", { name: "Credit 3 certain lines, 14,300.00 AUD" });
    expect(within(drawer).getByText("Ruth Holm")).toBeDefined();
    expect(api.inputs("ops.bankLines.credit")).toEqual([]);
    await send();
    expect(
      await screen.findByText("1 credited, 1,500.00 AUD. 1 waiting for a second person, 12,500.00 AUD."),
    ).toBeDefined();
    expect(screen.getByText(/^Ines Holm, 300\.00 AUD: /)).toBeDefined();
    expect(api.inputs("ops.bankLines.credit")).toEqual(
      ["one", "two", "three"].map((id) => ({ id, ...AS_PROPOSED })),
    );
  });

  test.each([
    {
      answer: "no answer",
      error: () => new NoAnswer(),
      texts: ["We don’t know if Ruth Holm, 12,500.00 AUD was credited.", /^1 not tried\. No connection/],
    },
    {
      answer: "500",
      error: () => new Refusal("server_error"),
      texts: ["We don’t know if Ruth Holm, 12,500.00 AUD was credited.", /^1 not tried\. /],
    },
    { answer: "401", error: () => new Refusal("unauthenticated"), texts: [/^2 not tried\. /] },
    { answer: "429", error: () => new Refusal("too_many_requests"), texts: [/^2 not tried\. /] },
  ])("that are certain: after $answer the rest is not tried", async ({ error, texts }) => {
    const { api } = await show({
      "ops.bankLines.credit": (input) => {
        if ((input as { id: string }).id === "two") throw error();
        return { outcome: "done" };
      },
    });
    await userEvent.keyboard("a");
    await screen.findByRole("dialog");
    await send();
    await screen.findByText("1 credited, 1,500.00 AUD.");
    for (const text of texts) expect(screen.getByText(text)).toBeDefined();
    if (texts.length === 1) expect(screen.queryByText(/^We don’t know/)).toBeNull();
    expect(api.inputs("ops.bankLines.credit")).toEqual(["one", "two"].map((id) => ({ id, ...AS_PROPOSED })));
  });

  test("that are certain are not credited a second time while the first still runs", async () => {
    const first = later();
    const { api } = await show({ "ops.bankLines.credit": () => first.promise });
    await userEvent.keyboard("a");
    await screen.findByRole("dialog");
    await send();
    await waitFor(() => expect(api.inputs("ops.bankLines.credit")).toHaveLength(1));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: /^Credit 3 certain lines/, busy: true }));
    await userEvent.keyboard("a");
    expect(screen.queryByRole("dialog")).toBeNull();
    first.answer({ outcome: "done" });
    expect(await screen.findByText("3 credited, 14,300.00 AUD.")).toBeDefined();
    expect(api.inputs("ops.bankLines.credit")).toHaveLength(3);
    expect(await screen.findByRole("button", { name: /^Credit 3 certain lines/, busy: false })).toBeDefined();
  });

  test("are not offered as certain while it is not known which wait for a second person", async () => {
    const { api } = await show({
      "ops.approvals.list": () => {
        throw new Refusal("not_found");
      },
    });
    await screen.findByText("OSKO one");
    expect(api.inputs("ops.approvals.list")).not.toEqual([]);
    expect(screen.queryByRole("button", { name: /certain/ })).toBeNull();
  });

  test.each(["/?state=all", "/?q=five", "/?state=unmatched"])("have no sum at %s", async (at) => {
    await show({}, { at });
    await screen.findByText("250,034.68 AUD");
    await screen.findByText("OSKO six");
    expect(document.querySelectorAll("dt")).toHaveLength(2);
  });

  test("have no sum before all are read; a page that fails is asked for again by hand alone", async () => {
    let isDown = true;
    const { api } = await show({
      "ops.bankLines.list": (input) => {
        const { status, cursor } = input as { status?: string; cursor?: string };
        const some = LINES.filter((each) => each.status === status);
        if (status !== "proposed") return { data: some, next_cursor: null };
        if (cursor === undefined) return { data: some.slice(0, 2), next_cursor: "2" };
        if (isDown) throw new Refusal("not_found");
        return { data: some.slice(2), next_cursor: null };
      },
    });
    const pages = (): number =>
      api.inputs("ops.bankLines.list").filter((input) => (input as { cursor?: string }).cursor === "2")
        .length;
    const more = await screen.findByRole("button", { name: "Show more" });
    expect(pages()).toBe(1);
    expect(screen.queryByText(/^\d lines, /)).toBeNull();
    isDown = false;
    await userEvent.click(more);
    expect(await screen.findByText("6 lines, 15,172.00 AUD")).toBeDefined();
    expect(pages()).toBe(2);
  });

  test("by keyboard alone: move, open, credit as proposed, and the next one opens", async () => {
    const { api, address } = await show({ "ops.bankLines.credit": () => ({ outcome: "done" }) });
    await userEvent.keyboard("jjjj{Enter}");
    await screen.findByRole("button", { name: "Credit 640.00 AUD to Grace Holm" });
    expect(address()).toContain("id=four");
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("dialog");
    await send();
    await waitFor(() => expect(api.inputs("ops.bankLines.credit")).toEqual([{ id: "four", ...AS_PROPOSED }]));
    await waitFor(() => expect(address()).toContain("id=five"));
  });

  test("one goes to someone else, found by typing", async () => {
    const { api } = await show(
      {
        "ops.bankLines.credit": () => AWAITING,
        "ops.deposits.list": () => ({
          data: [
            {
              id: "d",
              reference: "XXXX-YYYY-ZZZZ",
              announced: "260.00",
              credit: "260.00",
              credit_currency: "AUD",
              status: "expired",
              customer: { first_name: "Hana", last_name: "Sato", email: "hana@mail.example" },
            },
          ],
        }),
        "ops.customers.search": () => ({ data: [] }),
      },
      { at: "/?id=five" },
    );
    await screen.findByRole("heading", { name: "250.00 AUD" });
    await userEvent.keyboard("s");
    await screen.findByRole("option", { name: /Hana Sato, XXXX-YYYY-ZZZZ/ });
    await userEvent.click(screen.getByRole("option", { name: /Hana Sato/ }));
    const drawer = await screen.findByRole("dialog", { name: "Credit 250.00 AUD to Hana Sato" });
    const fact = (name: string) => within(drawer).getByText(name).nextElementSibling?.textContent;
    expect(["Credit to", "Email", "Planned", "Deposit", "State"].map(fact)).toEqual([
      "Hana Sato",
      "hana@mail.example",
      "260.00 AUD",
      "XXXX-YYYY-ZZZZ",
      "Expired",
    ]);
    // It was not proposed, so it takes a reason.
    await send();
    expect(api.inputs("ops.bankLines.credit")).toEqual([]);
    await userEvent.type(within(drawer).getByLabelText("Why"), "She sent the receipt");
    await send();
    expect(await screen.findByText("10,000.00 or more")).toBeDefined();
    expect(api.inputs("ops.bankLines.credit")).toEqual([
      {
        id: "five",
        reference: "XXXX-YYYY-ZZZZ",
        seen: { paid: "0.00" },
        internal_note: "She sent the receipt",
      },
    ]);
  });

  test("one goes to no one whom another text has found", async () => {
    const second = later();
    const mary = { id: "mary", first_name: "Mary", last_name: "Quist", email: "m@mail.example" };
    const { api } = await show(
      {
        "ops.bankLines.credit": () => ({ outcome: "done" }),
        "ops.deposits.list": () => ({ data: [] }),
        "ops.customers.search": (input) =>
          (input as { query: string }).query === "mary"
            ? { data: [{ ...mary, status: "verified" }] }
            : second.promise,
      },
      { at: "/?id=five" },
    );
    await screen.findByRole("heading", { name: "250.00 AUD" });
    await userEvent.keyboard("s");
    const field = await screen.findByRole("combobox", { name: "Credit to" });
    await userEvent.type(field, "mary");
    expect((await screen.findByRole("option", { name: /^Mary Quist/ })).textContent).toContain(
      `m@mail.example, ${CUSTOMER_STATES.verified.word.toLowerCase()}`,
    );
    await userEvent.type(field, "lou");
    expect(screen.queryByRole("option", { name: /^Mary Quist/ })).toBeNull();
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByRole("dialog", { name: /Mary Quist/ })).toBeNull();
    expect(api.inputs("ops.bankLines.credit")).toEqual([]);
  });

  test.each([
    { id: "one", returns: true, hint: "The customer reads it" },
    { id: "one", returns: false, hint: "Kept with the line" },
    { id: "five", returns: false, hint: "Kept with the line" },
    {
      id: "seven",
      returns: false,
      hint: "Shown in the customer’s history",
    },
  ])("the return of $id, which returns its deposit: $returns: $hint", async ({ id, returns, hint }) => {
    const reversal = { ...proposalFor("Tom", false), kind: "reversal", found_by: null, reference: null };
    const seven = line("seven", "-75.00", { ...reversal, customer: null, line_id: "earlier" });
    const one = line("one", "1500.00", { ...proposalFor("Tom", true), returns_deposit: returns });
    const { api } = await show(
      {
        "ops.bankLines.list": (input) => ({
          data: (input as { status?: string }).status === "proposed" ? [one] : [LINES[4]],
          next_cursor: null,
        }),
        "ops.bankLines.get": () => seven,
        "ops.bankLines.return": () => ({}),
      },
      { at: `/?id=${id}` },
    );
    await userEvent.click(await screen.findByRole("button", { name: /^(Return it|Settle it)/ }));
    const drawer = await screen.findByRole("dialog");
    expect(await within(drawer).findByText(hint)).toBeDefined();
    await userEvent.type(within(drawer).getByLabelText("Message"), "Sorry");
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.bankLines.return")).toMatchObject([
        { id, message: "Sorry", seen: { returns_deposit: returns } },
      ]),
    );
  });

  test.each([
    ["r", "four", "ops.bankLines.return", "Message", { message: "Not yours", ...AS_SEEN }],
    ["o", "six", "ops.bankLines.ownMoney", "Why", { account: "own", internal_note: "Not yours" }],
  ] as const)("%s on %s calls %s with its text", async (key, id, procedure, label, values) => {
    const { api } = await show({ [procedure]: () => ({}) }, { at: `/?id=${id}` });
    await screen.findByRole("heading", { name: id === "four" ? "640.00 AUD" : "−18.00 AUD" });
    await userEvent.keyboard(key);
    await userEvent.type(await screen.findByLabelText(label), "Not yours");
    await send();
    await waitFor(() => expect(api.inputs(procedure)).toEqual([{ id, ...values }]));
  });

  test("who comes second reads who was first", async () => {
    let line = LINES[3] as object;
    await show(
      {
        "ops.bankLines.get": () => line,
        "ops.bankLines.list": () => ({ data: [LINES[4]], next_cursor: null }),
        "ops.bankLines.credit": () => {
          line = { ...LINES[3], status: "credited", matched_id: "deposit-4" };
          throw new Refusal("state_conflict");
        },
        "ops.audit.list": (input) => ({
          data: (input as { subject: string }).subject === "deposit-4" ? [CREDITED_BY_FINN] : [],
        }),
      },
      { at: "/?id=four" },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Credit 640.00 AUD to Grace Holm" }));
    const drawer = await screen.findByRole("dialog");
    await send();
    expect(await within(drawer).findByText(/^finn@mail\.example: Bank line credited, /)).toBeDefined();
  });

  test("who may not act on them has no button for it", async () => {
    await show({}, { role: "support", at: "/?id=four" });
    await screen.findByRole("heading", { name: "640.00 AUD" });
    expect(screen.queryByRole("button", { name: /Credit|Return|Own|Choose|Close the day/ })).toBeNull();
  });
});

test("a statement is imported, and what could not be read is said line by line", async () => {
  const { api, container } = await show({
    "ops.bankLines.import": () => ({
      imported: 16,
      duplicates: 2,
      refused: [{ line: 12, reason: "This is no amount" }],
    }),
  });
  const file = new File(["20/11/2026,1.00,caf\u00e9"], "day.csv", { type: "text/csv" });
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("there is no file input");
  await userEvent.upload(input, file);
  expect(await screen.findByText("day.csv: 16 lines imported. 2 duplicates, 1 error.")).toBeDefined();
  expect(screen.getByText("Line 12: This is no amount")).toBeDefined();
  expect(api.inputs("ops.bankLines.import")).toEqual([
    { deposit_account_id: "aud", content: "20/11/2026,1.00,caf\u00e9" },
  ]);
});

describe("a statement whose columns are not known", () => {
  const FIRST = ["Sum", "When", "What"];
  const ROWS = [
    { line: 1, cells: ["A bank's name"] },
    { line: 3, cells: FIRST },
    { line: 4, cells: ["7.50", "03/02/2026", "Rent"] },
  ];
  const UNKNOWN = { rows: ROWS, needs_columns: true, columns: null, lines: [], refused: [] };
  const read = (day: string) => ({
    ...UNKNOWN,
    needs_columns: false,
    lines: [{ line: 2, booked_on: day, amount: "7.50", text: "Rent", payer: null }],
    refused: [{ line: 3, reason: "When: This is no date" }],
  });
  const head: Answerer = (input) => {
    const { columns } = input as { columns?: { date_order?: string } };
    if (columns === undefined) return UNKNOWN;
    return read(columns.date_order === "month_first" ? "2026-03-02" : "2026-02-03");
  };
  const imported = () => ({ imported: 1, duplicates: 0, refused: [] });
  const choose = async (
    answers: Readonly<Record<string, Answerer>>,
    content = "Sum,When,What\n7.50,03/02/2026,Rent\n",
  ) => {
    const page = await show({ "ops.bankLines.readHead": head, "ops.bankLines.import": imported, ...answers });
    const input = page.container.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("there is no file input");
    await userEvent.upload(input, new File([content], "odd.csv", { type: "text/csv" }));
    return page;
  };
  const pick = (label: string, option: string | RegExp) =>
    userEvent.selectOptions(
      screen.getByLabelText(label),
      within(screen.getByLabelText(label)).getByRole("option", { name: option }),
    );

  test("is asked for them: it shows how the first lines are read, keeps the answer, and imports", async () => {
    const { api } = await choose({ "ops.bankLines.setColumns": () => ({ columns: {} }) });
    const drawer = await screen.findByRole("dialog", { name: "Columns of odd.csv" });
    expect(document.activeElement).toBe(within(drawer).getByLabelText("Column names"));
    expect(api.inputs("ops.bankLines.import")).toEqual([]);
    expect(
      within(drawer)
        .getByRole("button", { name: /^Save and import/ })
        .hasAttribute("disabled"),
    ).toBe(true);
    const names = within(drawer).getByLabelText("Column names");
    expect(
      within(names)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Line 3: Sum, When, What", "Line 4: 7.50, 03/02/2026, Rent", "None: every line is a payment"]);
    await pick("Column names", /^Line 4/);
    await pick("Date", "2: 03/02/2026");
    await pick("Column names", /^Line 3/);
    await pick("Date", "2: When");
    await pick("Amount", "1: Sum");
    await pick("Bank’s text", "3: What");
    const lines = await within(drawer).findByRole("list", { name: "First lines" });
    expect(lines.textContent).toContain("3 Feb 2026");
    expect(lines.textContent).toContain("Line 3: When: This is no date");
    await pick("A date like 03/04/2026", /^is 4 March/);
    await waitFor(() =>
      expect(within(drawer).getByRole("list", { name: "First lines" }).textContent).toContain("2 Mar 2026"),
    );
    await send();
    expect(await screen.findByText("odd.csv: 1 line imported. No duplicates or errors.")).toBeDefined();
    const columns = { date: "When", date_order: "month_first", amount: "Sum", text: "What" };
    expect(api.inputs("ops.bankLines.setColumns")).toEqual([{ deposit_account_id: "aud", columns }]);
    expect(api.inputs("ops.bankLines.import")).toEqual([
      { deposit_account_id: "aud", content: "Sum,When,What\n7.50,03/02/2026,Rent\n", columns },
    ]);
  });

  test("and whose first line is a payment is read by the places of its columns", async () => {
    const { api } = await choose({ "ops.bankLines.setColumns": () => ({ columns: {} }) });
    await screen.findByRole("dialog");
    await pick("Column names", "None: every line is a payment");
    await pick("Date", "2: When");
    await pick("Money out", "1: Sum");
    await pick("Bank’s text", "3: What");
    expect(screen.queryByRole("list", { name: "First lines" })).toBeNull();
    await pick("Money in", "3: What");
    await pick("In or out", "1: Sum");
    await pick("State", "2: When");
    await pick("Currency", "3: What");
    await screen.findByRole("list", { name: "First lines" });
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.bankLines.setColumns")).toEqual([
        {
          deposit_account_id: "aud",
          columns: {
            date: "#2",
            date_order: "day_first",
            debit: "#1",
            credit: "#3",
            text: "#3",
            direction: "#1",
            state: "#2",
            currency: "#3",
          },
        },
      ]),
    );
  });

  test("is not asked again where what is kept fits, and may be asked for", async () => {
    const kept = { date: "When", date_order: "month_first", amount: "Sum", text: "What" };
    const { api } = await choose({
      "ops.bankLines.readHead": () => ({ ...read("2026-03-02"), columns: kept }),
      "ops.bankLines.setColumns": () => ({ columns: kept }),
    });
    await screen.findByText("odd.csv: 1 line imported. No duplicates or errors.");
    expect(api.inputs("ops.bankLines.import")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Change columns" }));
    const drawer = await screen.findByRole("dialog", { name: "Columns of odd.csv" });
    expect((within(drawer).getByLabelText("Date") as HTMLSelectElement).value).toBe("1");
    expect((within(drawer).getByLabelText("A date like 03/04/2026") as HTMLSelectElement).value).toBe(
      "month_first",
    );
    // Read in another way its lines would be other lines: it is in, and does not come in again.
    await userEvent.selectOptions(within(drawer).getByLabelText("A date like 03/04/2026"), "day_first");
    await within(drawer).findByRole("list", { name: "First lines" });
    await userEvent.click(within(drawer).getByRole("button", { name: /^Save for the next file/ }));
    await waitFor(() => expect(api.inputs("ops.bankLines.setColumns")).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.bankLines.import")).toHaveLength(1);
  });

  test.each(["ops.bankLines.readHead", "ops.bankLines.setColumns"])(
    "and where %s fails the request’s reference is there for support",
    async (procedure) => {
      await choose({
        [procedure]: (input) => {
          if (procedure === "ops.bankLines.readHead" && !("columns" in (input as object))) return UNKNOWN;
          throw new Refusal("server_error");
        },
      });
      const drawer = await screen.findByRole("dialog", { name: "Columns of odd.csv" });
      await pick("Date", "2: When");
      await pick("Amount", "1: Sum");
      await pick("Bank’s text", "3: What");
      await send();
      expect((await within(drawer).findAllByText("Request reference: r")).length).toBeGreaterThan(0);
    },
  );

  test("only the beginning of a large file is looked at, whole lines of it", async () => {
    const row = `7.50,03/02/2026,${"x".repeat(80)}\n`;
    const { api } = await choose({}, row.repeat(400));
    await screen.findByRole("dialog");
    const [{ content }] = api.inputs("ops.bankLines.readHead") as [{ content: string }];
    expect(content.length).toBeLessThanOrEqual(16_000);
    expect(content.length % row.length).toBe(0);
  });
});

test("i opens the choice of a file by keyboard alone, from a row of the list, too", async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, "click");
  await show();
  await userEvent.keyboard("i");
  await userEvent.keyboard("j");
  expect(document.activeElement?.tagName).toBe("TR");
  await userEvent.keyboard("i");
  expect(opened.mock.instances.map((input) => (input as unknown as HTMLInputElement).type)).toEqual([
    "file",
    "file",
  ]);
  await userEvent.type(screen.getByLabelText("Statement balance"), "i");
  expect(opened).toHaveBeenCalledTimes(2);
});

test("i pressed before the lines are known opens the choice of a file once they are, one time", async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, "click");
  const lines = later();
  await show({ "ops.bankLines.list": () => lines.promise }, { shows: "Import statement" });
  await userEvent.keyboard("i");
  expect(opened).not.toHaveBeenCalled();
  lines.answer({ data: LINES, next_cursor: null });
  await screen.findAllByText("OSKO five");
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
});

test("the field of a statement stays where it is while a file is chosen, and moves after it", async () => {
  let open: typeof LINES = LINES;
  await show({
    "ops.bankLines.list": (input) => ({
      data: "status" in (input as object) ? open : LINES,
      next_cursor: null,
    }),
  });
  const field = document.querySelector<HTMLInputElement>("input[name=statement]");
  await userEvent.keyboard("i");
  // A colleague uses the last of them.
  open = [];
  await screen.findByText("All lines matched");
  expect(field?.isConnected).toBe(true);
  field?.dispatchEvent(new Event("cancel", { bubbles: true }));
  await waitFor(() => expect(field?.isConnected).toBe(false));
});

test("the books are folded on a phone; their button and c lead to the balance", async () => {
  await show();
  const bar = screen.getByRole("region", { name: "Statement and books" });
  const fold = within(bar).getByRole("button", { name: "Show books" });
  await userEvent.click(fold);
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  expect(document.activeElement).toBe(screen.getByLabelText("Statement balance"));
  await userEvent.click(within(bar).getByRole("button", { name: "Hide books" }));
  expect(bar.hasAttribute("data-unfolded")).toBe(false);
  await userEvent.keyboard("c");
  expect(bar.hasAttribute("data-unfolded")).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText("Statement balance"));
});

describe("what fails has the request’s reference, for support:", () => {
  const failed = (): never => {
    throw new Refusal("server_error");
  };
  test.each<[string, string, Readonly<Record<string, Answerer>>]>([
    ["the books", "We couldn’t load them", { "ops.reconciliation.preview": failed }],
    ["an import", "Server errors", { "ops.bankLines.import": failed }],
  ])("%s", async (_what, says, answers) => {
    const { container } = await show(answers);
    const input = container.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("there is no file input");
    if ("ops.bankLines.import" in answers)
      await userEvent.upload(input, new File(["x"], "day.csv", { type: "text/csv" }));
    expect(await screen.findByText(says)).toBeDefined();
    expect(screen.getByText("Request reference: r")).toBeDefined();
  });
});

test.each([
  ["its button", () => userEvent.click(screen.getByRole("button", { name: "Close the day" }))],
  ["Enter in the balance", () => userEvent.keyboard("{Enter}")],
])(
  "the difference to the statement is always in sight, and closing says what nothing explains, by %s",
  async (_way, ask) => {
    const { api } = await show({
      "ops.reconciliation.preview": (input) =>
        (input as { statement_balance?: string }).statement_balance === "251238.68"
          ? { ...PREVIEW, difference: "1204.00", unexplained: "1204.00" }
          : PREVIEW,
      "ops.reconciliation.close": () => ({}),
    });
    await userEvent.keyboard("c");
    expect(document.activeElement).toBe(screen.getByLabelText("Statement balance"));
    // Which day it is that is closed next is filled in for a balance.
    const day = (): string => screen.getByLabelText<HTMLInputElement>("At the end of").value;
    expect([day(), screen.getByText("Our books, end of 21 Nov 2026")]).toEqual(["", expect.anything()]);
    await userEvent.keyboard("251,238.68");
    expect(day()).toBe("2026-11-21");
    expect(await screen.findByText("1,204.00 AUD")).toBeDefined();
    await ask();
    const drawer = await screen.findByRole("dialog", { name: "Close 21 Nov 2026" });
    expect(within(drawer).getByText(/^Nothing explains 1,204\.00 AUD\./)).toBeDefined();
    // A mistyped balance is not closed in passing.
    const button = within(drawer).getByRole<HTMLButtonElement>("button", { name: /^Close the day/ });
    await waitFor(() => expect(button.disabled).toBe(true));
    await send();
    expect(api.inputs("ops.reconciliation.close")).toEqual([]);
    await userEvent.type(within(drawer).getByLabelText("Why"), "The bank booked it a day later");
    await send();
    await waitFor(() =>
      expect(api.inputs("ops.reconciliation.close")).toEqual([
        {
          deposit_account_id: "aud",
          date: "2026-11-21",
          statement_balance: "251238.68",
          ledger_balance: "250034.68",
          internal_note: "The bank booked it a day later",
        },
      ]),
    );
  },
);

test("closing lists the unmatched lines, each a link, and asks for no reason without a difference", async () => {
  const { api, address } = await show({
    "ops.reconciliation.preview": (input) =>
      "statement_balance" in (input as object)
        ? { ...PREVIEW, ledger_balance: "250034.70", difference: "0.00", unexplained: "0.00" }
        : PREVIEW,
    "ops.reconciliation.close": () => ({}),
  });
  expect((await screen.findByRole("button", { name: "Close the day" })).className).not.toMatch(/primary/);
  await userEvent.type(screen.getByLabelText("Statement balance"), "250034.7");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Close the day" }).className).toMatch(/primary/),
  );
  await userEvent.click(screen.getByRole("button", { name: "Close the day" }));
  const drawer = await screen.findByRole("dialog", { name: "Close 21 Nov 2026" });
  expect(await within(drawer).findByText("Unmatched: 6 lines, 15,172.00 AUD")).toBeDefined();
  expect(
    within(drawer)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toHaveLength(6);
  // In the one form of amounts, however it was typed.
  expect(within(drawer).getByText("Statement").nextElementSibling?.textContent).toBe("250,034.70 AUD");
  expect(within(drawer).queryByLabelText("Why")).toBeNull();
  for (const input of api.inputs("ops.bankLines.list").slice(-2))
    expect(input).toMatchObject({ deposit_account_id: "aud", to: "2026-11-21" });
  await userEvent.click(within(drawer).getByRole("link", { name: "OSKO five" }));
  await waitFor(() => expect(address()).toContain("id=five"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** A day’s close, and what `ops.reconciliation.preview` says of it, which changes. */
const previewOf = (difference: string, more: object = {}) => ({
  ...PREVIEW,
  difference,
  unexplained: difference,
  ...more,
});

test("a difference that comes while the close is open asks for a reason, and the close is of the books that are shown", async () => {
  let preview: object = previewOf("0.00");
  const { api } = await show({
    "ops.reconciliation.preview": () => preview,
    "ops.reconciliation.close": () => {
      if (preview !== PREVIEW && api.inputs("ops.reconciliation.close").length > 1) return {};
      preview = previewOf("-250.00", { ledger_balance: "250284.68" });
      throw new Refusal("state_conflict");
    },
  });
  await userEvent.type(screen.getByLabelText("Statement balance"), "250034.68");
  await screen.findByText("0.00 AUD", { selector: "dd" });
  await userEvent.keyboard("{Enter}");
  const drawer = await screen.findByRole("dialog", { name: "Close 21 Nov 2026" });
  await userEvent.click(within(drawer).getByRole("button", { name: /^Close the day/ }));
  await userEvent.type(await within(drawer).findByLabelText("Why"), "The import came late");
  expect(within(drawer).getByText(/^Nothing explains −250\.00 AUD\./)).toBeDefined();
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.reconciliation.close")).toMatchObject([
      { ledger_balance: "250034.68" },
      { ledger_balance: "250284.68", internal_note: "The import came late" },
    ]),
  );
});

test("the second of two who close a day reads who was first, and when", async () => {
  let closed = false;
  await show({
    "ops.reconciliation.preview": () => previewOf("0.00", { closable: !closed }),
    "ops.reconciliation.list": () => ({
      data: closed
        ? [
            {
              id: "close-1",
              date: "2026-11-21",
              closed_at: "2026-11-22T10:43:00.000Z",
              reopened_at: null,
              difference: "0.00",
              added_since: "0.00",
            },
          ]
        : [],
      next: null,
    }),
    "ops.reconciliation.close": () => {
      closed = true;
      throw new Refusal("state_conflict");
    },
    "ops.audit.list": (input) => ({
      data:
        (input as { subject: string }).subject === "close-1"
          ? [{ ...CREDITED_BY_FINN, action: "reconciliation.closed" }]
          : [],
    }),
  });
  await userEvent.type(screen.getByLabelText("Statement balance"), "250034.68{Enter}");
  const drawer = await screen.findByRole("dialog", { name: "Close 21 Nov 2026" });
  await userEvent.click(within(drawer).getByRole("button", { name: /^Close the day/ }));
  expect(await within(drawer).findByText(/^finn@mail\.example: .*clos.*, 22 Nov 2026/i)).toBeDefined();
  expect(within(drawer).getByRole<HTMLButtonElement>("button", { name: /^Close the day/ }).disabled).toBe(
    true,
  );
});

test("the reason that was typed for one account’s close is not there for another’s", async () => {
  const typeReason = async (account: string) => {
    const { unmount } = await show(
      {
        "ops.depositAccounts.list": () => [ACCOUNT, { ...ACCOUNT, id: "other" }],
        "ops.reconciliation.preview": () => previewOf("5.00"),
      },
      { at: `/?account=${account}` },
    );
    await userEvent.type(screen.getByLabelText("Statement balance"), "250039.68{Enter}");
    const drawer = within(await screen.findByRole("dialog", { name: "Close 21 Nov 2026" }));
    return { why: drawer.getByLabelText<HTMLTextAreaElement>("Why"), unmount };
  };
  const first = await typeReason("aud");
  await userEvent.type(first.why, "Booked a day later");
  first.unmount();
  const other = await typeReason("other");
  expect(other.why.value).toBe("");
  other.unmount();
  expect((await typeReason("aud")).why.value).toBe("Booked a day later");
});

test("Enter on a balance that is still looked up is forgotten where the day can’t be closed", async () => {
  const looked = later();
  let closable = false;
  await show({
    "ops.reconciliation.preview": (input) =>
      "statement_balance" in (input as object) ? (closable ? previewOf("0.00") : looked.promise) : PREVIEW,
  });
  await userEvent.type(screen.getByLabelText("Statement balance"), "250034.68{Enter}");
  looked.answer(previewOf("0.00", { closable: false }));
  await screen.findByText("0.00 AUD", { selector: "dd" });
  closable = true;
  // Another act reads the page again, and the day can be closed.
  await userEvent.click(screen.getByRole("button", { name: /^Credit 3 certain lines/ }));
  await screen.findByRole("dialog", { name: /^Credit 3 certain/ });
  await send();
  await screen.findByRole("button", { name: "Close the day" });
  expect(screen.queryByRole("dialog", { name: /^Close/ })).toBeNull();
});

test("a day is closed only by figures of what is entered", async () => {
  const other = later();
  await show({
    "ops.reconciliation.preview": (input) => {
      const { statement_balance: stated } = input as { statement_balance?: string };
      if (stated === "1.00") return { ...PREVIEW, difference: "-250033.68", unexplained: "-250033.68" };
      return stated === "21.00" ? other.promise : PREVIEW;
    },
  });
  const field = screen.getByLabelText("Statement balance");
  await userEvent.type(field, "1.00");
  await screen.findByText("−250,033.68 AUD", { selector: "dd" });
  await screen.findByRole("button", { name: "Close the day" });
  await userEvent.type(field, "2", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Close the day" })).toBeNull());
  // Asked for in between, it opens with the figures that were asked for.
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).toBeNull();
  other.answer({ ...PREVIEW, difference: "-250013.68", unexplained: "-250013.68" });
  const drawer = await screen.findByRole("dialog", { name: "Close 21 Nov 2026" });
  expect(within(drawer).getByText(/^Nothing explains −250,013\.68 AUD\./)).toBeDefined();
});

test("books that could not be read say so, and are read again", async () => {
  let isDown = true;
  await show({
    "ops.reconciliation.preview": () => {
      if (isDown) throw new Refusal("not_found");
      return PREVIEW;
    },
  });
  expect(await screen.findByText("We couldn’t load them")).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("250,034.68 AUD")).toBeDefined();
});

test.each([
  ["a demo", true, "aud-bank-transfer", 1],
  ["a demo, another account", true, "aud", 0],
  ["no demo", false, "aud-bank-transfer", 0],
])("in %s the demo’s statement is there to download, or not", async (_case, demo, id, links) => {
  await show({
    "ops.today": () => ({ queues: [], newest_act: "1", demo }),
    "ops.depositAccounts.list": () => [{ ...ACCOUNT, id }],
  });
  const found = screen.queryAllByRole<HTMLAnchorElement>("link", { name: /^Demo statement/ });
  expect(found.map((link) => link.getAttribute("href"))).toEqual(
    Array.from({ length: links }, () => "/dev/statement.csv"),
  );
  const pressed = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  for (const link of found) link.addEventListener("click", pressed);
  await userEvent.keyboard("d");
  expect(pressed).toHaveBeenCalledTimes(links);
});
