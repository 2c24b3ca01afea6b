import type { CoinNetwork } from "@wattle/contracts/coin-operations";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { setSession } from "../../session/session-store.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { Refusal, standInApi } from "../../testing/stand-in-api.ts";
import { staffOf } from "../../testing/users.ts";
import { useKeyboard } from "../parts/keys.ts";
import { WalletsPage } from "./wallets-page.tsx";

const TAKEN = "ab".repeat(32);

afterEach(() => setSession(null));

const BITCOIN: CoinNetwork = {
  network: "bitcoin",
  state: "ok",
  paused_because: null,
  trouble: null,
  tip: { height: 306, hash: "aa" },
  settled: { height: 304, hash: "bb" },
  wallets: [{ id: "w", role: "treasury", descriptor: "wpkh(tpub/0/*)#abc", next_index: 89 }],
  currencies: [{ currency: "BTC", chain: "3.20000000", books: "3.20000000", difference: "0.00000000" }],
};

function Page() {
  useKeyboard();
  return <WalletsPage />;
}

const ETHEREUM: CoinNetwork = {
  ...BITCOIN,
  network: "ethereum",
  wallets: [{ id: "e", role: "treasury", descriptor: "[5c9e228d/44h/60h/1h]xpub/0/*", next_index: 1 }],
  currencies: [{ currency: "ETH", chain: "41.00000000", books: "41.00000000", difference: "0.00000000" }],
};

async function show(network: Partial<CoinNetwork> = {}, others: readonly CoinNetwork[] = []) {
  setSession(staffOf("finance"));
  const api = standInApi({
    "reserves.document": () => {
      throw new Refusal("not_found");
    },
    "ops.wallets.list": () => ({ networks: [{ ...BITCOIN, ...network }, ...others] }),
    "ops.wallets.address": () => ({ network: "bitcoin", address: "bcrt1qtreasury" }),
    "ops.networks.resume": () => ({ network: "bitcoin", state: "ok" }),
    "ops.networks.bookSpend": () => ({
      network: "bitcoin",
      txid: TAKEN,
      completed: [],
      released: [],
      taken: "0.1",
      fee: "0.0001",
    }),
  });
  await renderScreen(<Page />, "/teamaccess/wallets");
  return { api, bitcoin: within(await screen.findByRole("region", { name: "Bitcoin" })) };
}

test("a network's wallets, and its chain against the books", async () => {
  const { bitcoin, api } = await show();
  expect(bitcoin.getByText("Following")).toBeDefined();
  expect(await screen.findByText("No proof of reserves was published yet.")).toBeDefined();
  expect(bitcoin.getAllByText("wpkh(tpub/0/*)#abc")).not.toHaveLength(0);
  expect(bitcoin.getByRole("button", { name: /^Copy\s*the descriptor: Treasury$/ })).toBeDefined();
  expect(bitcoin.getByText("Block 306, settled to 304")).toBeDefined();
  expect(bitcoin.getByText("On chain, block 304")).toBeDefined();
  expect(bitcoin.getByText("0.00000000 BTC")).toBeDefined();
  expect(screen.queryByRole("button", { name: /Ask to resume/ })).toBeNull();
  await userEvent.keyboard("t");
  await userEvent.click(await screen.findByRole("button", { name: /Take the address/ }));
  expect(await screen.findByText("bcrt1qtreasury")).toBeDefined();
  expect(api.inputs("ops.wallets.address")).toEqual([{ network: "bitcoin" }]);
});

test("a network that paused itself says why, and is resumed with a note", async () => {
  const { bitcoin, api } = await show({
    state: "paused",
    paused_because: "The books differ.",
    currencies: [{ currency: "BTC", chain: "3.1", books: "3.2", difference: "-0.1" }],
  });
  expect(bitcoin.getByText(/Bitcoin paused itself: The books differ\./)).toBeDefined();
  expect(bitcoin.getByText("−0.1 BTC")).toBeDefined();
  await userEvent.keyboard("r");
  const drawer = within(await screen.findByRole("dialog", { name: "Resume Bitcoin" }));
  await userEvent.type(drawer.getByLabelText("Why"), "Found");
  await userEvent.click(drawer.getByRole("button", { name: /Ask to resume/ }));
  expect(api.inputs("ops.networks.resume")).toEqual([{ network: "bitcoin", internal_note: "Found" }]);
});

test("a transaction that no batch made is booked by the pause that names it", async () => {
  const paused_because = `${TAKEN} at block 304 spent coins of ours, and no batch made it`;
  const { api } = await show({ state: "paused", paused_because });
  await userEvent.keyboard("b");
  const drawer = within(await screen.findByRole("dialog", { name: "Book a transaction on Bitcoin" }));
  await userEvent.type(drawer.getByLabelText("Why"), "Another wallet");
  await userEvent.click(drawer.getByRole("button", { name: /Ask to book it/ }));
  expect(api.inputs("ops.networks.bookSpend")).toEqual([
    { network: "bitcoin", txid: TAKEN, internal_note: "Another wallet" },
  ]);
});

test("a network whose node is not well says why, and what waits", async () => {
  const { bitcoin } = await show({ state: "behind", trouble: "node 2 of 2 is far behind" });
  expect(
    bitcoin.getByText(
      "Deposits and payouts on Bitcoin wait until its node is well: node 2 of 2 is far behind.",
    ),
  ).toBeDefined();
});

test("acts are of the network that is chosen, if there are several", async () => {
  const { api } = await show({}, [ETHEREUM]);
  const ethereum = within(await screen.findByRole("region", { name: "Ethereum" }));
  expect(ethereum.getByText("0.00000000 ETH")).toBeDefined();
  await userEvent.keyboard("t");
  const drawer = within(await screen.findByRole("dialog", { name: "Take a treasury address" }));
  await userEvent.selectOptions(drawer.getByLabelText("Network"), "Ethereum");
  await userEvent.click(drawer.getByRole("button", { name: /Take the address/ }));
  expect(api.inputs("ops.wallets.address")).toEqual([{ network: "ethereum" }]);
});

test("the newest proof has the cover of each coin, and what changed since", async () => {
  const { api } = await show();
  api.answer("reserves.document", () => ({
    created_at: "2026-11-28T10:00:00.000Z",
    networks: [
      {
        network: "bitcoin",
        currencies: [
          { currency: "BTC", total: "3.36703955", owed: "3.30000000", cover: "1.0203", items: [] },
        ],
      },
    ],
    spent: [{ network: "bitcoin", txid: "ab", output: 0 }],
    lower: [],
  }));
  cleanup();
  await renderScreen(<Page />, "/teamaccess/wallets");
  const proof = within(await screen.findByRole("region", { name: /^Newest proof of reserves, / }));
  expect(proof.getByText("102.03%")).toBeDefined();
  expect(proof.getByText("1 of its coins were spent since.")).toBeDefined();
});
