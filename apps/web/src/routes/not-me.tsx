import { createFileRoute } from "@tanstack/react-router";
import { NotMePage } from "../account-links/not-me-page.tsx";
import { linkSearch, useLinkToken } from "../account-links/use-link-token.ts";

export const Route = createFileRoute("/not-me")({
  validateSearch: linkSearch,
  component: Linked,
  staticData: { name: "auth.not-me", title: "Wasn’t you?", background: "hero", unlisted: true },
});

function Linked() {
  return <NotMePage token={useLinkToken(Route.useSearch().token)} />;
}
