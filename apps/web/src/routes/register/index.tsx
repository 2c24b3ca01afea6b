import { createFileRoute } from "@tanstack/react-router";
import { RegisterPage } from "../../accounts/register-page.tsx";

export const Route = createFileRoute("/register/")({
  component: () => <RegisterPage />,
  staticData: {
    name: "auth.register",
    title: "Sign up",
    description: "Open an account in a minute, then verify who you are and start trading.",
    background: "hero",
  },
});
