import { createFileRoute } from "@tanstack/react-router";
import { TodayPage } from "../../../desk/today/today-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/")({
  component: TodayPage,
  staticData: { name: "staff.today", title: "Today", background: "canvas", unlisted: true },
});
