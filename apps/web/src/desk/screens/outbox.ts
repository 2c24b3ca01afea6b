import type { DeskScreen } from "./desk-screen.ts";

export const outbox: DeskScreen = {
  to: "/teamaccess/outbox",
  label: "Outbox",
  group: "System",
  icon: "outbox",
  letter: "o",
  needs: "ops.outbox.mails",
};
