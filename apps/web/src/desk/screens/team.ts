import type { DeskScreen } from "./desk-screen.ts";

export const team: DeskScreen = {
  to: "/teamaccess/team",
  label: "Staff",
  group: "System",
  icon: "team",
  letter: "f",
  needs: "ops.staff.list",
};
