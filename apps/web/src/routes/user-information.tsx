import { createFileRoute } from "@tanstack/react-router";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { UserInformationPage } from "../identity/user-information-page.tsx";
import { guardAccountPage } from "../session/account-guard.ts";

export const Route = createFileRoute("/user-information")({
  validateSearch: (search: Record<string, unknown>): { email?: "confirmed" } =>
    search["email"] === "confirmed" ? { email: "confirmed" } : {},
  beforeLoad: async ({ context, location, preload }) => {
    if (!preload) await guardAccountPage(context.clients, "/user-information", location.href);
  },
  component: Information,
  staticData: {
    name: "auth.information",
    title: "Personal information",
    background: "canvas",
    unlisted: true,
  },
});

function Information() {
  return (
    <MantineFrame>
      <UserInformationPage emailConfirmed={Route.useSearch().email === "confirmed"} />
    </MantineFrame>
  );
}
