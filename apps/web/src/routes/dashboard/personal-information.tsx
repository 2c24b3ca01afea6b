import { createFileRoute } from "@tanstack/react-router";
import { PersonalInformationPage } from "../../accounts/personal-information-page.tsx";

export const Route = createFileRoute("/dashboard/personal-information")({
  component: PersonalInformationPage,
  staticData: {
    name: "personal-information",
    title: "Personal information",
    sidebar: { label: "Personal information", order: 10, icon: "overview" },
    unlisted: true,
  },
});
