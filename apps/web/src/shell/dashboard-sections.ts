import type { Role } from "@wattle/contracts/accounts";
import type { SidebarEntry } from "../route-meta.ts";

interface SectionRoute {
  readonly fullPath: string;
  readonly options: { readonly staticData?: { readonly sidebar?: SidebarEntry } };
}

export interface DashboardSection {
  readonly to: string;
  readonly label: string;
}

/** The routes that have a place in the sidebar, in its order; one for a certain role is there for that role only. */
export function dashboardSections(
  routes: readonly SectionRoute[],
  role: Role | undefined,
): DashboardSection[] {
  return routes
    .flatMap(({ fullPath, options }) => {
      const entry = options.staticData?.sidebar;
      return entry === undefined || (entry.role !== undefined && entry.role !== role)
        ? []
        : [{ to: fullPath.replace(/\/$/, ""), label: entry.label, order: entry.order }];
    })
    .sort((a, b) => a.order - b.order)
    .map(({ to, label }) => ({ to, label }));
}
