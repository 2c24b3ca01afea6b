import type { CoinPayee } from "@wattle/contracts/coin-payees";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { standInApi } from "../testing/stand-in-api.ts";
import { ProvePayee } from "./prove-payee.tsx";

const PAYEE: CoinPayee = {
  id: "01945aa0-0000-7000-8000-0000000000e1",
  currency: "ETH",
  network: "ethereum",
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  label: "My wallet",
  whose: "mine",
  holder_name: null,
  wallet: "self_hosted",
  provider_name: null,
  available_at: "2026-11-29T00:00:00.000Z",
  proof_message: "I control it",
};

test.each([
  ["bitcoin", /Nothing is sent, and it costs nothing/],
  ["ethereum", /It begins with 0x\. No transaction is sent/],
] as const)("the signature of a wallet on %s is explained, and sent", async (network, words) => {
  const api = standInApi({ "coinPayees.prove": () => PAYEE, "coinPayees.list": () => [] });
  await renderScreen(<ProvePayee payee={{ ...PAYEE, network }} message="I control it" />, "/dashboard");
  await userEvent.click(await screen.findByRole("button", { name: /^Prove it to skip the hold/ }));
  expect(await screen.findByText(words)).toBeDefined();
  await userEvent.type(screen.getByLabelText("Signature"), " 0xabcdef ");
  await userEvent.click(screen.getByRole("button", { name: "Prove payee" }));
  expect(api.inputs("coinPayees.prove")).toEqual([{ id: PAYEE.id, signature: "0xabcdef" }]);
});
