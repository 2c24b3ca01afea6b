import type { DeskScreen } from "./desk-screen.ts";

export const today: DeskScreen = {
  to: "/teamaccess",
  label: "Today",
  group: "Work",
  icon: "today",
  letter: "t",
  needs: "ops.today",
};
