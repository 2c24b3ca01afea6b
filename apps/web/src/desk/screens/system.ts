import type { DeskScreen } from "./desk-screen.ts";

export const system: DeskScreen = {
  to: "/teamaccess/system",
  label: "System",
  group: "System",
  icon: "system",
  letter: "y",
  needs: "ops.system.checks",
};
