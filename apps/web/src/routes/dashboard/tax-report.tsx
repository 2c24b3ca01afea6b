import { createFileRoute } from "@tanstack/react-router";
import { TaxPage } from "../../tax/tax-page.tsx";
import { taxSearch } from "../../tax/tax-search.ts";

export const Route = createFileRoute("/dashboard/tax-report")({
  validateSearch: taxSearch,
  component: Tax,
  staticData: {
    name: "tax-report",
    title: "Tax report",
    unlisted: true,
  },
});

function Tax() {
  // The root route keeps what the address says; only what was judged here counts.
  const search = taxSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return <TaxPage search={search} onSearch={(next) => void navigate({ search: next })} />;
}
