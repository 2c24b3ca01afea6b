import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AUDIT_ACTS } from "@wattle/contracts/audit-acts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { setDeskZone } from "../parts/zone.ts";
import { later, NoAnswer } from "../../testing/stand-in-api.ts";
import { AuditPage } from "./audit-page.tsx";

afterEach(() => {
  setDeskZone(undefined);
  vi.unstubAllGlobals();
});

const NONE = { data: [], meta: { current_page: 1, last_page: 1, per_page: 100, total: 0 } };

const LINE = {
  id: "11111111-1111-4111-8111-111111111111",
  actor: "22222222-2222-4222-8222-222222222222",
  actor_name: "finn@mail.example",
  action: "deposit.confirmed",
  subject: "33333333-3333-4333-8333-333333333333",
  subject_name: null,
  details: {
    reference: "8KD2XQ",
    customer: "44444444-4444-4444-8444-444444444444",
    from: "expired",
    to: "completed",
    internal_note: "Called by phone",
    input_hash: "q".repeat(43),
    about: "the balance of 44444444-4444-4444-8444-444444444444",
    left: null,
    terms: { soft: "1.0", hard: "2.0" },
  },
  created_at: "2026-11-22T10:43:00.000Z",
};

test("the log is asked for what the form says, which the address keeps, and is read again once someone acts", async () => {
  const page = await renderLive(<AuditPage />, { "ops.audit.list": () => NONE });
  expect(await screen.findByText("Actions by staff and the system will show here.")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Who"), " finn@mail.example {Enter}");
  expect(await screen.findByText("No actions match these filters.")).toBeDefined();
  expect(page.address()).toBe("/?actor=finn%40mail.example");
  expect(page.api.inputs("ops.audit.list").at(-1)).toEqual({
    actor: "finn@mail.example",
    per_page: 100,
  });
  await page.act({ "ops.audit.list": lastAct("customer.blocked") });
  expect(await screen.findByRole("cell", { name: /^Blocked/ })).toBeDefined();
});

test("older lines follow from where these end, so that new ones move none, and the address keeps the place", async () => {
  const lines = (id: string, next: string | null) => ({ ...NONE, data: [{ ...LINE, id }], next });
  const page = await renderLive(<AuditPage />, {
    "ops.audit.list": (input) =>
      (input as { after?: string }).after === "place" ? lines("old", null) : lines("new", "place"),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Older lines/ }));
  await waitFor(() => expect(page.address()).toBe("/?after=place"));
  expect(page.api.inputs("ops.audit.list").at(-1)).toEqual({ per_page: 100, after: "place" });
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Older lines/ })).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: /^Newest lines/ }));
  await waitFor(() => expect(page.address()).toBe("/"));
});

test("an act is chosen by its words, of every act there is and the address's own", async () => {
  const page = await renderLive(<AuditPage />, { "ops.audit.list": () => NONE }, { at: "/?action=old.word" });
  const act = await screen.findByLabelText("Action");
  expect(within(act).getByRole("option", { name: "Old word", selected: true })).toBeDefined();
  await userEvent.selectOptions(act, "Customer blocked");
  await waitFor(() => expect(page.address()).toBe("/?action=customer.blocked"));
  expect(within(act).getAllByRole("option")).toHaveLength(AUDIT_ACTS.length + 1);
  expect(page.api.inputs("ops.audit.list").at(-1)).toMatchObject({ action: "customer.blocked" });
});

test("days are whole days of the installation", async () => {
  setDeskZone("Australia/Sydney");
  const page = await renderLive(<AuditPage />, { "ops.audit.list": () => NONE });
  await userEvent.type(await screen.findByLabelText("First day"), "2026-10-04");
  await userEvent.type(screen.getByLabelText("Last day"), "2026-10-03{Enter}");
  expect(await screen.findByText("The last day is before the first")).toBeDefined();
  await userEvent.clear(screen.getByLabelText("Last day"));
  // In Sydney this day has 23 hours.
  await userEvent.type(screen.getByLabelText("Last day"), "2026-10-04{Enter}");
  await waitFor(() =>
    expect(page.api.inputs("ops.audit.list").at(-1)).toMatchObject({
      from: "2026-10-03T14:00:00.000Z",
      to: "2026-10-04T12:59:59.999Z",
    }),
  );
});

