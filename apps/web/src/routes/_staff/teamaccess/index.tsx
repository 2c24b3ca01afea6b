import { createFileRoute } from "@tanstack/react-router";
import { TodayPage } from "../../../staff/today-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/")({
  component: TodayPage,
  staticData: { name: "staff.today", title: "Back office", background: "canvas", unlisted: true },
});
