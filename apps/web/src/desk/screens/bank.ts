import type { DeskScreen } from "./desk-screen.ts";

export const bank: DeskScreen = {
  to: "/teamaccess/bank",
  label: "Bank",
  group: "Work",
  icon: "bank",
  letter: "b",
  needs: "ops.bankLines.credit",
  queue: "bank_lines",
};
