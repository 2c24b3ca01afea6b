import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import type { Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { CustomersPage } from "./customers-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
  sessionStorage.clear();
  setSession(null);
});

const OWED = {
  id: "owed-1",
  status: "open",
  customer: { id: "c", email: "ruth@mail.example", name: "Ruth Adeyemi" },
  amount: "640.00",
  currency: "AUD",
  bank_line_id: "line-9",
  arrival_id: null,
  opened_at: "2026-11-20T08:00:00.000Z",
  settled_at: null,
  settled_by: null,
};

function Page() {
  useKeyboard();
  return <CustomersPage />;
}

async function show(role: "finance" | "support", answers: Readonly<Record<string, Answerer>> = {}) {
  setSession(staffOf(role));
  const page = await renderLive(
    <Page />,
    {
      "ops.receivables.list": () => ({ data: [OWED], next: null }),
      "ops.approvals.list": () => ({ data: [] }),
      "ops.audit.list": lastAct("receivable.settled"),
      "ops.customers.search": () => ({ data: [], meta: { current_page: 1, last_page: 1 } }),
      ...answers,
    },
    { at: "/teamaccess/customers?view=owed" },
  );
  await screen.findByRole("row", { name: /Ruth Adeyemi/ });
  await userEvent.keyboard("j{Enter}");
  return page;
}
const send = () => userEvent.keyboard("{Control>}{Enter}{/Control}");

test("what a customer owes is taken from the balance, with a reason", async () => {
  const { api } = await show("finance", { "ops.receivables.settle": () => ({}) });
  await screen.findByRole("button", { name: /^Take from the balance/ });
  await userEvent.keyboard("y");
  const drawer = await screen.findByRole("dialog", {
    name: "Take 640.00 AUD from the balance of Ruth Adeyemi",
  });
  await send();
  expect(api.inputs("ops.receivables.settle")).toEqual([]);
  await userEvent.type(within(drawer).getByLabelText("Why"), "It has the money again");
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.receivables.settle")).toEqual([
      { id: "owed-1", internal_note: "It has the money again" },
    ]),
  );
});

test("coins that the network took back lead to their arrival", async () => {
  await show("finance", {
    "ops.receivables.list": () => ({
      data: [{ ...OWED, bank_line_id: null, arrival_id: "arrival-7", currency: "BTC", amount: "0.10000000" }],
      next: null,
    }),
  });
  const link = await screen.findByRole("link", { name: "Open the arrival" });
  expect(link.getAttribute("href")).toBe("/teamaccess/arrivals?state=reversed&row=arrival-7");
  expect(screen.queryByRole("link", { name: "Open the line" })).toBeNull();
});

test("writing it off waits for a second person, and is not asked for twice", async () => {
  const { act } = await show("finance", {
    "ops.receivables.writeOff": () => ({
      outcome: "awaiting_approval",
      approval: {
        id: "7",
        act: "ops.receivables.writeOff",
        reasons: ["Every write-off needs two people."],
        expires_at: "2026-11-25T08:00:00.000Z",
      },
    }),
  });
  await screen.findByRole("button", { name: /^Write off/ });
  await userEvent.keyboard("x");
  const drawer = await screen.findByRole("dialog", { name: "Write off 640.00 AUD of Ruth Adeyemi" });
  await userEvent.type(within(drawer).getByLabelText("Why"), "Gone");
  await send();
  expect(await within(drawer).findByText("Every write-off needs two people.")).toBeDefined();
  await userEvent.keyboard("{Escape}");
  await act({
    "ops.approvals.list": () => ({
      data: [{ id: "7", act: "ops.receivables.writeOff", input_id: "owed-1" }],
    }),
  });
  expect(await screen.findByText("Waiting for a second person")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Write off/ })).toBeNull();
});

test("a colleague who was first is named, and nothing is done again", async () => {
  const { api, act } = await show("finance");
  await screen.findByRole("button", { name: /^Take from the balance/ });
  await userEvent.keyboard("y");
  const drawer = await screen.findByRole("dialog");
  await userEvent.type(within(drawer).getByLabelText("Why"), "Late");
  await act({ "ops.receivables.list": () => ({ data: [], next: null }) });
  expect(await within(drawer).findByText(/^finn@mail\.example: Receivable settled/)).toBeDefined();
  await send();
  expect(api.inputs("ops.receivables.settle")).toEqual([]);
});

test("support reads it and has no act on it", async () => {
  await show("support");
  const panel = await screen.findByRole("region", { name: "Ruth Adeyemi, 640.00 AUD" });
  expect(within(panel).queryByRole("button")).toBeNull();
});
