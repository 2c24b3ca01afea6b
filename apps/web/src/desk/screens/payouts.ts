import type { DeskScreen } from "./desk-screen.ts";

export const payouts: DeskScreen = {
  to: "/teamaccess/payouts",
  label: "Payouts",
  group: "Work",
  icon: "payouts",
  letter: "p",
  needs: "ops.payouts.create",
  queue: "withdrawals",
};
