import { createFileRoute } from "@tanstack/react-router";
import { Gallery } from "../../gallery/gallery.tsx";

/** All components in all states. The server offers this address only with demo data. */
export const Route = createFileRoute("/dev/ui")({
  component: Gallery,
  staticData: { name: "dev.ui", title: "Components", background: "canvas", unlisted: true },
});
