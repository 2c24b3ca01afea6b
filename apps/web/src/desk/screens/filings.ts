import type { DeskScreen } from "./desk-screen.ts";

export const filings: DeskScreen = {
  to: "/teamaccess/filings",
  label: "Filings",
  group: "Compliance",
  icon: "filings",
  letter: "z",
  needs: "ops.filings.list",
  queue: "filings",
};
