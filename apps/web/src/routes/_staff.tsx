import { createFileRoute } from "@tanstack/react-router";
import { guardStaff } from "../session/staff-guard.ts";
import { DeskFrame } from "../desk/frame/desk-frame.tsx";
import { askAhead } from "../desk/today/ask-ahead.ts";

/** Questions of one moment are one call: this much later is a call of its own, for which the guard doesn't wait. */
const APART_MILLISECONDS = 5;

/** The frame of the desk's pages, below which everything is only for staff. */
export const Route = createFileRoute("/_staff")({
  beforeLoad: async ({ context: { clients }, preload, location }) => {
    if (preload) return;
    if (location.pathname === "/teamaccess") setTimeout(() => askAhead(clients), APART_MILLISECONDS);
    await guardStaff(clients);
  },
  component: DeskFrame,
});
