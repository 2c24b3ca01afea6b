import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { displayMoment } from "@wattle/exchange-core/display";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { BalanceCheckResult } from "./balance-check-page.tsx";
import { Cover, unprovenCoins } from "./cover.tsx";
import { ExamplePath } from "./example-path.tsx";
import { LatestProof, stillThereText } from "./latest-proof.tsx";
import { TreasuryList, treasuryRows } from "./treasury-list.tsx";

afterEach(() => vi.unstubAllGlobals());

const tree = (currency: string, total: string) => ({ currency, total, root: "ab".repeat(32), leaves: 2 });
const owes: LiabilitiesDocument = {
  id: "l1",
  created_at: "2026-11-28T00:00:00.000Z",
  trees: [tree("AUD", "500000"), tree("BTC", "100000000"), tree("ETH", "4000000000")],
  signature: "a.b.c",
};
const held = (currency: string, total: string, owed: string, cover: string) => ({
  currency,
  total,
  owed,
  cover,
  items: [],
});
const [BTC, ETH] = [
  { network: "bitcoin" as const, height: 7, hash: "aa", currencies: [held("BTC", "1.02", "1", "1.0200")] },
  { network: "ethereum" as const, height: 9, hash: "bb", currencies: [held("ETH", "40", "40", "1.0000")] },
];
const [BITCOIN_CHECK, ETHER_CHECK] = ["2026-11-28T02:00:00.000Z", "2026-11-18T02:00:00.000Z"] as const;
const proof: ReservesDocument = {
  id: "r1",
  liabilities: "l1",
  created_at: "2026-11-28T01:00:00.000Z",
  networks: [BTC, ETH],
  checks: [
    { network: "bitcoin", height: 880_060, checked_at: BITCOIN_CHECK },
    { network: "ethereum", height: 9, checked_at: ETHER_CHECK },
  ],
  spent: [],
  lower: [],
  signature: "a.b.c",
};
const spent = [{ network: "bitcoin" as const, txid: "cc", output: 0 }];
const lower = [{ network: "ethereum" as const, address: "0xdd", amount: "39.00000000" }];

test("each coin that is proven has its own figures, and a shortfall shows", async () => {
  const short = { ...ETH, currencies: [held("ETH", "39", "40", "0.9750")] };
  await renderScreen(<Cover document={{ networks: [BTC, short] }} owes={owes} />);
  for (const text of ["1.02 BTC", "1 BTC", "102.00%", "39 ETH", "40 ETH", "97.50%"])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText("97.50%").dataset["short"]).toBe("true");
  expect(screen.getByText("102.00%").dataset["short"]).toBeUndefined();
});

test.each<[string, LiabilitiesDocument["trees"], readonly string[]]>([
  ["is said", owes.trees, ["ETH"]],
  ["says nothing, if none of it is owed", [tree("BTC", "1"), tree("ETH", "0")], []],
])("a coin that nothing proves %s", (_what, trees, codes) => {
  expect(unprovenCoins({ networks: [BTC] }, { ...owes, trees })).toEqual(codes);
});

const LOOKED = {
  BTC: `We last checked our BTC on ${displayMoment(Date.parse(BITCOIN_CHECK))}, at block 880,060:`,
  ETH: `We last checked our ETH on ${displayMoment(Date.parse(ETHER_CHECK))}, at block 9:`,
};
const [there, gone] = ["all still there.", "some had been spent."];

test.each<[Partial<ReservesDocument>, string]>([
  [{}, `${LOOKED.BTC} ${there} ${LOOKED.ETH} ${there}`],
  [{ spent }, `${LOOKED.BTC} ${gone} ${LOOKED.ETH} ${there}`],
  [{ lower }, `${LOOKED.BTC} ${there} ${LOOKED.ETH} ${gone}`],
  [{ spent, lower }, `${LOOKED.BTC} ${gone} ${LOOKED.ETH} ${gone}`],
])("each coin has its own last check, and what had been spent by then", (parts, words) => {
  expect(stillThereText({ ...proof, ...parts })).toBe(words);
});

test("the customer's page has what we hold, next to their balances", async () => {
  const result = { document: owes, signature: "genuine" as const, currencies: [] };
  await renderScreen(<BalanceCheckResult result={result} reserves={{ ...proof, lower }} />);
  expect(screen.getByText("102.00%")).toBeDefined();
  expect(screen.getByText("100.00%")).toBeDefined();
  expect(
    screen.getByText(/We last checked our BTC on .* We last checked our ETH on .*: some had been spent\./),
  ).toBeDefined();
});

function publish(reserves: ReservesDocument): void {
  const answers: Readonly<Record<string, object>> = {
    "/.well-known/liabilities.json": owes,
    "/.well-known/reserves.json": reserves,
    "/.well-known/jwks.json": { keys: [] },
  };
  vi.stubGlobal("fetch", async (address: string) => Response.json(answers[address]));
}

test("the public page has each coin's cover at once", async () => {
  publish(proof);
  await renderScreen(<LatestProof />);
  expect(await screen.findByText("ETH covered")).toBeDefined();
  expect(screen.getByText("BTC covered")).toBeDefined();
  expect(
    screen.getByText(/We last checked our BTC on .* We last checked our ETH on .*: all still there\./),
  ).toBeDefined();
});

const output = (place: number) => ({ txid: "cc", output: place, amount: "0.10000000" });
const item = { address: "bcrt1qtreasury", amount: "1.20000000", proof: "" };
const listed: ReservesDocument = {
  ...proof,
  networks: [
    {
      ...BTC,
      currencies: [
        {
          ...held("BTC", "1.2", "1", "1.2000"),
          items: [{ ...item, outputs: Array.from({ length: 12 }, (_, place) => output(place)) }],
        },
      ],
    },
    {
      ...ETH,
      currencies: [
        { ...held("ETH", "40", "40", "1.0000"), items: [{ ...item, address: "0xdd", outputs: [] }] },
      ],
    },
  ],
};

test("each output, or address without outputs, is a row; those that moved since say so", () => {
  const rows = treasuryRows({ ...listed, spent, lower });
  expect(rows).toHaveLength(13);
  expect(rows.filter(({ gone }) => gone).map(({ address, output: place }) => [address, place])).toEqual([
    ["bcrt1qtreasury", 0],
    ["0xdd", undefined],
  ]);
});

test("a long list of the treasury opens step by step", async () => {
  publish(listed);
  await renderScreen(<TreasuryList />);
  expect(await screen.findAllByRole("listitem")).toHaveLength(10);
  await userEvent.click(screen.getByRole("button", { name: "Show 3 more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(13);
  expect(screen.queryByRole("button")).toBeNull();
});

test("the example is the way to a root that was published, without anyone's amount", async () => {
  publish(proof);
  await renderScreen(<ExamplePath />);
  expect(await screen.findByText("The published root, of all 2 parts")).toBeDefined();
  expect(screen.getByText("Your part")).toBeDefined();
  expect(screen.getByText("ab".repeat(32))).toBeDefined();
  expect(screen.queryByText("Counted")).toBeNull();
});
