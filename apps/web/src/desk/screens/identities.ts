import type { DeskScreen } from "./desk-screen.ts";

export const identities: DeskScreen = {
  to: "/teamaccess/identities",
  label: "Identities",
  group: "Work",
  icon: "identities",
  letter: "i",
  needs: "ops.customers.verify",
  queue: "identities",
};
