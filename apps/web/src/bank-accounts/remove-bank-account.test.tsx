import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { Refusal, standInApi } from "../testing/stand-in-api.ts";
import { BankAccountsScreen } from "./bank-accounts-screen.tsx";

const ACCOUNT: BankAccount = {
  id: "a1",
  currency: "AUD",
  country: "AU",
  account_name: "Wattle Customer",
  bank_name: "Bank of Example",
  bsb: "000-111",
  bank_code: null,
  account_number: "87654321",
  held_until: null,
  created_at: "2026-11-01T00:00:00.000Z",
  updated_at: "2026-11-01T00:00:00.000Z",
};

/** Opens the list with one account and asks to remove it. @param remove how the server answers */
async function ask(remove: (accounts: BankAccount[]) => void) {
  const accounts = [ACCOUNT];
  const api = standInApi({
    "bankAccounts.list": () => [...accounts],
    "bankAccounts.remove": () => remove(accounts),
  });
  await renderScreen(<BankAccountsScreen editing={undefined} onEditing={() => undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Remove\s*Bank of Example 87654321$/ }));
  return { api, dialog: within(await screen.findByRole("dialog", { name: "Remove this bank account?" })) };
}

test("a bank account is removed only after a question; the focus goes on to the list", async () => {
  const { api, dialog } = await ask((accounts) => void accounts.pop());
  expect(api.inputs("bankAccounts.remove")).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Remove bank account" }));
  expect(await screen.findByText("No bank account yet")).toBeDefined();
  expect(api.inputs("bankAccounts.remove")).toEqual([{ id: "a1" }]);
  expect((await screen.findByRole("status")).textContent).toContain("Bank account removed");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Your bank accounts" })),
  );
});

test("one that a pending withdrawal goes to stays, and why is said", async () => {
  const { dialog } = await ask(() => {
    throw new Refusal("state_conflict", { id: ["A pending withdrawal uses this account."] });
  });
  await userEvent.click(dialog.getByRole("button", { name: "Remove bank account" }));
  expect((await screen.findByRole("alert")).textContent).toContain("A pending withdrawal uses this account.");
  expect(screen.getByText("Bank of Example")).toBeDefined();
});
