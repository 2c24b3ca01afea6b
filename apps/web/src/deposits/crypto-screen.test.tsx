import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CoinAddress } from "@wattle/contracts/coins";
import { beforeEach, expect, test } from "vitest";
import { sessionStore } from "../session/session-store.ts";
import { renderScreen } from "../testing/render-app.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { userOf } from "../testing/users.ts";
import { CryptoScreen } from "./crypto-screen.tsx";

const ADDRESSES: Readonly<Record<string, CoinAddress>> = {
  BTC: {
    currency: "BTC",
    network: "bitcoin",
    address: "bcrt1qgt74tgsx5ennn7auzfqua27q8h9dlm99930ehl",
    uri: "bitcoin:bcrt1qgt74tgsx5ennn7auzfqua27q8h9dlm99930ehl",
    deposit_min: "0.00005000",
    confirmations_needed: 3,
  },
  ETH: {
    currency: "ETH",
    network: "ethereum",
    address: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    uri: "ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359@1",
    deposit_min: "0.00100000",
    confirmations_needed: 64,
  },
};

/** Finds what has a text in parts. */
const isText =
  (text: string | undefined) =>
  (_own: string, element: Element | null): boolean =>
    element !== null && element.textContent === text && element.children.length > 1;

beforeEach(() => sessionStore.set(userOf("AU")));

async function show(currencies: readonly ("BTC" | "ETH")[]) {
  const networks = { BTC: "bitcoin", ETH: "ethereum" };
  const api = standInApi({
    "coins.incoming": () => ({
      coins: currencies.map((currency) => ({ currency, network: networks[currency] })),
    }),
    "coins.address": (input) => ADDRESSES[(input as { currency: string }).currency] ?? {},
    "coins.deposits": () => ({ data: [], meta: { current_page: 1, last_page: 1, per_page: 10, total: 0 } }),
    "coins.unnamed": () => ({ ids: [] }),
  });
  await renderScreen(<CryptoScreen />, "/dashboard/deposit-money/crypto");
  return api;
}

test.each([
  ["BTC", "Bitcoin", /3 confirmations/, /anything else that is sent here/],
  ["ETH", "Ethereum", /Once its block is final/, /Tokens, such as USDT, are not credited/],
] as const)("the address of %s is for its network only", async (currency, network, credited, warning) => {
  await show([currency]);
  expect(await screen.findByText(isText(ADDRESSES[currency]?.address))).toBeDefined();
  expect(screen.queryByText(ADDRESSES[currency]?.address ?? ""), "it is in groups").toBeNull();
  expect(screen.getByText(`${network} network only`)).toBeDefined();
  expect(screen.getByText(credited)).toBeDefined();
  expect(screen.getByText(warning)).toBeDefined();
  expect(screen.queryByLabelText("Coin"), "there is nothing to choose").toBeNull();
});

test("the warning comes before the address, and the steps are shown until something arrives", async () => {
  await show(["BTC"]);
  const warning = await screen.findByText(/^Send only BTC/);
  expect(warning.compareDocumentPosition(screen.getByRole("img", { name: /QR code/ }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const steps = await screen.findByRole("list", { name: "How a deposit arrives" });
  expect(within(steps).getAllByRole("listitem")).toHaveLength(3);
});

test("the address is copied without gaps", async () => {
  const person = userEvent.setup();
  await show(["BTC"]);
  await person.click(await screen.findByRole("button", { name: /^Copy/ }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESSES["BTC"]?.address);
});

test("a coin is chosen, and its own address shows in place of the other", async () => {
  const api = await show(["BTC", "ETH"]);
  expect(await screen.findByText("Bitcoin network only")).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText("Coin"), "Ethereum (ETH)");
  expect(await screen.findByText("Ethereum network only")).toBeDefined();
  expect(screen.getByText(isText(ADDRESSES["ETH"]?.address))).toBeDefined();
  expect(screen.queryByText(isText(ADDRESSES["BTC"]?.address))).toBeNull();
  expect(api.inputs("coins.address")).toEqual([{ currency: "BTC" }, { currency: "ETH" }]);
});
