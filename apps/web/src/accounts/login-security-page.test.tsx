import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { LoginSecurityPage } from "./login-security-page.tsx";

const ACCOUNT = { id: "a", bank_name: "Bank of Example", account_number: "12345678" };
const UNTIL = "2026-11-28T00:00:00.000Z";

const LOGIN = { user_agent: null, ip: "203.0.113.7", created_at: UNTIL };

const show = async (passkeys: number, heldUntil: string | null, passwordAlone = false) => {
  standInApi({
    "sessions.list": () => [
      { ...LOGIN, id: "1", current: true, last_used_at: UNTIL },
      { ...LOGIN, id: "2", current: false, last_used_at: UNTIL },
    ],
    "sessions.signIns": () => ["1", "2", "3", "4"].map((id) => ({ ...LOGIN, id, succeeded: id !== "2" })),
    "secondFactor.status": () => ({
      totp_since: null,
      passkeys,
      recovery_codes_left: 0,
      password_alone: passwordAlone,
    }),
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
    "Turn on Two-step login",
    "Add Passkeys",
    "Show Devices",
    "Show all Recent logins",
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

test.each([
  [0, "1 of 3 locks on", 1],
  [1, "2 of 3 locks on", 0],
])(
  "with %s passkeys the head says that %s, and offers a lock as long as there is only a password",
  async (passkeys, words, acts) => {
    await show(passkeys, null);
    expect(await screen.findByRole("heading", { name: words })).toBeDefined();
    expect(screen.queryAllByRole("link", { name: /^(Add a passkey|Turn on two-step login)$/ })).toHaveLength(
      acts,
    );
  },
);

test("a passkey is no lock as long as its owner lets the password log in alone", async () => {
  await show(1, null, true);
  expect(await screen.findByRole("heading", { name: "1 of 3 locks on" })).toBeDefined();
  expect(screen.getByText("Your password logs in without your passkey.")).toBeDefined();
  expect(screen.queryByText(/stolen password isn’t enough/)).toBeNull();
});

test("the device of this session and the last three logins are there without a press", async () => {
  await show(0, null);
  expect(await screen.findByText(/, this device$/)).toBeDefined();
  expect(screen.getByText("1 other device")).toBeDefined();
  expect(await screen.findAllByText(/^Wrong password/)).toHaveLength(1);
  const rows = screen
    .getAllByRole("listitem")
    .find(({ textContent }) => textContent.startsWith("Recent logins"));
  expect(rows?.querySelectorAll("small")).toHaveLength(3);
});
