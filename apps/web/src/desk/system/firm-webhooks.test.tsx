import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { OperatorWebhook } from "@wattle/contracts/operator-webhooks";
import { afterEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderLive } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { SystemPage } from "./system-page.tsx";

const WEBHOOK: OperatorWebhook = {
  id: "hook",
  url: "https://ops.example/hook",
  events: ["approval.waiting"],
  created_at: "2026-11-20T01:00:00.000Z",
  disabled_at: null,
  disabled_because: null,
};

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

test("a webhook of the firm shows what it was sent, and sends it again", async () => {
  setSession(staffOf("admin"));
  const resend = vi.fn<() => object>(() => ({}));
  await renderLive(<SystemPage />, {
    "ops.system.checks": () => [],
    "ops.webhooks.list": () => [WEBHOOK],
    "ops.webhooks.deliveries": () => [
      {
        id: "event",
        type: "approval.waiting",
        created_at: "2026-11-20T02:00:00.000Z",
        state: "failed",
        attempts: 10,
        next_attempt_at: null,
        delivered_at: null,
        last_status: 500,
        last_error: null,
      },
    ],
    "ops.webhooks.resend": resend,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Webhooks" }));
  const table = await screen.findByRole("table", { name: "Webhooks of the firm" });
  await userEvent.click(within(table).getByText("https://ops.example/hook"));
  const sent = await screen.findByRole("list", { name: "Deliveries to https://ops.example/hook" });
  expect(sent.textContent).toContain("Approval waiting");
  expect(sent.textContent).toContain("Answered 500");
  await userEvent.click(within(sent).getByRole("button", { name: /Send again/ }));
  await expect.poll(() => resend.mock.calls.length).toBe(1);
});

test("a paused one cannot be tried, and says since when", async () => {
  setSession(staffOf("admin"));
  await renderLive(<SystemPage />, {
    "ops.webhooks.list": () => [{ ...WEBHOOK, disabled_at: "2026-11-21T01:00:00.000Z" }],
    "ops.webhooks.deliveries": () => [],
    "ops.system.checks": () => [],
  });
  await userEvent.click(await screen.findByRole("button", { name: "Webhooks" }));
  const table = await screen.findByRole("table", { name: "Webhooks of the firm" });
  await userEvent.click(within(table).getByText("https://ops.example/hook"));
  await screen.findByText(/^Paused since/);
  expect(screen.queryByRole("button", { name: /Send test/ })).toBeNull();
  screen.getByRole("button", { name: /Resume/ });
});
