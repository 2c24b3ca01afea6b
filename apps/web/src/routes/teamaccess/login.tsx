import { createFileRoute } from "@tanstack/react-router";
import { SignInPage } from "../../accounts/sign-in-page.tsx";
import { signInSearch } from "../../session/sign-in-search.ts";

/** Target of a lost session, by a full page load. */
export const Route = createFileRoute("/teamaccess/login")({
  component: SignInPage,
  validateSearch: signInSearch,
  staticData: { name: "auth.teamaccess", title: "Log in", background: "hero", unlisted: true },
});
