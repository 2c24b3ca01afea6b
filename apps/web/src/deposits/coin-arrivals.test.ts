import { COIN_DEPOSIT_STATUSES } from "@wattle/contracts/choices";
import type { Network } from "@wattle/contracts/networks";
import { expect, test } from "vitest";
import { arrivalWords } from "./coin-arrivals.tsx";

const wordOf = (
  status: (typeof COIN_DEPOSIT_STATUSES)[number],
  confirmations = 0,
  network: Network = "bitcoin",
): string => arrivalWords({ status, network, confirmations, confirmations_needed: 3 }).word;

test("every state of an arrival has a word of its own", () => {
  expect(COIN_DEPOSIT_STATUSES.map((status) => wordOf(status, 1))).toEqual([
    "Seen",
    "1 of 3",
    "Credited",
    "Below minimum",
    "Under review",
    "Dropped",
    "Undone",
  ]);
});

test("it never says more confirmations than are needed", () => {
  expect(wordOf("confirming", 7)).toBe("3 of 3");
});

test("ether has no count: its nodes say when a block is final", () => {
  expect(wordOf("confirming", 64, "ethereum")).toBe("Confirming");
});
