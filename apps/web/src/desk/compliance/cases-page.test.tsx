import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { CaseRecord, CaseSummary } from "@wattle/contracts/cases";
import { afterEach, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { CasesPage } from "./cases-page.tsx";

afterEach(() => setSession(null));

const SUMMARY: CaseSummary = {
  id: "one",
  kind: "screening",
  rule: null,
  status: "open",
  customer: { id: "maya", email: "maya@mail.example", name: "Maya Okafor" },
  opened_at: "2026-11-24T00:00:00.000Z",
  due_at: "2026-11-27T00:00:00.000Z",
  assignee: null,
  terrorism: false,
  snoozed_until: null,
  closed_at: null,
  outcome: null,
};
const COLLEAGUES = [{ id: "carmen", name: "Carmen Liu" }];
const RECORD: CaseRecord = {
  ...SUMMARY,
  rows: ["38DY-LKSW-NHGE"],
  hits: [
    {
      id: "hit",
      source: "own",
      version: "2026-11-20",
      asked: { of: "customer", name: "Maya Okafor", birth_date: "1990-02-28", countries: ["AU"] },
      entry: {
        id: "d-1",
        name: "OKAFOR, Maja",
        names: ["M Okafor"],
        birth_dates: ["1990"],
        countries: ["AU"],
        reason: "Invented",
      },
      score: 0.91,
      parts: { name: 0.88, birth_date: 0.06, country: 0 },
      found_at: "2026-11-24T00:00:00.000Z",
    },
  ],
  notes: [],
  filings: [],
  linked: [
    { ...SUMMARY, id: "two", status: "closed", closed_at: SUMMARY.opened_at, outcome: "nothing_found" },
  ],
  colleagues: COLLEAGUES,
};

function Page() {
  useKeyboard();
  return <CasesPage />;
}

async function show(at: string, found: CaseRecord = RECORD) {
  setSession(staffOf("compliance"));
  const api = standInApi({
    "ops.today": () => ({
      now: "2026-11-27T05:00:00.000Z",
      queues: [],
      newest_act: null,
      present: [],
      time_zone: "Australia/Sydney",
    }),
    "ops.cases.list": () => ({ data: [SUMMARY], next: null, colleagues: COLLEAGUES }),
    "ops.cases.get": () => found,
    "ops.transactions.find": () => ({
      transaction_type: "deposit",
      status: "completed",
      credit: "9500.00",
      credit_currency: "AUD",
      created_at: "2026-11-24T01:30:00.000Z",
    }),
    "ops.cases.take": () => RECORD,
    "ops.cases.close": () => ({
      outcome: "awaiting_approval",
      approval: {
        id: "a",
        reasons: ["A name that a list has needs two people."],
        expires_at: SUMMARY.due_at,
      },
    }),
    "ops.customers.rating": () => ({
      rating: "high",
      reasons: ["A name on a list is not decided yet."],
      set_by: null,
      review_on: "2027-11-27",
    }),
    "ops.approvals.list": () => ({ data: [] }),
    "ops.presence.here": () => ({ present: [] }),
  });
  await renderScreen(<Page />, at);
  return api;
}

test("the list says what is over its time, asks for the filters of the address, and opens a case by keyboard", async () => {
  const api = await show("/teamaccess/cases?kind=screening&assignee=carmen");
  await screen.findByRole("table", { name: "Cases" });
  await screen.findByText("5 hours over");
  expect(api.inputs("ops.cases.list")).toEqual([{ status: "open", kind: "screening", assignee: "carmen" }]);
  await userEvent.keyboard("j{Enter}");
  await screen.findByRole("heading", { name: "Maya Okafor: Name on a list" });
});

test("a case has the hit next to the entry with each part of the score, the rating's reasons and other cases", async () => {
  await show("/teamaccess/cases?id=one");
  const hit = within(
    await screen.findByRole("region", { name: /Our own list, version 2026-11-20: 91% alike/ }),
  );
  for (const text of ["OKAFOR, Maja; M Okafor", "88%", "+6%", "no effect", "Invented"]) hit.getByText(text);
  await screen.findByText("A name on a list is not decided yet.");
  await screen.findByText(/^Deposit of 9,500.00 AUD, 24 Nov 2026/);
  screen.getByText("Nothing found");
});

test("a case is taken and closed by keyboard, and its closing waits for a second person", async () => {
  const api = await show("/teamaccess/cases?id=one");
  await screen.findByRole("button", { name: /Take it/ });
  await userEvent.keyboard("t");
  await userEvent.click(await screen.findByRole("button", { name: /Take the case/ }));
  expect(api.inputs("ops.cases.take")).toEqual([{ id: "one" }]);
  await userEvent.keyboard("c");
  const drawer = within(await screen.findByRole("dialog", { name: /^Close Maya/ }));
  await userEvent.type(drawer.getByLabelText("Why"), "Another year of birth");
  await userEvent.click(drawer.getByRole("button", { name: /Close the case/ }));
  await drawer.findByText("A name that a list has needs two people.");
  expect(api.inputs("ops.cases.close")).toEqual([
    { id: "one", outcome: "not_this_person", internal_note: "Another year of birth" },
  ]);
});

test.each([
  [null, "Take it", "Rate the customer"],
  ["carmen", "Rate the customer", "Draft a report"],
])("a case of the source of funds, taken by %s, has one main act: %s", async (assignee, main, other) => {
  const found: CaseRecord = {
    ...RECORD,
    rule: "source_of_funds",
    kind: "monitoring",
    rows: [],
    hits: [],
    assignee,
  };
  const api = await show("/teamaccess/cases?id=one", found);
  await screen.findByText(/^The customer was asked where the money comes from/);
  const looksOf = (name: string) => screen.getByRole("button", { name: new RegExp(name) }).className;
  expect(looksOf(main)).not.toBe(looksOf(other));
  expect(api.inputs("ops.cases.get")).toEqual([{ id: "one" }]);
});
