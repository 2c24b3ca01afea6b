import { createFileRoute } from "@tanstack/react-router";
import { StopRecoveryPage } from "../account-links/stop-recovery-page.tsx";
import { linkSearch, useLinkToken } from "../account-links/use-link-token.ts";

export const Route = createFileRoute("/stop-recovery")({
  validateSearch: linkSearch,
  component: Linked,
  staticData: {
    name: "auth.stop-recovery",
    title: "Stop account recovery",
    background: "hero",
    unlisted: true,
  },
});

function Linked() {
  return <StopRecoveryPage token={useLinkToken(Route.useSearch().token)} />;
}
