import type { DeskScreen } from "./desk-screen.ts";

export const customers: DeskScreen = {
  to: "/teamaccess/customers",
  label: "Customers",
  group: "Look up",
  icon: "customers",
  letter: "c",
  needs: "ops.customers.search",
  queue: "closed_balances",
  view: "closed",
};
