import type { DeskScreen } from "./desk-screen.ts";

export const rules: DeskScreen = {
  to: "/teamaccess/rules",
  label: "Rules",
  group: "Compliance",
  icon: "rules",
  letter: "j",
  needs: "ops.rules.list",
};
