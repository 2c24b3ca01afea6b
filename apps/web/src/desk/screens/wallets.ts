import type { DeskScreen } from "./desk-screen.ts";

export const wallets: DeskScreen = {
  to: "/teamaccess/wallets",
  label: "Wallets",
  group: "Books",
  icon: "wallets",
  letter: "w",
  needs: "ops.wallets.list",
  queue: "networks",
};
