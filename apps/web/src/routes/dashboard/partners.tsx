import { createFileRoute } from "@tanstack/react-router";
import { PartnersPage } from "../../partners/partners-page.tsx";
import { partnersSearch } from "../../partners/partners-search.ts";
import { guardPartner } from "../../partners/partner-guard.ts";

export const Route = createFileRoute("/dashboard/partners")({
  validateSearch: partnersSearch,
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardPartner(context.clients);
  },
  component: Partners,
  staticData: {
    name: "partners",
    title: "Partners Board",
    sidebar: { label: "Partners Board", order: 70, icon: "people", group: "Account", role: "partner" },
    unlisted: true,
  },
});

function Partners() {
  // The root route keeps what the address says; only what was judged here counts.
  const { page = 1 } = partnersSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <PartnersPage
      page={page}
      onPage={(next) => void navigate({ search: next === 1 ? {} : { page: next } })}
    />
  );
}
