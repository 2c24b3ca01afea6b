import { createFileRoute } from "@tanstack/react-router";
import { ResetPasswordPage } from "../accounts/reset-password-page.tsx";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const Route = createFileRoute("/reset-password")({
  validateSearch: (search: Record<string, unknown>): { token?: string; email?: string } => ({
    ...(text(search["token"]) !== "" && { token: text(search["token"]) }),
    ...(text(search["email"]) !== "" && { email: text(search["email"]) }),
  }),
  component: Reset,
  staticData: { name: "auth.reset", title: "Reset password", background: "hero", unlisted: true },
});

function Reset() {
  const { token = "", email = "" } = Route.useSearch();
  return <ResetPasswordPage token={token} email={email} />;
}
