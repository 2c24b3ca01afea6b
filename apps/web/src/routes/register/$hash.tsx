import { createFileRoute } from "@tanstack/react-router";
import { RegisterPage } from "../../accounts/register-page.tsx";

export const Route = createFileRoute("/register/$hash")({
  component: Invited,
  staticData: { name: "auth.register", title: "Sign up", background: "hero", unlisted: true },
});

function Invited() {
  const { hash } = Route.useParams();
  return <RegisterPage hash={hash} />;
}
