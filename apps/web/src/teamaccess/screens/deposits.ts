import type { DeskScreen } from "./desk-screen.ts";

export const deposits: DeskScreen = {
  to: "/teamaccess/deposits",
  label: "Deposits",
  group: "Work",
  icon: "deposit",
  letter: "d",
  needs: "ops.deposits.list",
  queue: "deposits",
};
