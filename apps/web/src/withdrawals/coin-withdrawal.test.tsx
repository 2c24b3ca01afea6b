import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { OutgoingCoins } from "@wattle/contracts/coins";
import { expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { CoinWithdrawal } from "./coin-withdrawal.tsx";

const COIN: OutgoingCoins["coins"][number] = {
  currency: "BTC",
  network: "bitcoin",
  withdrawal_min: "0.00050000",
  withdrawal_fee: "0.00005000",
  explorer_url: null,
};
const PAYEE: CoinPayee = {
  id: "1",
  currency: "BTC",
  network: "bitcoin",
  address: "bcrt1qgt74tgsx5ennn7auzfqua27q8h9dlm99930ehl",
  label: "My wallet",
  whose: "mine",
  holder_name: null,
  wallet: "self_hosted",
  provider_name: null,
  available_at: "2026-01-01T00:00:00.000Z",
  proof_message: null,
};

async function show() {
  standInApi({});
  await renderScreen(
    <CoinWithdrawal
      coins={[COIN]}
      payees={[PAYEE]}
      balances={{ BTC: "2.49000000" }}
      state={{ held_until: null, held_because: null, held: {}, email_when_free: [] }}
      signing="today"
      onRequested={vi.fn<() => void>()}
    />,
    "/dashboard/withdraw-money/wallet",
  );
  return { person: userEvent.setup(), amount: screen.getByLabelText("Amount") };
}

const receives = (): string =>
  within(screen.getByText("The wallet receives").parentElement ?? document.body).getByRole("strong")
    .textContent;

test("an amount that can’t be sent has no figures, and its limit is said once", async () => {
  const { person, amount } = await show();
  await person.type(amount, "99{Enter}");
  expect(screen.getByText("Maximum: 2.49000000 BTC")).toBeDefined();
  expect(screen.queryByText(/^You have/)).toBeNull();
  expect(receives()).toBe("–");
  expect(screen.queryByText(/98\.9/)).toBeNull();
  await person.clear(amount);
  await person.type(amount, "0.00054999");
  expect(receives(), "less than the minimum and the fee").toBe("–");
  await person.clear(amount);
  await person.type(amount, "0.5");
  expect(receives()).toBe("0.49995000 BTC");
  expect(screen.getByText("You have 2.49000000 BTC")).toBeDefined();
});

test("the review begins with what arrives, and its foot has only buttons", async () => {
  const { person, amount } = await show();
  await person.type(amount, "0.5{Enter}");
  const heading = screen.getByRole("heading", { name: "Review withdrawal" });
  const [receiving, payee] = [screen.getByText("The wallet receives"), screen.getByText("My wallet")];
  expect(heading.compareDocumentPosition(receiving)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(receiving.compareDocumentPosition(payee)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const foot = screen.getByRole("button", { name: "Withdraw 0.50000000 BTC" }).parentElement;
  expect(foot?.querySelector("p")).toBeNull();
});
