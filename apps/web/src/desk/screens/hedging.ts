import type { DeskScreen } from "./desk-screen.ts";

export const hedging: DeskScreen = {
  to: "/teamaccess/hedging",
  label: "Hedging",
  group: "Books",
  icon: "hedging",
  letter: "q",
  needs: "ops.hedging.status",
};
