import type { WebhookItem } from "@wattle/contracts/webhooks";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { later, standInApi } from "../testing/stand-in-api.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { WebhookList } from "./webhook-list.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

const webhook = (id: string, more: Partial<WebhookItem> = {}): WebhookItem => ({
  id,
  url: `https://${id}.example`,
  events: ["*"],
  created_at: "2026-11-20T00:00:00.000Z",
  disabled_at: null,
  disabled_because: null,
  ...more,
});
const OFF = { disabled_at: "2026-11-21T00:00:00.000Z", disabled_because: "gone" } as const;
const delivery = (id: string, type: string): object => ({
  id,
  type,
  created_at: "2026-11-20T00:00:00.000Z",
  state: "delivered",
  attempts: 1,
  next_attempt_at: null,
  delivered_at: "2026-11-20T00:00:01.000Z",
  last_status: 200,
  last_error: null,
});

test.each([
  {
    act: "test",
    procedure: "webhooks.test",
    name: (id: string) => new RegExp(`^Send test ?to https://${id}`),
    more: {},
  },
  {
    act: "turn on",
    procedure: "webhooks.enable",
    name: (id: string) => new RegExp(`^Turn on ?https://${id}`),
    more: OFF,
  },
])("$act: only the endpoint that it is done to is busy", async ({ procedure, name, more }) => {
  const answer = later();
  const api = standInApi({ [procedure]: () => answer.promise, "webhooks.deliveries": () => [] });
  await renderScreen(<WebhookList webhooks={[webhook("one", more), webhook("two", more)]} />);
  await userEvent.click(screen.getByRole("button", { name: name("one") }));
  await screen.findByRole("button", { name: name("one"), busy: true });
  expect(screen.getByRole("button", { name: name("two"), busy: false })).toBeDefined();
  answer.answer({});
  await screen.findByRole("button", { name: name("one"), busy: false });
  expect(api.inputs(procedure)).toEqual([{ id: "one" }]);
});

test("a delivery is sent again once, however often it is clicked meanwhile", async () => {
  const answer = later();
  const api = standInApi({
    "webhooks.resend": () => answer.promise,
    "webhooks.deliveries": () => [delivery("d1", "deposit.completed"), delivery("d2", "exchange.completed")],
  });
  await renderScreen(<WebhookList webhooks={[webhook("one")]} />);
  await userEvent.click(screen.getByRole("button", { name: /^Deliveries/ }));
  const again = await screen.findByRole("button", { name: /^Send again ?Deposit credited/ });
  await userEvent.click(again);
  await waitFor(() => expect(again.getAttribute("aria-busy")).toBe("true"));
  await userEvent.click(again);
  expect(screen.getByRole("button", { name: /^Send again ?Exchange completed/, busy: false })).toBeDefined();
  answer.answer({});
  await waitFor(() => expect(again.getAttribute("aria-busy")).toBeNull());
  expect(api.inputs("webhooks.resend")).toEqual([{ id: "one", delivery: "d1" }]);
});
