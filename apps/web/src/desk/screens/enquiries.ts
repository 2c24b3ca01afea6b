import type { DeskScreen } from "./desk-screen.ts";

export const enquiries: DeskScreen = {
  to: "/teamaccess/enquiries",
  label: "Enquiries",
  group: "Work",
  icon: "enquiries",
  letter: "e",
  needs: "ops.support.list",
  queue: "enquiries",
};
