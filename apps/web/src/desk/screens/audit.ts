import type { DeskScreen } from "./desk-screen.ts";

export const audit: DeskScreen = {
  to: "/teamaccess/audit",
  label: "Audit",
  group: "System",
  icon: "audit",
  letter: "u",
  needs: "ops.audit.list",
};
