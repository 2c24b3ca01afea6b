import type { StaffRole } from "@wattle/contracts/accounts";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { Refusal, type Answerer } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { clearAlerts } from "../../ui/alert-store.ts";
import { useKeyboard } from "../parts/keys.ts";
import { OutboxPage } from "./outbox-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
  setSession(null);
});

const AT = "2026-11-22T10:00:00.000Z";
const mail = (more: object = {}) => ({
  id: "m1",
  recipient: "old@mail.example",
  subject: "Confirm your email",
  created_at: AT,
  attempts: 3,
  error: "EENVELOPE 550",
  next_attempt_at: null,
  failed_at: AT,
  may_resend: true,
  ...more,
});
const delivery = (more: object = {}) => ({
  webhook: "w1",
  delivery: "d1",
  host: "shop.example",
  type: "deposit.completed",
  customer: { id: "c1", email: "mary@mail.example" },
  created_at: AT,
  attempts: 2,
  last_status: 500,
  last_error: null,
  next_attempt_at: AT,
  disabled_because: null,
  ...more,
});
const listOf =
  (...rows: readonly object[]): Answerer =>
  () => ({ data: rows, meta: { current_page: 1, last_page: 1, per_page: 50, total: rows.length } });
const waitingOf =
  (...rows: readonly object[]): Answerer =>
  () => ({ data: rows, next: null });

function Page() {
  useKeyboard();
  return <OutboxPage />;
}

const open = (at: string, answers: Readonly<Record<string, Answerer>>, role: StaffRole = "support") => {
  setSession(staffOf(role));
  return renderLive(
    <Page />,
    {
      "ops.outbox.mails": listOf(),
      "ops.outbox.waitingMails": waitingOf(),
      "ops.outbox.webhooks": listOf(),
      ...answers,
    },
    { at },
  );
};
const AGAIN = { name: /^Send again/ };

describe("a mail that was not sent", () => {
  test("says why, and is sent again by keyboard alone", async () => {
    const { api } = await open("/?view=mails", {
      "ops.outbox.mails": listOf(mail()),
      "ops.outbox.sendMail": () => mail({ failed_at: null, may_resend: false }),
    });
    expect(await screen.findByText("Address refused (550)")).toBeDefined();
    expect(screen.getByText("Given up")).toBeDefined();
    await userEvent.keyboard("j{Enter}");
    const drawer = await screen.findByRole("dialog", { name: "Email to old@mail.example" });
    expect(within(drawer).getByText(/Links in it may have expired/)).toBeDefined();
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.outbox.sendMail")).toEqual([{ id: "m1" }]);
  });

  test("that a colleague sends again meanwhile stays open, and says who was first", async () => {
    const page = await open("/?view=mails&id=m1", {
      "ops.outbox.mails": listOf(mail()),
      "ops.audit.list": lastAct("mail.sent_again"),
    });
    const drawer = await screen.findByRole("dialog");
    await page.act({ "ops.outbox.mails": listOf() });
    expect(await within(drawer).findByText(/^finn@mail\.example: Mail sent again, /)).toBeDefined();
    expect(within(drawer).getByRole("button", AGAIN)).toHaveProperty("disabled", true);
  });

  test.each<[string, object, RegExp]>([
    [
      "is tried by itself",
      { failed_at: null, next_attempt_at: AT, may_resend: false },
      /We retry for three days/,
    ],
    ["has no text any more", { may_resend: false }, /for 30 days only/],
  ])("that %s is only looked at", async (_how, more, text) => {
    await open("/?view=mails&id=m1", { "ops.outbox.mails": listOf(mail(more)) });
    const drawer = await screen.findByRole("dialog");
    expect(within(drawer).getByText(text)).toBeDefined();
    expect(within(drawer).queryByRole("button", AGAIN)).toBeNull();
  });

  test("is only looked at by those whose roles send none", async () => {
    await open("/?view=mails&id=m1", { "ops.outbox.mails": listOf(mail()) }, "finance");
    const drawer = await screen.findByRole("dialog");
    expect(within(drawer).queryByRole("button", AGAIN)).toBeNull();
  });
});

