import { createFileRoute } from "@tanstack/react-router";
import { useEffect, useState } from "react";
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
  const navigate = Route.useNavigate();
  const [link, setLink] = useState({ token, email });
  if (token !== "" && token !== link.token) setLink({ token, email });
  // The link is a key to the account: only memory keeps it, not the address bar, the history or a screenshot.
  useEffect(() => {
    if (token !== "") void navigate({ search: {}, replace: true, resetScroll: false });
  }, [token, navigate]);
  return <ResetPasswordPage token={link.token} email={link.email} />;
}
