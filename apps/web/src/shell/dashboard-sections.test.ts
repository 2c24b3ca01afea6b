// @vitest-environment node
import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import type { SidebarEntry } from "../route-meta.ts";
import { makeRouter } from "../router.tsx";
import { createClients } from "../clients.ts";
import { dashboardSections, sectionGroups } from "./dashboard-sections.ts";

const history = createMemoryHistory();
const ROUTES = Object.values(makeRouter(createClients(), { history }).routesById);
const PARTNER = { role: "partner", sendsCoins: true } as const;
const labels = (reader: Parameters<typeof dashboardSections>[1]): string[] =>
  dashboardSections(ROUTES, reader).map(({ label }) => label);

test("sections have the specification's order", () => {
  expect(labels(PARTNER)).toEqual([
    "Personal information",
    "Transactions history",
    "Deposit money",
    "Withdraw money",
    "Buy/Sell Crypto-Currencies",
    "Add/Update Bank Account",
    "Partners Board",
    "Statements",
    "Recurring buys",
    "Price alerts",
    "API tokens",
    "Webhooks",
    "Support",
    "Login and security",
    "Address book",
  ]);
});

test.each(["regular-user", "admin", undefined] as const)("no partners board for %s", (role) => {
  expect(labels({ ...PARTNER, role })).toEqual(labels(PARTNER).filter((label) => label !== "Partners Board"));
});

test("no address book if no coins can be sent", () => {
  const without = labels(PARTNER).filter((label) => label !== "Address book");
  expect(labels({ ...PARTNER, sendsCoins: false })).toEqual(without);
});

test("no two sections claim the same place", () => {
  const places = ROUTES.flatMap(({ options }) => options.staticData?.sidebar?.order ?? []);
  expect(places.toSorted((a, b) => a - b)).toEqual([...new Set(places)].toSorted((a, b) => a - b));
});

test("sections that the specification doesn't name are behind More", () => {
  const more = dashboardSections(ROUTES, PARTNER).filter((section) => section.more);
  expect(more.map(({ label }) => label)).toEqual([
    "Recurring buys",
    "Price alerts",
    "API tokens",
    "Webhooks",
  ]);
});

test("routes without an entry are left out, a slash at the end is dropped, and the order is the entries' own", () => {
  const route = (fullPath: string, sidebar?: SidebarEntry) => ({
    fullPath,
    options: { staticData: sidebar === undefined ? {} : { sidebar } },
  });
  const sections = dashboardSections(
    [
      route("/dashboard"),
      route("/dashboard/second/", { label: "Second", order: 20, icon: "key", group: "Account" }),
      route("/dashboard/first", { label: "First", order: 3, icon: "bank" }),
    ],
    PARTNER,
  );
  expect(sections).toEqual([
    { to: "/dashboard/first", label: "First", icon: "bank" },
    { to: "/dashboard/second", label: "Second", icon: "key", group: "Account" },
  ]);
});

test("what I own comes first, then what moves money, then the account with support at its end, then security", () => {
  const groups = sectionGroups(dashboardSections(ROUTES, PARTNER));
  expect(groups.map(({ heading, sections }) => [heading, sections.map(({ label }) => label)])).toEqual([
    [undefined, ["Personal information", "Transactions history"]],
    ["Money", ["Deposit money", "Withdraw money", "Buy/Sell Crypto-Currencies"]],
    [
      "Account",
      [
        "Add/Update Bank Account",
        "Partners Board",
        "Statements",
        "Recurring buys",
        "Price alerts",
        "API tokens",
        "Webhooks",
        "Support",
      ],
    ],
    ["Security", ["Login and security", "Address book"]],
  ]);
});