describe("a mail that waits", () => {
  const untried = { attempts: 0, error: "", failed_at: null, next_attempt_at: AT, may_resend: false };

  test.each<[string, object, string, RegExp]>([
    ["was not tried", {}, "Not tried yet", /^Not tried yet\. If/],
    ["is tried again", { attempts: 2, error: "ETIMEDOUT" }, "Mail server didn’t answer", /for three days/],
  ])("and %s says so, and is only looked at", async (_how, more, word, text) => {
    await open("/", { "ops.outbox.waitingMails": waitingOf(mail({ ...untried, ...more })) });
    expect(await screen.findByText(word)).toBeDefined();
    await userEvent.keyboard("j{Enter}");
    const drawer = await screen.findByRole("dialog", { name: "Email to old@mail.example" });
    expect(within(drawer).getByText(text)).toBeDefined();
    expect(within(drawer).queryByRole("button", AGAIN)).toBeNull();
  });

  test("is one of many: o goes on where the list goes on, n begins again", async () => {
    const { api, address } = await open("/", {
      "ops.outbox.waitingMails": () => ({ data: [mail(untried)], next: "5.m1" }),
    });
    await screen.findByText("Not tried yet");
    await userEvent.keyboard("o");
    await waitFor(() => expect(address()).toContain("after=5.m1"));
    await waitFor(() => expect(api.inputs("ops.outbox.waitingMails").at(-1)).toEqual({ after: "5.m1" }));
    await userEvent.keyboard("n");
    await waitFor(() => expect(address()).not.toContain("after"));
  });
});

describe("an event that was not taken", () => {
  test("says why, and is sent again", async () => {
    const { api, address } = await open("/", {
      "ops.outbox.webhooks": listOf(delivery(), delivery({ webhook: "w2" })),
      "ops.outbox.sendWebhook": () => ({ webhook: "w2", delivery: "d1" }),
    });
    await screen.findByText("No email is waiting");
    await userEvent.keyboard("3");
    expect(await screen.findAllByText("Answered 500")).toHaveLength(2);
    expect(address()).toContain("view=webhooks");
    await userEvent.keyboard("jj{Enter}");
    const drawer = await screen.findByRole("dialog", { name: "Deposit credited, to shop.example" });
    await userEvent.click(within(drawer).getByRole("button", AGAIN));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.inputs("ops.outbox.sendWebhook")).toEqual([{ webhook: "w2", delivery: "d1" }]);
  });

  test.each<[string, object, RegExp]>([
    ["gone", { disabled_because: "gone", last_status: 410 }, /answered 410/],
    ["failing", { disabled_because: "failing", attempts: 0, last_status: null }, /failed 10 times/],
  ])("of a webhook that is off (%s) says that its owner turns it on", async (_why, more, text) => {
    await open("/?view=webhooks&id=w1 d1", { "ops.outbox.webhooks": listOf(delivery(more)) });
    const drawer = await screen.findByRole("dialog");
    expect(within(drawer).getByText(text)).toBeDefined();
    expect(within(drawer).queryByRole("button", AGAIN)).toBeNull();
  });
});

test.each([
  ["", "No email is waiting", "10 mails wait, the oldest for 6 hours."],
  ["?view=webhooks", "No undelivered events", "No events wait."],
])("an empty list at /%s says what waits to be sent", async (search, title, words) => {
  setSession(staffOf("support"));
  await renderLive(
    <Page />,
    { "ops.outbox.waitingMails": waitingOf(), "ops.outbox.webhooks": listOf() },
    {
      at: `/${search}`,
      today: {
        system: [
          { name: "Mail", state: "fault", text: "10 mails wait, the oldest for 6 hours." },
          { name: "Webhooks", state: "ok", text: "No events wait." },
        ],
      },
    },
  );
  expect(await screen.findByText(title)).toBeDefined();
  expect(await screen.findByText(words)).toBeDefined();
});

test("a list that cannot be read is asked for again", async () => {
  const { api } = await open("/", {
    "ops.outbox.waitingMails": () => {
      throw new Refusal("server_error");
    },
  });
  const again = await screen.findByRole("button", { name: "Try again" }, { timeout: 10_000 });
  api.answer("ops.outbox.waitingMails", waitingOf(mail()));
  await userEvent.click(again);
  expect(await screen.findByText("old@mail.example")).toBeDefined();
});