test("a row has what people read, in a line; what is open has everything", async () => {
  await renderLive(<AuditPage />, { "ops.audit.list": () => ({ ...NONE, data: [LINE] }) });
  const row = (await screen.findByRole("cell", { name: "Credited deposit 8KD2XQ" })).closest("tr");
  expect(row?.textContent).toContain("finn@mail.exampleCredited deposit 8KD2XQ");
  expect(row?.textContent).toMatch(/Expired → Completed · “Called by phone” · Terms: soft 1.0, hard 2.0$/);
  await userEvent.click(screen.getByText("8KD2XQ"));
  const open = await screen.findByRole("region", { name: "Credited deposit 8KD2XQ" });
  for (const value of [LINE.id, LINE.subject, LINE.details.input_hash, "deposit.confirmed"])
    expect(within(open).getByText(value)).toBeDefined();
  expect(within(open).getByRole("link").getAttribute("href")).toBe(
    `/teamaccess/customers?id=${LINE.details.customer}`,
  );
});

test.each([
  [
    "payout.released",
    { approved_by: "frank" },
    "finn@mail.example, approved by frank@mail.example",
    "Released a payout batch",
  ],
  [
    "approval.approved",
    { requested_by: "frank" },
    "finn@mail.example, asked for by frank@mail.example",
    "Approved a request",
  ],
])("%s names both people", async (action, details, who, sentence) => {
  const line = { ...LINE, action, details, second_name: "frank@mail.example" };
  await renderLive(<AuditPage />, { "ops.audit.list": () => ({ ...NONE, data: [line] }) });
  const cell = await screen.findByRole("cell", { name: who });
  await userEvent.click(cell);
  const open = within(await screen.findByRole("region", { name: sentence }));
  expect(open.getByText("frank@mail.example")).toBeDefined();
});

const PERSON = "44444444-4444-4444-8444-444444444444";
const CASE = { ...LINE, actor: "system", actor_name: null, people: { [PERSON]: "Kasimir Veldt" } };

test.each([
  [
    "a case names its customer and its rule",
    {
      ...CASE,
      action: "case.opened",
      details: { customer: PERSON, kind: "monitoring", rule: "new_and_large" },
    },
    ["The system", "Opened a case about Kasimir Veldt", "New and large"],
  ],
  [
    "a report has its kind in words",
    { ...CASE, action: "filing.drafted", details: { reference: "8KD2XQ", kind: "ttr" } },
    ["The system", "Drafted a report about 8KD2XQ", "Threshold transaction"],
  ],
  [
    "a sent identity says no more",
    { ...LINE, subject: LINE.actor, action: "identity.sent", details: { from: "registered", to: "pending" } },
    ["finn@mail.example", "Sent their identity", ""],
  ],
  [
    "a pause says why, and not that it is one",
    { ...LINE, action: "switch.set", subject: "pair:ETH/AUD", details: { paused: true, reason: "in doubt" } },
    ["finn@mail.example", "Paused ETH/AUD", "In doubt"],
  ],
  [
    "amounts have separators",
    { ...LINE, action: "payout.released", details: { total: "72676975.00 NGN" } },
    ["finn@mail.example", "Released a payout batch", "72,676,975.00 NGN"],
  ],
  [
    "a batch is said in a phrase",
    {
      ...LINE,
      action: "payout.released",
      details: { total: "0.04995000 BTC", fee: "0.00001045 BTC", references: ["A", "B"], addresses: 2 },
    },
    [
      "finn@mail.example",
      "Released a payout batch",
      "0.04995000 BTC · fee 0.00001045 BTC · 2 payments · 2 addresses",
    ],
  ],
])("%s", async (_what, line, cells) => {
  await renderLive(<AuditPage />, { "ops.audit.list": () => ({ ...NONE, data: [line] }) });
  const cell = await screen.findByRole("cell", { name: cells[1] ?? "" });
  const shown = [...(cell.closest("tr")?.cells ?? [])].slice(1).map(({ textContent }) => textContent?.trim());
  expect(shown).toEqual(cells);
});

