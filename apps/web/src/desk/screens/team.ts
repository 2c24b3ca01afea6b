import type { DeskScreen } from "./desk-screen.ts";

export const team: DeskScreen = {
  to: "/teamaccess/team",
  label: "Staff",
  group: "House",
  icon: "team",
  letter: "f",
  needs: "ops.staff.list",
};
