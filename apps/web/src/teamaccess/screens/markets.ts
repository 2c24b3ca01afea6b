import type { DeskScreen } from "./desk-screen.ts";

export const markets: DeskScreen = {
  to: "/teamaccess/markets",
  label: "Markets",
  group: "House",
  icon: "exchange",
  letter: "m",
  needs: "ops.markets.list",
};
