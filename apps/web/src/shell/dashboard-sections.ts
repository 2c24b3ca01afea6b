import type { Role } from "@wattle/contracts/accounts";

interface SectionRoute {
  readonly fullPath: string;
  readonly options: { readonly staticData?: { readonly sidebar?: string } };
}

export interface DashboardSection {
  readonly to: string;
  readonly label: string;
}

/** The sidebar's order; a section without a route is left out. */
export const ORDER = [
  "personal-information",
  "transactions-history",
  "deposit-money",
  "withdraw-money",
  "currency-exchange",
  "bank-account",
  "partners",
  "api-tokens",
].map((name) => `/dashboard/${name}`);

/** The sections that exist as routes, in the specification's order; the partners board only for partners. */
export function dashboardSections(
  routes: readonly SectionRoute[],
  role: Role | undefined,
): DashboardSection[] {
  return routes
    .flatMap(({ fullPath, options }) => {
      const label = options.staticData?.sidebar;
      const to = fullPath.replace(/\/$/, "");
      return label === undefined || (to === "/dashboard/partners" && role !== "partner")
        ? []
        : [{ to, label }];
    })
    .sort((a, b) => ORDER.indexOf(a.to) - ORDER.indexOf(b.to));
}
