import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import { beforeEach, expect, test } from "vitest";
import { saveDraft } from "../money/draft.ts";
import { sessionStore } from "../session/session-store.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { DepositScreen } from "./deposit-screen.tsx";

const ACCOUNT = {
  id: "aud-bank-transfer",
  currency: "AUD",
  method: "bank_transfer",
  bank_name: "Bank",
  account_name: "Client money",
  bsb: "062-000",
  bank_code: null,
  account_number: "12345678",
  payid: null,
};

beforeEach(() => {
  localStorage.clear();
  sessionStore.set(userOf("AU"));
});

test("a customer without money who has kept an order finds the amount filled in, and no red before pressing anything", async () => {
  saveDraft({ amount: "1500.00", from: "AUD", to: "BTC" });
  standInApi({
    "deposits.systemBankAccounts": () => [ACCOUNT],
    "currencies.markets": () => FIRST_MARKETS,
    "balances.get": () => ({ AUD: "0.00", BTC: "0.00000000", ETH: "0.00000000", NGN: "0.00" }),
    "onramp.offer": () => ({ provider: null, fiat: [], crypto: [] }),
    "coins.incoming": () => ({ coins: [] }),
    "history.list": () => ({ data: [], meta: { current_page: 1, last_page: 1, per_page: 20, total: 0 } }),
  });
  const { container } = await renderScreen(<DepositScreen />, "/dashboard/deposit-money");
  const amount = await screen.findByLabelText<HTMLInputElement>("Amount");
  expect(amount.value).toBe("1,500.00");
  const red = () => [...container.querySelectorAll("[aria-invalid=true], [role=alert]")];
  expect(red()).toEqual([]);
  await userEvent.clear(amount);
  await userEvent.click(screen.getByRole("button", { name: "Start deposit" }));
  expect(red()).not.toEqual([]);
});
