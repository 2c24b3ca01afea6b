import { createFileRoute } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { InvitationPage } from "../../staff/invitation-page.tsx";

export const Route = createFileRoute("/teamaccess/invitation")({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search["token"] === "string" && search["token"] !== "" ? { token: search["token"] } : {},
  component: Invitation,
  staticData: { name: "auth.invitation", title: "Invitation", background: "hero", unlisted: true },
});

function Invitation() {
  const { token = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const [kept, setKept] = useState(token);
  if (token !== "" && token !== kept) setKept(token);
  // The link is a key to an account: only memory keeps it, not the address bar, the history or a screenshot.
  useEffect(() => {
    if (token !== "") void navigate({ search: {}, replace: true, resetScroll: false });
  }, [token, navigate]);
  return <InvitationPage token={kept} />;
}
