import type { DeskScreen } from "./desk-screen.ts";

export const ledger: DeskScreen = {
  to: "/teamaccess/ledger",
  label: "Ledger",
  group: "Books",
  icon: "ledger",
  letter: "l",
  needs: "ops.ledger.accounts",
};
