import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { makeRouter } from "../router.tsx";
import { createClients } from "../trpc.ts";
import { dashboardSections, ORDER } from "./dashboard-sections.ts";

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

test("sections have the specification's order; those without a route or a label are left out", () => {
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

test("every section has a place in the order", () => {
  const history = createMemoryHistory();
  const sections = dashboardSections(
    Object.values(makeRouter(createClients(), { history }).routesById),
    "partner",
  );
  expect(sections.map(({ to }) => to)).toEqual(ORDER);
});
