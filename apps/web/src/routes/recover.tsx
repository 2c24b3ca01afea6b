import { createFileRoute } from "@tanstack/react-router";
import { RecoverPage } from "../account-links/recover-page.tsx";
import { linkSearch, useLinkToken } from "../account-links/use-link-token.ts";

export const Route = createFileRoute("/recover")({
  validateSearch: linkSearch,
  component: Linked,
  staticData: { name: "auth.recover", title: "Recover your account", background: "hero", unlisted: true },
});

function Linked() {
  return <RecoverPage token={useLinkToken(Route.useSearch().token)} />;
}
