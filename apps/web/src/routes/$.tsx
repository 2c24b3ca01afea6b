import { createFileRoute } from "@tanstack/react-router";
import { NotFound } from "../site/not-found.tsx";

/**
 * Any address that leads nowhere, under the dashboard too. A route of its own, so that no frame and no guard of another
 * one applies: it is the same page for everyone, as the server has sent it.
 */
export const Route = createFileRoute("/$")({
  component: NotFound,
  staticData: { title: "Page not found", background: "hero", unlisted: true },
});
