import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../teamaccess/desk-search.ts";
import { OutboxPage } from "../../../teamaccess/outbox/outbox-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/outbox")({
  validateSearch: deskSearch,
  component: OutboxPage,
  staticData: { name: "staff.outbox", title: "Outbox", background: "canvas", unlisted: true },
});
