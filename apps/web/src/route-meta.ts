import "@tanstack/react-router";
import type { Role } from "@wattle/contracts/accounts";
import type { SectionIcon } from "./ui/section-icons.tsx";

/** The ground a page lies on: the petrol field, for pages with a head of their own, or a plain canvas. */
type PageBackground = "hero" | "canvas";

/** A route's place in the dashboard's sidebar. */
export interface SidebarEntry {
  readonly label: string;
  /** Smaller ones come first; each number is used once. */
  readonly order: number;
  readonly icon: SectionIcon;
  /** The heading it is under; those above all headings have none. */
  readonly group?: "Money" | "Account" | "Security";
  /** At the side it is behind More; everywhere else it is with the others. */
  readonly more?: true;
  /** Shown to this role only; to everyone if it is left out. */
  readonly role?: Role;
  /** Shown only where coins can be sent to a wallet. */
  readonly sendsCoins?: true;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The specification's route name, such as `site.home`. */
    readonly name?: string;
    /** Page title without the product's name. */
    readonly title?: string;
    /** The heading of a dashboard's screen, for before its code has come: `""` where it depends on what is shown; the title if it is left out. */
    readonly heading?: string;
    /** The title is used without the product's name (home). */
    readonly titleAlone?: boolean;
    /** Meta description; the site's if there is none. */
    readonly description?: string;
    /** Title and description of a page whose loader has found something. */
    readonly titled?: (data: unknown) => { readonly title: string; readonly description: string };
    readonly background?: PageBackground;
    /** Routes without one are not in the dashboard's sidebar. */
    readonly sidebar?: SidebarEntry;
    /** Left out of search engines' indexes and of the site map. */
    readonly unlisted?: boolean;
  }
}
