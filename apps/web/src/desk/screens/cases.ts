import type { DeskScreen } from "./desk-screen.ts";

export const cases: DeskScreen = {
  to: "/teamaccess/cases",
  label: "Cases",
  group: "Compliance",
  icon: "cases",
  letter: "k",
  needs: "ops.cases.list",
  queue: "cases",
};
