import type { DeskScreen } from "./desk-screen.ts";

export const transactions: DeskScreen = {
  to: "/teamaccess/transactions",
  label: "Transactions",
  group: "Look up",
  icon: "transactions",
  letter: "x",
  needs: "ops.transactions.find",
};
