import type { DeskScreen } from "./desk-screen.ts";

export const approvals: DeskScreen = {
  to: "/teamaccess/approvals",
  label: "Approvals",
  group: "Work",
  icon: "approvals",
  letter: "a",
  needs: "ops.approvals.list",
  queue: "approvals",
};
