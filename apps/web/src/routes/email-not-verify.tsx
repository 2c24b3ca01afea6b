import { createFileRoute } from "@tanstack/react-router";
import { EmailNotVerifyPage } from "../accounts/email-not-verify-page.tsx";
import { guardAccountPage } from "../session/account-guard.ts";

export const Route = createFileRoute("/email-not-verify")({
  validateSearch: (search: Record<string, unknown>): { link?: "invalid" } =>
    search["link"] === "invalid" ? { link: "invalid" } : {},
  beforeLoad: async ({ context, location, preload }) => {
    if (!preload) await guardAccountPage(context.clients, "/email-not-verify", location.href);
  },
  component: NotVerified,
  staticData: {
    name: "auth.not.email.verify",
    title: "Confirm your email address",
    background: "hero",
    unlisted: true,
  },
});

function NotVerified() {
  return <EmailNotVerifyPage invalidLink={Route.useSearch().link === "invalid"} />;
}
