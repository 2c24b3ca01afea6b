import type { DeskScreen } from "./desk-screen.ts";

export const system: DeskScreen = {
  to: "/teamaccess/system",
  label: "System",
  group: "House",
  icon: "system",
  letter: "y",
  needs: "ops.system.checks",
};
