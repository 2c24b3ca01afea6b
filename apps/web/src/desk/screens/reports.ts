import type { DeskScreen } from "./desk-screen.ts";

export const reports: DeskScreen = {
  to: "/teamaccess/reports",
  label: "Reports",
  group: "Books",
  icon: "reports",
  letter: "r",
  needs: "ops.reports.fees",
};
