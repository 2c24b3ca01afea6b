import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { displayMoment } from "@wattle/exchange-core/display";
import { standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { WithdrawScreen } from "./withdraw-screen.tsx";

const END = "2026-03-02T10:00:00.000Z";
const ACCOUNT: BankAccount = {
  id: "1",
  currency: "AUD",
  country: "AU",
  account_name: "Casey Example",
  bank_name: "Bank of Example",
  bsb: "000-111",
  bank_code: null,
  account_number: "12345678",
  held_until: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

async function withdraw(heldUntil: string | null, account: Partial<BankAccount> = {}) {
  const api = standInApi({
    "bankAccounts.list": () => [{ ...ACCOUNT, ...account }],
    "balances.get": () => ({ AUD: "100.00" }),
    "withdrawals.state": () => ({
      held_until: heldUntil,
      held_because: "password",
      held: {},
      email_when_free: [],
    }),
    "withdrawals.emailWhenFree": () => ({
      held_until: heldUntil,
      held_because: "password",
      held: {},
      email_when_free: ["1"],
    }),
  });
  await renderScreen(<WithdrawScreen onRequested={() => undefined} />, "/dashboard/withdraw-money");
  return {
    api,
    button: await screen.findByRole<HTMLButtonElement>("button", { name: "Review withdrawal" }),
  };
}

/** As a text is looked for: with plain spaces. */
const plainMoment = (time: string): string => displayMoment(Date.parse(time)).replace("\u00A0", " ");

test("after a password change the end of the hold is shown, and nothing can be sent", async () => {
  const { button } = await withdraw(END);
  expect(screen.getByText(/^You changed your password/).textContent).toContain(
    displayMoment(Date.parse(END)),
  );
  expect(button.disabled).toBe(true);
});

test("a bank account on hold: when it ends is shown, nothing can be sent, and an email is asked for once", async () => {
  const { button, api } = await withdraw(null, { held_until: END });
  expect(screen.getByText(`You can withdraw to this account from ${plainMoment(END)}.`)).toBeDefined();
  expect(button.disabled).toBe(true);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText("Amount"), "5{Enter}");
  expect(screen.queryByRole("heading", { name: "Review withdrawal" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Email me then" }));
  expect(await screen.findByText("We’ll email you then.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Email me then" })).toBeNull();
  expect(api.inputs("withdrawals.emailWhenFree")).toEqual([{ bank_account_id: "1" }]);
});

test("of two holds the later one counts", async () => {
  const later = "2026-03-02T18:00:00.000Z";
  await withdraw(END, { held_until: later });
  expect(screen.getByText(`You can withdraw to this account from ${plainMoment(later)}.`)).toBeDefined();
});

test("with no hold the answers are shown once more, with the account and what arrives", async () => {
  const { button } = await withdraw(null);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText("Amount"), "5");
  await person.click(button);
  expect(await screen.findByRole("heading", { name: "Review withdrawal" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Withdraw 5.00 AUD" })).toBeDefined();
  expect(screen.getByText("BSB 000-111, account 12345678")).toBeDefined();
});
