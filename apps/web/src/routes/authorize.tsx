import { createFileRoute } from "@tanstack/react-router";
import { guardSharedPage } from "../session/account-guard.ts";
import { askedSearch } from "../tokens/asked-search.ts";
import { AuthorizePage } from "../tokens/authorize-page.tsx";

export const Route = createFileRoute("/authorize")({
  validateSearch: askedSearch,
  beforeLoad: async ({ context, location, preload }) => {
    if (!preload) await guardSharedPage(context.clients, location.href);
  },
  component: Asked,
  staticData: { name: "auth.authorize", title: "Allow an app", background: "hero", unlisted: true },
});

function Asked() {
  return <AuthorizePage asked={Route.useSearch().asked ?? ""} />;
}
