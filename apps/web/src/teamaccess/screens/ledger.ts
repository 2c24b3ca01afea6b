import type { DeskScreen } from "./desk-screen.ts";

export const ledger: DeskScreen = {
  to: "/teamaccess/ledger",
  label: "Ledger",
  group: "Books",
  icon: "money",
  letter: "l",
  needs: "ops.ledger.accounts",
};
