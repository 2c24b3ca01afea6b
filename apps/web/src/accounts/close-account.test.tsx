import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ClosingPlan } from "@wattle/contracts/closing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sessionStore } from "../session/session-store.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { CloseAccount } from "./close-account.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  clearAlerts();
});

const FREE: ClosingPlan = { obstacles: [], kept_until: "2033-11-23T00:00:00.000Z" };

async function show(plan: () => unknown, close: () => unknown = () => ({})) {
  const calls = { closed: 0 };
  standInApi({
    "closing.plan": plan,
    "closing.close": () => {
      calls.closed += 1;
      return close();
    },
  });
  await renderScreen(<CloseAccount />, "/dashboard/personal-information");
  return calls;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("closing the account", () => {
  test("says what goes now, and what the law keeps and until when", async () => {
    await show(() => FREE);
    expect(await screen.findByText("Deleted now")).toBeDefined();
    expect(screen.getByText("Your logins, devices and our emails to you")).toBeDefined();
    expect(screen.getByText("Kept by law until 23 Nov 2033")).toBeDefined();
  });

  test("says that nothing is kept where nothing is", async () => {
    await show(() => ({ ...FREE, kept_until: null }));
    expect(await screen.findByText("Deleted after 30 days")).toBeDefined();
  });

  test("names what has to be settled first, with the way there, and has no button", async () => {
    await show(() => ({
      ...FREE,
      obstacles: [
        { kind: "balance", message: "Withdraw the balance first" },
        { kind: "withdrawal", message: "A withdrawal is still pending" },
      ],
    }));
    const list = await screen.findByRole("list");
    expect(within(list).getByRole("link", { name: "Withdraw money" }).getAttribute("href")).toBe(
      "/dashboard/withdraw-money",
    );
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Close my account" })).toBeNull();
  });

  test("asks once more; keeping it closes nothing", async () => {
    const calls = await show(() => FREE);
    await press("Close my account");
    await press("Keep account");
    await waitFor(() => expect(screen.queryByText("You can’t undo this.")).toBeNull());
    expect(calls.closed).toBe(0);
  });

  test("closes it once and forgets who was logged in", async () => {
    const calls = await show(() => FREE);
    await press("Close my account");
    await press("Close account");
    expect(await screen.findByText("Your account is closed. We’ve emailed you.")).toBeDefined();
    expect([calls.closed, sessionStore.get()]).toEqual([1, null]);
  });

  test("says why it is refused, and looks again what is in the way", async () => {
    let looked = 0;
    await show(
      () => {
        looked += 1;
        return FREE;
      },
      () => {
        throw new Refusal("state_conflict", { balance: ["Withdraw the balance first"] });
      },
    );
    await press("Close my account");
    await press("Close account");
    expect(await screen.findByText(/Withdraw the balance first/)).toBeDefined();
    await waitFor(() => expect(looked).toBe(2));
  });

  test("can be tried again where the plan was not loaded", async () => {
    let looked = 0;
    await show(() => {
      looked += 1;
      if (looked === 1) throw new Refusal("not_found");
      return FREE;
    });
    await press("Try again");
    expect(await screen.findByText("Deleted now")).toBeDefined();
  });
});
