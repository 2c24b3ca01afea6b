import type { DeskScreen } from "./desk-screen.ts";

export const switches: DeskScreen = {
  to: "/teamaccess/switches",
  label: "Switches",
  group: "System",
  icon: "switches",
  letter: "s",
  needs: "ops.switches.list",
  queue: "switches",
};
