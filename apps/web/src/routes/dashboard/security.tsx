import { createFileRoute } from "@tanstack/react-router";
import { LoginSecurityPage } from "../../accounts/login-security-page.tsx";

export const Route = createFileRoute("/dashboard/security")({
  component: LoginSecurityPage,
  staticData: {
    name: "login-security",
    title: "Login and security",
    sidebar: { label: "Login and security", order: 100, icon: "shield", group: "Security" },
    unlisted: true,
  },
});
