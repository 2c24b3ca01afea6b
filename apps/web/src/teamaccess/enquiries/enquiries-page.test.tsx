import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { lastAct, renderLive } from "../../testing/live-desk.tsx";
import { staffOf } from "../../testing/users.ts";
import { EnquiriesPage } from "./enquiries-page.tsx";

beforeEach(() => setSession(staffOf("support")));
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const MESSAGE = `${"I paid for coins. ".repeat(10)}Where are they?`;
const listOf =
  (...handled: (string | null)[]) =>
  () => ({
    data: handled.map((at) => ({
      id: "1",
      reference: "ENQ-1",
      name: "Mary",
      email: "mary@mail.example",
      message: MESSAGE,
      created_at: "2026-11-22T09:00:00.000Z",
      handled_at: at,
    })),
    meta: { current_page: 1, last_page: 1, per_page: 50, total: handled.length },
  });
const HANDLED_AT = "2026-11-22T10:00:00.000Z";
const ACT = { name: /^Mark as handled/ };

describe("an enquiry", () => {
  test("that a colleague handles while it is open stays, and says who was first", async () => {
    const page = await renderLive(<EnquiriesPage />, {
      "ops.support.list": listOf(null),
      "ops.audit.list": lastAct("enquiry.handled"),
    });
    await userEvent.click(await screen.findByText("Mary"));
    const drawer = await screen.findByRole("dialog");
    expect(within(drawer).getByRole("button", ACT)).toBeDefined();
    await page.act({ "ops.support.list": listOf() });
    expect(await within(drawer).findByText(/^finn@mail\.example: Enquiry handled, /)).toBeDefined();
    expect(within(drawer).getByText(MESSAGE)).toBeDefined();
  });

  test("that is handled can be read", async () => {
    await renderLive(<EnquiriesPage />, { "ops.support.list": listOf(HANDLED_AT) });
    await userEvent.click(await screen.findByText("Mary"));
    const drawer = await screen.findByRole("dialog");
    expect(within(drawer).getByText(MESSAGE)).toBeDefined();
    expect(within(drawer).getByText("Handled")).toBeDefined();
    expect(within(drawer).queryByRole("button", ACT)).toBeNull();
  });

  test("can be read whole by who may not handle it", async () => {
    setSession(staffOf("finance"));
    await renderLive(<EnquiriesPage />, { "ops.support.list": listOf(null) });
    await userEvent.click(await screen.findByText("Mary"));
    const drawer = await screen.findByRole("dialog");
    expect(within(drawer).getByText(MESSAGE)).toBeDefined();
    expect(within(drawer).queryByRole("button", ACT)).toBeNull();
  });
});
