import type { DeskScreen } from "./desk-screen.ts";

export const coinPayouts: DeskScreen = {
  to: "/teamaccess/coin-payouts",
  label: "Coin payouts",
  group: "Work",
  icon: "coinPayouts",
  letter: "n",
  needs: "ops.coinPayouts.list",
  queue: "coin_payouts",
};
