import type { DeskScreen } from "./desk-screen.ts";

export const arrivals: DeskScreen = {
  to: "/teamaccess/arrivals",
  label: "Arrivals",
  group: "Work",
  icon: "arrivals",
  letter: "v",
  needs: "ops.arrivals.list",
  queue: "arrivals",
};
