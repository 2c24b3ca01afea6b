import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { TransactionsPage } from "./transactions-page.tsx";

beforeEach(() => setSession(staffOf("support")));
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const REFERENCE = "7KQ4-M2XB-9PTR";
const claims = { iat: Date.UTC(2026, 10, 22, 1) / 1000, exp: Date.UTC(2026, 10, 22, 1, 0, 45) / 1000 };
const JWS = `head.${btoa(JSON.stringify(claims))}.signature`;
const EXCHANGE = {
  transaction_type: "exchange",
  status: "completed",
  reference: REFERENCE,
  customer: { id: "mary", email: "mary@mail.example", first_name: "Mary", last_name: "Quist" },
  credit: "2.00000000",
  credit_currency: "ETH",
  debit: "9900.00",
  debit_currency: "AUD",
  rate: "5000",
  fee: "1",
  fee_amount: "0.02000000",
  fee_currency: "ETH",
  bank_reference: null,
  note: null,
  created_at: "2026-11-22T01:00:30.000Z",
  updated_at: "2026-11-22T01:00:30.000Z",
  events: [],
  audit: [],
  entries: [],
  quote: { jws: JWS, kid: "key-1", jwks_url: "https://wattle.example/.well-known/jwks.json" },
  market_price: { rate: "5010", recorded_at: "2026-11-22T01:00:00.000Z" },
};

function Page() {
  useKeyboard();
  return <TransactionsPage />;
}
const show = (record: object) => {
  standInApi({ "ops.transactions.find": () => record });
  return renderScreen(<Page />, `/?reference=${REFERENCE}`);
};

test("the answer about a price has what was given and got, the signed rate, the fee, the market and the proof", async () => {
  await show(EXCHANGE);
  await screen.findByRole("heading", { name: `Exchange ${REFERENCE}` });
  expect(screen.getByText("5010")).toBeDefined();
  await userEvent.keyboard("a");
  const drawer = await screen.findByRole("dialog", { name: `Price of ${REFERENCE}` });
  const email = within(drawer).getByRole("link", { name: "Write the email" });
  expect(document.activeElement).toBe(email);
  const address = new URL(email.getAttribute("href") ?? "");
  expect(address.pathname).toBe("mary%40mail.example");
  const text = address.searchParams.get("body") ?? "";
  for (const fact of [
    "Hi Mary,",
    "You gave 2.00000000 ETH and got 9,900.00 AUD",
    "1 ETH was 5,000.00 AUD.",
    "We signed this rate on 22 Nov 2026",
    "Our fee was 1%: 0.02000000 ETH.",
    "was 5,010.00 AUD.",
    "key-1 at https://wattle.example/.well-known/jwks.json",
    JWS,
  ])
    expect(text).toContain(fact);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what has no signed rate has no answer about its price", async () => {
  await show({ ...EXCHANGE, transaction_type: "deposit", rate: null, quote: null, market_price: null });
  await screen.findByRole("heading", { name: `Deposit ${REFERENCE}` });
  expect(screen.queryByRole("button", { name: /about the price/ })).toBeNull();
  await userEvent.keyboard("a");
  expect(screen.queryByRole("dialog")).toBeNull();
});
