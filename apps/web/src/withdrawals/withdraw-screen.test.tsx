import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { displayTime } from "@wattle/exchange-core/display";
import { expect, test } from "vitest";
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
    "withdrawals.state": () => ({ held_until: heldUntil, held: {} }),
  });
  await renderScreen(<WithdrawScreen onRequested={() => undefined} />, "/dashboard/withdraw-money");
  return {
    api,
    button: await screen.findByRole<HTMLButtonElement>("button", { name: "Check your answers" }),
  };
}

test("after a password change the end of the hold is shown, and nothing can be sent", async () => {
  const { button } = await withdraw(END);
  expect(screen.getByText(/Your password was changed/).textContent).toContain(displayTime(Date.parse(END)));
  expect(button.disabled).toBe(true);
});

test("the end of a bank account's hold is shown before anything is sent", async () => {
  const { button, api } = await withdraw(null, { held_until: END });
  expect(screen.getByText(/^On hold until/).textContent).toContain(displayTime(Date.parse(END)));
  const person = userEvent.setup();
  await person.type(screen.getByLabelText("Amount"), "5");
  await person.click(button);
  expect(await screen.findByText("This bank account is still on hold")).toBeDefined();
  expect(api.inputs("withdrawals.request")).toEqual([]);
});

test("with no hold the answers are shown once more, with the account and what arrives", async () => {
  const { button } = await withdraw(null);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText("Amount"), "5");
  await person.click(button);
  expect(await screen.findByRole("heading", { name: "Check your answers" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Withdraw 5.00 AUD" })).toBeDefined();
  expect(screen.getByText("BSB 000-111, account 12345678")).toBeDefined();
});
