import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordPage } from "../accounts/forgot-password-page.tsx";

export const Route = createFileRoute("/forgot-password")({
  component: ForgotPasswordPage,
  staticData: {
    name: "auth.forgot",
    title: "Forgot password",
    description: "Get a link by email to choose a new password.",
    background: "hero",
  },
});
