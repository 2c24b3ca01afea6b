import type { IdentityState } from "@wattle/contracts/identity";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { standInApi, type StandInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { setSession } from "../session/session-store.ts";
import { userOf } from "../testing/users.ts";
import { UserInformationPage } from "./user-information-page.tsx";

const SENT: IdentityState = {
  status: "pending",
  reason: null,
  draft: {},
  documents: [],
  check: null,
  submitted_at: "2026-01-02T00:00:00.000Z",
  decided_at: null,
  saved_at: "2026-01-01T00:00:00.000Z",
};

afterEach(() => void vi.useRealTimers());

async function page(changes: Partial<IdentityState>): Promise<StandInApi> {
  const api = standInApi({
    "identity.get": () => ({ ...SENT, ...changes }),
    "sessions.current": () => null,
    "bankAccounts.list": () => [],
  });
  await renderScreen(<UserInformationPage emailConfirmed={false} />, "/user-information");
  return api;
}

test.each([
  ["pending", "We’re checking your details", "Pending", false],
  ["verified", "You’re verified", "Verified", false],
  ["rejected", "Your details need another look", "Rejected", true],
] as const)("a form that is %s: '%s'", async (status, heading, word, open) => {
  await page({ status });
  expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeDefined();
  expect(screen.getByText(word)).toBeDefined();
  expect(screen.queryByLabelText("First name") !== null).toBe(open);
});

test("while the identity is checked a bank account can be added", async () => {
  await page({ status: "pending" });
  const meanwhile = within(await screen.findByRole("region", { name: "Add your bank account meanwhile" }));
  fireEvent.click(await meanwhile.findByRole("button", { name: "Add a bank account" }));
  expect(await meanwhile.findByLabelText("Account number")).toBeDefined();
});

test("a rejected form says why, and is open again with what was answered", async () => {
  await page({ status: "rejected", reason: "The photo is blurred", draft: { first_name: "Mary" } });
  expect(await screen.findByText("The photo is blurred")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Mary");
});

test("a second try at the provider is seen without a reload", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  const checkOf = (state: "retry" | "checking") =>
    ({ status: "registered", check: { provider: "sumsub", state } }) as const;
  const api = await page(checkOf("retry"));
  expect(await screen.findByLabelText("First name")).toBeDefined();
  api.answer("identity.get", () => ({ ...SENT, ...checkOf("checking") }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText("Sumsub checks it")).toBeDefined();
});

test("someone verified sees which of the steps are done", async () => {
  setSession(userOf("AU"));
  standInApi({
    "identity.get": () => ({ ...SENT, status: "verified" }),
    "sessions.current": () => userOf("AU"),
    "portfolio.overview": () => ({
      progress: { bank_account: { ending: "678", held_until: null }, deposited: true, purchased: false },
    }),
  });
  await renderScreen(<UserInformationPage emailConfirmed={false} />, "/user-information");
  expect(await screen.findByText("4 of 5 done")).toBeDefined();
});
