import { createFileRoute } from "@tanstack/react-router";
import { guardStaff } from "../session/staff-guard.ts";
import { StaffLayout } from "../staff/staff-layout.tsx";

/** The frame of the back office's pages, below which everything is for staff alone. */
export const Route = createFileRoute("/_staff")({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardStaff(context.clients);
  },
  component: StaffLayout,
});
