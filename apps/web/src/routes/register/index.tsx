import { createFileRoute } from "@tanstack/react-router";
import { RegisterPage } from "../../accounts/register-page.tsx";

export const Route = createFileRoute("/register/")({
  component: () => <RegisterPage />,
  staticData: {
    name: "auth.register",
    title: "Sign up",
    description: "Sign up in a minute, then verify your identity and start trading.",
    background: "hero",
  },
});
