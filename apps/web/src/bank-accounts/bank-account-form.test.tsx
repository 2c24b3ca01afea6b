import type { UserData } from "@wattle/contracts/accounts";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { leave, sessionLost } from "../session/session-lost.ts";
import { setSession } from "../session/session-store.ts";
import { standInApi } from "../testing/stand-in-api.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { userOf } from "../testing/users.ts";
import { BankAccountForm } from "./bank-account-form.tsx";

async function form(...codes: readonly string[]) {
  const api = standInApi({ "bankAccounts.list": () => [], "bankAccounts.add": () => ({}) });
  await renderScreen(
    <BankAccountForm account={undefined} codes={codes} holder="Kiwi Customer" onDone={() => undefined} />,
  );
  return { api, person: userEvent.setup() };
}

/** Labels of the fields, in their order, without the hints. */
const labels = (): (string | null)[] =>
  Array.from(document.querySelectorAll("label"), ({ textContent }) => textContent);

test.each([
  ["AUD", ["Account name", "Bank name", "BSB", "Account number"], "4 to 9 digits"],
  ["NGN", ["Account name", "Bank", "Account number"], "Your 10-digit NUBAN"],
  [
    "NZD",
    ["Account name", "Bank name", "Account number"],
    "Bank, branch, account and suffix: 00-0000-0000000-000",
  ],
])("an account in %s is asked for by its country's fields", async (code, fields, hint) => {
  await form(code);
  expect(labels()).toEqual(fields);
  expect(screen.getByText(hint)).toBeDefined();
});

test("a currency is named with its country, and changing it changes the fields", async () => {
  const { person } = await form("AUD", "NZD");
  const currency = screen.getByLabelText("Currency");
  expect(Array.from(currency.querySelectorAll("option"), ({ textContent }) => textContent)).toEqual([
    "AUD, a bank account in Australia",
    "NZD, a bank account in New Zealand",
  ]);
  await person.selectOptions(currency, "NZD");
  expect(screen.queryByLabelText("BSB")).toBeNull();
});

test("a New Zealand number is tidied on leaving, judged, and sent", async () => {
  const { api, person } = await form("NZD");
  await person.type(screen.getByLabelText("Bank name"), "Bank of Example");
  const number = screen.getByLabelText<HTMLInputElement>("Account number");
  await person.type(number, "01 0902 0068388 00");
  await person.tab();
  expect(await screen.findByText("Not a valid account number")).toBeDefined();
  await person.clear(number);
  await person.type(number, "01 0902 0068389 00");
  await person.tab();
  expect(number.value).toBe("01-0902-0068389-000");
  await person.click(screen.getByRole("button", { name: "Add bank account" }));
  await expect
    .poll(() => api.inputs("bankAccounts.add"))
    .toEqual([
      {
        currency: "NZD",
        account_name: "Kiwi Customer",
        bank_name: "Bank of Example",
        account_number: "01-0902-0068389-000",
      },
    ]);
});

test("a Nigerian bank is chosen from the list, which also names it", async () => {
  const { api, person } = await form("NGN");
  const banks = screen.getByLabelText("Bank");
  const names = Array.from(banks.querySelectorAll("option"), ({ textContent }) => textContent ?? "");
  expect(names[0]).toBe("Choose your bank");
  expect(names.slice(1)).toEqual(names.slice(1).toSorted((a, b) => a.localeCompare(b)));
  await person.selectOptions(banks, "First Bank of Nigeria");
  await person.type(screen.getByLabelText("Account number"), "0000014579");
  await person.click(screen.getByRole("button", { name: "Add bank account" }));
  await expect
    .poll(() => api.inputs("bankAccounts.add"))
    .toEqual([
      {
        currency: "NGN",
        account_name: "Kiwi Customer",
        bank_name: "First Bank of Nigeria",
        bank_code: "011",
        account_number: "0000014579",
      },
    ]);
});

function accountOf(id: string): UserData {
  const data = userOf("AU");
  return { ...data, user: { ...data.user, id } };
}

test("a BSB has its dash as it is typed, and can be taken back digit by digit", async () => {
  const { person } = await form("AUD");
  const bsb = screen.getByLabelText<HTMLInputElement>("BSB");
  await person.type(bsb, "0620");
  expect(bsb.value).toBe("062-0");
  await person.type(bsb, "{Backspace}{Backspace}{Backspace}");
  expect(bsb.value).toBe("06");
  await person.type(bsb, "2-001");
  expect(bsb.value).toBe("062-001");
});

describe("what was typed when the session was lost", () => {
  afterEach(() => setSession(null));

  test.each([
    ["is there again for the same account, once", "customer", ["Bank of Example", "062-000", ""]],
    ["is not there for another account, then or later", "stranger", ["", "", ""]],
  ])("%s", async (_, id, [name, bsb, later]) => {
    const leaving = vi.spyOn(leave, "to").mockReturnValue(undefined);
    const open = async (): Promise<readonly (string | undefined)[]> => {
      await form("AUD");
      return ["Bank name", "BSB"].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
    };
    setSession(accountOf("customer"));
    const { person } = await form("AUD");
    await person.type(screen.getByLabelText("Bank name"), "Bank of Example");
    await person.type(screen.getByLabelText("BSB"), "062000");
    await person.tab();
    act(() => sessionLost());
    await waitFor(() => expect(leaving).toHaveBeenCalledOnce());
    cleanup();
    setSession(accountOf(id));
    expect(await open()).toEqual([name, bsb]);
    cleanup();
    setSession(accountOf("customer"));
    expect((await open())[0]).toBe(later);
    leaving.mockRestore();
  });
});
