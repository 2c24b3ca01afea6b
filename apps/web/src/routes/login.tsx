import { createFileRoute } from "@tanstack/react-router";
import { SignInPage } from "../accounts/sign-in-page.tsx";
import { signInSearch } from "../session/sign-in-search.ts";

export const Route = createFileRoute("/login")({
  component: SignInPage,
  validateSearch: signInSearch,
  staticData: {
    name: "auth.login",
    title: "Log in",
    description: "Log in to buy and sell bitcoin, see your balances and follow your transactions.",
    background: "hero",
  },
});
