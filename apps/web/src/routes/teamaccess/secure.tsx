import { createFileRoute } from "@tanstack/react-router";
import { guardStaffSetUp } from "../../session/staff-guard.ts";
import { SecureAccountPage } from "../../staff/secure-account-page.tsx";

export const Route = createFileRoute("/teamaccess/secure")({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardStaffSetUp(context.clients);
  },
  component: SecureAccountPage,
  staticData: { name: "auth.secure", title: "Secure your account", background: "hero", unlisted: true },
});