test("people are named, with their addresses as titles, and days are headings", async () => {
  setDeskZone("Australia/Sydney");
  const people = { [LINE.actor]: "Fiona Finance", second: "Frank Finance", [PERSON]: "Mary Quist" };
  const line = {
    ...LINE,
    action: "customer.blocked",
    subject: PERSON,
    subject_name: "mary@mail.example",
    second_name: "frank@mail.example",
    details: { approved_by: "second" },
    people,
  };
  const older = { ...line, id: "older", created_at: "2026-11-20T10:43:00.000Z" };
  await renderLive(<AuditPage />, { "ops.audit.list": () => ({ ...NONE, data: [line, older] }) });
  const [who] = await screen.findAllByText("Fiona Finance, approved by Frank Finance");
  expect(who?.title).toBe("finn@mail.example, frank@mail.example");
  expect(screen.getAllByText("Mary Quist")[0]?.title).toBe("mary@mail.example");
  expect(screen.getAllByText(/^2\d Nov 2026$/).map(({ textContent }) => textContent)).toEqual([
    "22 Nov 2026",
    "20 Nov 2026",
  ]);
});

test("an amount is with its currency", async () => {
  const line = { ...LINE, details: { reference: "8KD2XQ", amount: "13004.5", currency: "AUD" } };
  await renderLive(<AuditPage />, { "ops.audit.list": () => ({ ...NONE, data: [line] }) });
  const cell = await screen.findByRole("cell", { name: "Credited deposit 8KD2XQ" });
  expect(cell.closest("tr")?.textContent).toMatch(/13,004\.50 AUD$/);
});

describe("a file of all that fits the filter", () => {
  const piece = (from: number, next: string | null) => ({
    data: [0, 1].map((offset) => ({
      ...LINE,
      id: `line-${from + offset}`,
      action: `act.number_${from + offset}`,
    })),
    meta: { current_page: 1, last_page: 2, per_page: 100, total: 4, more: false },
    next,
  });
  /** Shows the log. `rest` answers the reads of the file. */
  async function show(rest: (after: string) => unknown) {
    const saved: Promise<string>[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
      if (file instanceof Blob) saved.push(file.text());
      return "blob:x";
    });
    const page = await renderLive(
      <AuditPage />,
      {
        "ops.audit.list": (input) => {
          const { after } = input as { after?: string };
          return after === undefined ? piece(1, "third") : rest(after);
        },
      },
      { at: "/?action=deposit.confirmed" },
    );
    return { ...page, saved, button: await screen.findByRole("button", { name: "Download all as CSV" }) };
  }
  afterEach(() => vi.restoreAllMocks());

  test("goes through all of it, says how far it is, and keeps the filter", async () => {
    const rest = later();
    const { api, saved, button } = await show(() => rest.promise);
    await userEvent.click(button);
    expect(await screen.findByText("2 rows loaded")).toBeDefined();
    rest.answer(piece(3, null));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0])?.trim().split("\r\n") ?? [];
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain("Time,Who,Action,About,Details");
    expect(lines.slice(1).map((line) => /act\.number_\d/.exec(line)?.[0])).toEqual(
      [1, 2, 3, 4].map((number) => `act.number_${number}`),
    );
    expect(api.inputs("ops.audit.list").at(-1)).toEqual({
      action: "deposit.confirmed",
      per_page: 100,
      after: "third",
    });
    expect(await screen.findByRole("button", { name: "Download all as CSV" })).toBeDefined();
  });

  test("can be cancelled: nothing is saved, and nothing is said to have failed", async () => {
    const { saved, button } = await show(() => later().promise);
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole("button", { name: "Cancel download" }));
    expect(await screen.findByRole("button", { name: "Download all as CSV" })).toBeDefined();
    expect(saved).toHaveLength(0);
  });

  test("that broke off is not saved in part", async () => {
    const { saved, button } = await show(() => {
      throw new NoAnswer();
    });
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole("button", { name: "Download all as CSV" })).toBeDefined());
    expect(saved).toHaveLength(0);
  });

  test("is not offered where the list has all of it", async () => {
    await renderLive(<AuditPage />, { "ops.audit.list": () => piece(1, null) });
    expect(await screen.findByRole("button", { name: "Download CSV" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Download all as CSV" })).toBeNull();
  });
});
