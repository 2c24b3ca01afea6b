import type { DeskScreen } from "./desk-screen.ts";

export const markets: DeskScreen = {
  to: "/teamaccess/markets",
  label: "Markets",
  group: "System",
  icon: "markets",
  letter: "m",
  needs: "ops.markets.list",
};
