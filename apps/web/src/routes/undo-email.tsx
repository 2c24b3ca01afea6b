import { createFileRoute } from "@tanstack/react-router";
import { UndoEmailPage } from "../account-links/undo-email-page.tsx";
import { linkSearch, useLinkToken } from "../account-links/use-link-token.ts";

export const Route = createFileRoute("/undo-email")({
  validateSearch: linkSearch,
  component: Linked,
  staticData: { name: "auth.undo-email", title: "Undo the email change", background: "hero", unlisted: true },
});

function Linked() {
  return <UndoEmailPage token={useLinkToken(Route.useSearch().token)} />;
}
