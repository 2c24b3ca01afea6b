import "@tanstack/react-router";

/** The ground a page lies on: the petrol field, for pages with a head of their own, or a plain canvas. */
export type PageBackground = "hero" | "canvas";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The specification's route name, such as `site.home`. */
    readonly name?: string;
    /** Page title without the product's name. */
    readonly title?: string;
    /** The title is used alone, without the product's name (home). */
    readonly titleAlone?: boolean;
    /** Meta description; the brand's regulator line where there is none. */
    readonly description?: string;
    readonly background?: PageBackground;
    /** Label in the dashboard's sidebar; routes without one are not listed. */
    readonly sidebar?: string;
    /** Left out of search engines' indexes and of the site map. */
    readonly unlisted?: boolean;
  }
}
