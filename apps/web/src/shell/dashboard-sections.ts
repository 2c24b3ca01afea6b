import type { Role } from "@wattle/contracts/accounts";
import type { SidebarEntry } from "../route-meta.ts";

interface SectionRoute {
  readonly fullPath: string;
  readonly options: { readonly staticData?: { readonly sidebar?: SidebarEntry } };
}

export interface DashboardSection extends Pick<SidebarEntry, "label" | "icon" | "group" | "more"> {
  readonly to: string;
}

/** Someone who looks at the dashboard. */
interface Reader {
  readonly role: Role | undefined;
  /** Whether coins can be sent to a wallet. */
  readonly sendsCoins: boolean;
}

const isShown = ({ role, sendsCoins }: SidebarEntry, reader: Reader): boolean =>
  (role === undefined || role === reader.role) && (sendsCoins === undefined || reader.sendsCoins);

/** The routes that have a place in the sidebar, in its order. */
export function dashboardSections(routes: readonly SectionRoute[], reader: Reader): DashboardSection[] {
  return routes
    .flatMap(({ fullPath, options }) => {
      const entry = options.staticData?.sidebar;
      return entry === undefined || !isShown(entry, reader)
        ? []
        : [{ entry, to: fullPath.replace(/\/$/, "") }];
    })
    .toSorted((a, b) => a.entry.order - b.entry.order)
    .map(({ to, entry: { label, icon, group, more } }) => ({
      to,
      label,
      icon,
      ...(group !== undefined && { group }),
      ...(more !== undefined && { more }),
    }));
}

/** The sections under each heading, in their order; those without one come first. */
export function sectionGroups(
  sections: readonly DashboardSection[],
): { readonly heading: DashboardSection["group"]; readonly sections: DashboardSection[] }[] {
  return ([undefined, "Money", "Account", "Security"] as const)
    .map((heading) => ({ heading, sections: sections.filter(({ group }) => group === heading) }))
    .filter((group) => group.sections.length > 0);
}
