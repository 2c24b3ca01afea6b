import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { OutboxPage } from "../../../desk/outbox/outbox-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/outbox")({
  validateSearch: deskSearch,
  component: OutboxPage,
  staticData: { name: "staff.outbox", title: "Outbox", background: "canvas", unlisted: true },
});
