import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { LoginSecurityPage } from "./login-security-page.tsx";

const ACCOUNT = { id: "a", bank_name: "Bank of Example", account_number: "12345678" };
const UNTIL = "2026-11-28T00:00:00.000Z";

const show = async (passkeys: number, heldUntil: string | null) => {
  standInApi({
    "secondFactor.status": () => ({ totp_since: null, passkeys, recovery_codes_left: 0 }),
    "withdrawals.state": () => ({ held_until: heldUntil, held_because: null, email_when_free: [] }),
    "bankAccounts.list": () => [{ ...ACCOUNT, held_until: UNTIL }],
  });
  await renderScreen(<LoginSecurityPage />, "/dashboard/security");
};

test("what protects the account is on one page, and what is not set up can be added", async () => {
  await show(0, null);
  await screen.findByText("Not set up");
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Change Password",
    "Change Two-step login",
    "Add Passkeys",
    "Show Devices",
    "Show Recent logins",
  ]);
  await userEvent.click(screen.getByRole("button", { name: /^Change ?Password$/ }));
  expect(screen.getByLabelText("Current password")).toBeDefined();
});

test.each([
  [null, "No hold"],
  [UNTIL, /^On hold until /],
])("holds: withdrawals until %s, and each bank account", async (until, words) => {
  await show(1, until);
  expect(await screen.findByRole("button", { name: /^Change ?Passkeys$/ })).toBeDefined();
  const valueOf = async (term: string) => (await screen.findByText(term)).nextElementSibling?.textContent;
  expect(await valueOf("Withdrawals")).toMatch(words);
  expect(await valueOf("Bank of Example …678")).toMatch(/^On hold until /);
});
