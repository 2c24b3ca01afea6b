import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import type { ArrivalRecord } from "../parts/answers.ts";
import { ArrivalsPage } from "./arrivals-page.tsx";

afterEach(() => setSession(null));

const OURS: ArrivalRecord = {
  id: "a",
  network: "bitcoin",
  currency: "BTC",
  txid: "ab".repeat(32),
  output: 0,
  address: "bcrt1qtreasury",
  amount: "0.30000000",
  confirmations: 3,
  status: "under_review",
  customer: null,
  reason: null,
};

function Page() {
  useKeyboard();
  return <ArrivalsPage />;
}

async function show(arrival: Partial<ArrivalRecord> = {}) {
  setSession(staffOf("finance"));
  const api = standInApi({
    "ops.arrivals.list": () => ({ data: [{ ...OURS, ...arrival }], next: null }),
    "ops.arrivals.ownMoney": () => ({ ...OURS, status: "own_money" }),
    "ops.arrivals.credit": () => ({ ...OURS, status: "credited" }),
    "ops.customers.search": () => ({
      data: [
        {
          id: "maya",
          email: "maya@mail.example",
          first_name: "Maya",
          last_name: "Okafor",
          status: "verified",
          closed_at: null,
        },
      ],
      meta: { current_page: 1, last_page: 1 },
    }),
    "ops.approvals.list": () => ({ data: [] }),
    "ops.presence.here": () => ({ present: [] }),
  });
  await renderScreen(<Page />, "/teamaccess/arrivals?row=a");
  await screen.findByRole("table");
  return api;
}

const send = async (dialog: string, button: RegExp): Promise<void> => {
  const drawer = within(await screen.findByRole("dialog", { name: dialog }));
  await userEvent.type(drawer.getByLabelText("Why"), "Bought");
  await userEvent.click(drawer.getByRole("button", { name: button }));
};

test("coins of the treasury are kept as own money, with where they come from", async () => {
  const api = await show();
  expect(api.inputs("ops.arrivals.list")).toEqual([{ status: "under_review" }]);
  await userEvent.keyboard("m");
  await userEvent.selectOptions(await screen.findByLabelText("It comes from"), "card_provider");
  await send("Our own money: 0.30000000 BTC", /Keep it as own money/);
  expect(api.inputs("ops.arrivals.ownMoney")).toEqual([
    { id: "a", from: "card_provider", internal_note: "Bought" },
  ]);
});

test("coins at a customer's address can only be credited, first of all to that customer", async () => {
  const api = await show({
    status: "below_minimum",
    customer: { id: "maya", email: "maya@mail.example", name: "Maya Okafor" },
  });
  expect(screen.queryByRole("button", { name: /Our own money/ })).toBeNull();
  await userEvent.keyboard("y");
  await send("Credit 0.30000000 BTC", /Credit it/);
  expect(api.inputs("ops.arrivals.credit")).toEqual([{ id: "a", customer: "maya", internal_note: "Bought" }]);
});

test("coins of no customer are credited to one who is found by name", async () => {
  const api = await show();
  await userEvent.keyboard("y");
  const box = within(await screen.findByRole("dialog", { name: "Credit to" }));
  await userEvent.type(box.getByRole("combobox"), "Maya");
  await userEvent.click(await box.findByText("Maya Okafor"));
  await screen.findByText(/maya@mail\.example/);
  await send("Credit 0.30000000 BTC", /Credit it/);
  expect(api.inputs("ops.arrivals.credit")).toEqual([{ id: "a", customer: "maya", internal_note: "Bought" }]);
});
