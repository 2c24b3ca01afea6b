import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderScreen } from "../testing/render-app.tsx";
import { BalanceCheckPage, BalanceCheckResult } from "./balance-check-page.tsx";
import type { BalanceCheck } from "./check-balance.ts";
import { lastCount } from "./last-count.ts";
import { setSession } from "../session/session-store.ts";
import { userOf } from "../testing/users.ts";

const checkBalance = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock("./check-balance.ts", () => ({ checkBalance }));

afterEach(() => {
  // A page that is still there would check again for no one.
  cleanup();
  setSession(null);
  vi.unstubAllGlobals();
});

const found: BalanceCheck = {
  document: {
    id: "p1",
    created_at: "2026-11-22T00:00:00.000Z",
    trees: [{ currency: "AUD", root: "ab".repeat(32), total: "500000", leaves: 2 }],
    signature: "a.b.c",
  },
  signature: "genuine",
  currencies: [
    {
      currency: "AUD",
      amount: 70_000n,
      problem: undefined,
      leaves: [{ amount: 70_000n, problem: undefined, steps: [{ hash: "cd".repeat(32), sum: 70_000n }] }],
    },
  ],
};
const [aud] = found.currencies;

test.each<[string, Parameters<typeof BalanceCheckResult>[0]["result"], readonly string[]]>([
  ["counted", found, ["Counted in full", "700.00 AUD", "5,000.00 AUD", "Signed with our key"]],
  [
    "not proven",
    { ...found, currencies: aud === undefined ? [] : [{ ...aud, problem: "root" }] },
    ["Not proven. Contact support", "What is wrong: a path does not lead to the published root."],
  ],
  [
    "a forged document",
    { ...found, signature: "forged" },
    [
      "Not signed by us. Contact support",
      "Not proven. Contact support",
      "What is wrong: the document is not signed by us.",
    ],
  ],
  [
    "a currency that was left out",
    { ...found, currencies: [{ currency: "BTC", amount: 0n, leaves: [], problem: "missing" }] },
    ["Not proven. Contact support", "What is wrong: not counted, although there was a balance."],
  ],
  [
    "a signature that the browser cannot check",
    { ...found, signature: "unable" },
    ["Counted, if the document is ours"],
  ],
  ["no balance then", { ...found, currencies: [] }, ["You had no balance then"]],
  ["nothing published", "none", ["Nothing published yet"]],
  ["a browser that cannot compute it", "unable", ["Your browser can’t check this"]],
])("%s is said", async (_what, result, texts) => {
  await renderScreen(<BalanceCheckResult result={result} />);
  for (const text of texts) expect(screen.getAllByText(text).length).toBeGreaterThan(0);
});

test.each([
  ["ab".repeat(32), 500_000n, "Matches the published root"],
  ["ef".repeat(32), 500_000n, "Doesn’t match the published root"],
  ["ab".repeat(32), 1n, "Doesn’t match the published root"],
])("a way that ends at %s with %s says so", async (hash, sum, words) => {
  const steps = [
    { hash: "cd".repeat(32), sum: 70_000n },
    { hash, sum },
  ];
  const leaves = [{ amount: 70_000n, problem: undefined, steps }];
  const currencies = aud === undefined ? [] : [{ ...aud, leaves }];
  await renderScreen(<BalanceCheckResult result={{ ...found, currencies }} />);
  const [first, last] = screen.getAllByRole("listitem", { hidden: true });
  expect(first?.textContent).toMatch(/^Your part/);
  expect(last?.textContent).toContain(words);
});

test("nothing is green where the signature is forged", async () => {
  await renderScreen(<BalanceCheckResult result={{ ...found, signature: "forged" }} />);
  expect(screen.queryByText("Counted in full")).toBeNull();
});

const inCurrencies = (...codes: string[]): BalanceCheck => ({
  ...found,
  currencies: codes.flatMap((currency) => (aud === undefined ? [] : [{ ...aud, currency }])),
});

test.each<[string, BalanceCheck, string, boolean]>([
  ["one balance", found, "Your balance is counted", true],
  ["three", inCurrencies("AUD", "BTC", "ETH"), "All 3 balances are counted", true],
  ["a forged document", { ...found, signature: "forged" }, "Not proven. Contact support", false],
  [
    "a signature that the browser cannot check",
    { ...found, signature: "unable" },
    "Your balance is counted, if the document is ours",
    false,
  ],
])(
  "the answer comes first, with the seal only where all of it was computed: %s",
  async (_what, result, answer, sealed) => {
    const { container } = await renderScreen(<BalanceCheckResult result={result} />);
    expect(screen.getAllByRole("heading", { level: 2 })[0]?.textContent).toBe(answer);
    expect(container.querySelector("svg > ellipse") !== null).toBe(sealed);
  },
);

test.each<[string, BalanceCheck, boolean]>([
  ["a forged document", { ...found, signature: "forged" }, false],
  [
    "a balance that is missing",
    { ...found, currencies: [{ currency: "BTC", amount: 0n, leaves: [], problem: "missing" }] },
    false,
  ],
  ["a signature that the browser cannot check", { ...found, signature: "unable" }, true],
])("a good result is kept until a later check finds the opposite: %s", async (_what, later, isKept) => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const customer = userOf("AU");
  setSession(customer);
  checkBalance.mockResolvedValueOnce(found);
  await renderScreen(<BalanceCheckPage />);
  await screen.findByText("Your balance is counted");
  expect(lastCount(customer.user.id)).toBe(Date.parse(found.document.created_at));
  cleanup();
  checkBalance.mockResolvedValueOnce(later);
  await renderScreen(<BalanceCheckPage />);
  await screen.findByText("What we published");
  expect(lastCount(customer.user.id) !== undefined).toBe(isKept);
});
