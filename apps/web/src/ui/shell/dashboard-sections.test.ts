import { expect, test } from "vitest";
import { dashboardSections } from "./dashboard-sections.ts";

const route = (fullPath: string, sidebar?: string) => ({
  fullPath,
  options: { staticData: sidebar === undefined ? {} : { sidebar } },
});
const ROUTES = [
  route("/"),
  route("/dashboard"),
  route("/dashboard/partners", "Partners Board"),
  route("/dashboard/currency-exchange", "Buy/Sell Crypto-Currencies"),
  route("/dashboard/deposit-money/", "Deposit money"),
  route("/dashboard/deposit-money/payment"),
  route("/dashboard/transactions-history", "Transactions history"),
];
const labels = (role: Parameters<typeof dashboardSections>[1]): string[] =>
  dashboardSections(ROUTES, role).map(({ label }) => label);

test("sections stand in the specification's order, those without a route or a label not at all", () => {
  expect(labels("partner")).toEqual([
    "Transactions history",
    "Deposit money",
    "Buy/Sell Crypto-Currencies",
    "Partners Board",
  ]);
});

test.each(["regular-user", "operator", undefined] as const)("no partners board for %s", (role) => {
  expect(labels(role)).not.toContain("Partners Board");
});
