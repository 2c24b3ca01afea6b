import { createFileRoute } from "@tanstack/react-router";
import { guardStaff } from "../session/staff-guard.ts";
import { DeskFrame } from "../teamaccess/frame/desk-frame.tsx";

/** The frame of the back office's pages, below which everything is for staff alone. */
export const Route = createFileRoute("/_staff")({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardStaff(context.clients);
  },
  component: DeskFrame,
});
