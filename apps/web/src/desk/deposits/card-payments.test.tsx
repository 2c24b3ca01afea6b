import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive } from "../../testing/live-desk.tsx";
import type { Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { DepositsPage } from "./deposits-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
  sessionStorage.clear();
  setSession(null);
});

const ORDER = {
  id: "order-1",
  provider: "test",
  status: "review",
  fiat_amount: "500.00",
  fiat_currency: "AUD",
  crypto_currency: "BTC",
  crypto_amount: "0.00321667",
  transaction_id: null,
  created_at: "2026-11-20T08:00:00.000Z",
  updated_at: "2026-11-20T08:00:00.000Z",
  customer_id: "c",
  provider_order_id: "P-1",
  note: "The amount differs",
};

function Page() {
  useKeyboard();
  return <DepositsPage />;
}

async function show(
  order: object,
  answers: Readonly<Record<string, Answerer>> = {},
  role: "finance" | "support" = "finance",
) {
  setSession(staffOf(role));
  const page = await renderLive(
    <Page />,
    {
      "ops.onramp.list": () => ({ data: [order], meta: { current_page: 1, last_page: 1 } }),
      "ops.onramp.resolve": () => ({ outcome: "done" }),
      "ops.approvals.list": () => ({ data: [] }),
      ...answers,
    },
    { at: "/teamaccess/deposits?view=cards&row=order-1" },
  );
  return { ...page, panel: await screen.findByRole("region", { name: /^500\.00 AUD for/ }) };
}
const send = () => userEvent.keyboard("{Control>}{Enter}{/Control}");

test("those under review come first, with why", async () => {
  const { api, panel } = await show(ORDER);
  expect(api.inputs("ops.onramp.list")[0]).toMatchObject({ status: "review" });
  expect(within(panel).getByText("The amount differs")).toBeDefined();
});

test("what arrived is credited as it was typed, with a reason", async () => {
  const { api } = await show(ORDER);
  await userEvent.keyboard("y");
  const drawer = await screen.findByRole("dialog", { name: /^Credit 500\.00 AUD/ });
  const amount = within(drawer).getByLabelText("What arrived, in BTC");
  expect((amount as HTMLInputElement).value).toBe("0.00321667");
  await userEvent.clear(amount);
  await userEvent.type(amount, "0.00321600");
  await userEvent.type(within(drawer).getByLabelText("Why"), "Asked the provider");
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.onramp.resolve")).toEqual([
      { id: "order-1", decision: "credit", crypto_amount: "0.00321600", internal_note: "Asked the provider" },
    ]),
  );
});

test("one that was credited before can be closed, and not credited again", async () => {
  const { api } = await show({ ...ORDER, transaction_id: "t" });
  expect(screen.queryByRole("button", { name: /^Credit what arrived/ })).toBeNull();
  await userEvent.keyboard("x");
  const drawer = await screen.findByRole("dialog", { name: /^Close 500\.00 AUD/ });
  await userEvent.type(within(drawer).getByLabelText("Why"), "Nothing came");
  await send();
  await waitFor(() =>
    expect(api.inputs("ops.onramp.resolve")).toEqual([
      { id: "order-1", decision: "close", internal_note: "Nothing came" },
    ]),
  );
});

test("a request that waits for a second person is said, and leaves no act", async () => {
  const { panel } = await show(ORDER, {
    "ops.approvals.list": () => ({ data: [{ id: "7", act: "ops.onramp.resolve", input_id: "order-1" }] }),
  });
  expect(await within(panel).findByText("Waiting for a second person")).toBeDefined();
  expect(within(panel).queryByRole("button")).toBeNull();
});

test("support reads it and has no act on it", async () => {
  const { panel } = await show(ORDER, {}, "support");
  expect(within(panel).queryByRole("button")).toBeNull();
});
