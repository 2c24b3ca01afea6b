import type { DeskScreen } from "./desk-screen.ts";

export const lists: DeskScreen = {
  to: "/teamaccess/lists",
  label: "Lists",
  group: "Compliance",
  icon: "lists",
  letter: "h",
  needs: "ops.lists.list",
};
