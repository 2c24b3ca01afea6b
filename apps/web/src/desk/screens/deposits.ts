import type { DeskScreen } from "./desk-screen.ts";

export const deposits: DeskScreen = {
  to: "/teamaccess/deposits",
  label: "Deposits",
  group: "Work",
  icon: "deposits",
  letter: "d",
  needs: "ops.deposits.list",
  queue: "deposits",
};
