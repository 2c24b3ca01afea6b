import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import type { ArrivalRecord, UnknownTokenRecord } from "../parts/answers.ts";
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

describe("unknown tokens", () => {
  const TOKEN: UnknownTokenRecord = {
    id: "t",
    network: "ethereum",
    contract: `0x${"c0".repeat(20)}`,
    txid: `0x${"ab".repeat(32)}`,
    height: 1234,
    address: `0x${"ad".repeat(20)}`,
    amount: `${2n ** 256n - 1n}`,
    customer: { id: "maya", email: "maya@mail.example", name: "Maya Okafor" },
    seen_at: "2026-11-28T10:00:00.000Z",
  };
  const open = async (address: string, data: readonly UnknownTokenRecord[], next: string | null = null) => {
    setSession(staffOf("finance"));
    const api = standInApi({
      "ops.arrivals.tokens": () => ({ data, next }),
      "ops.presence.here": () => ({ present: [] }),
    });
    await renderScreen(<Page />, `/teamaccess/arrivals?view=tokens${address}`);
    await screen.findByText(/We never credit these tokens/);
    return api;
  };

  test("each has its contract, the largest amount in full, and its customer; no one can act on it", async () => {
    await open("&row=t", [TOKEN, { ...TOKEN, id: "u", customer: null }]);
    const table = within(await screen.findByRole("table", { name: "Unknown tokens" }));
    expect(table.getByText("Our treasury")).toBeDefined();
    const panel = within(await screen.findByRole("region", { name: "Token at an address of Maya Okafor" }));
    expect(panel.getByText(/^115,792,089,237,316,195,423,/)).toBeDefined();
    expect(panel.getByRole("link", { name: "maya@mail.example" }).getAttribute("href")).toBe(
      "/teamaccess/customers?id=maya",
    );
    expect(panel.getByText("1,234")).toBeDefined();
    expect(panel.queryByRole("button")).toBeNull();
  });

  test("older ones are read after the last, which the address keeps", async () => {
    const api = await open("", [TOKEN], "older");
    await userEvent.click(await screen.findByRole("button", { name: /Older tokens/ }));
    await waitFor(() => expect(api.inputs("ops.arrivals.tokens")).toEqual([{}, { after: "older" }]));
    expect(await screen.findByRole("button", { name: /Newest tokens/ })).toBeDefined();
  });

  test("without any the list says what would be there", async () => {
    await open("", []);
    expect(await screen.findByText("No unknown tokens")).toBeDefined();
  });
});
