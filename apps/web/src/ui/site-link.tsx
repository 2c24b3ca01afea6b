import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface SiteLinkProps {
  /** A path of this site. */
  readonly to: string;
  /** A part of that page. */
  readonly hash?: string;
  readonly className?: string | undefined;
  readonly onClick?: (() => void) | undefined;
  /** A section: its sub-pages count as the page one is on, too. */
  readonly section?: boolean;
  /** Whether it leads to the page one is on, for an address that says more than a page's path. */
  readonly here?: boolean;
  readonly children: ReactNode;
}

/** A link to a page of this site; the page one is on says so. */
export function SiteLink({
  to,
  hash,
  className,
  onClick,
  section = false,
  here = false,
  children,
}: SiteLinkProps) {
  return (
    <Link
      to={to}
      {...(hash !== undefined && { hash })}
      className={className}
      onClick={onClick}
      activeOptions={{ exact: !section, includeSearch: false }}
      {...(here && { "aria-current": "page" as const })}
    >
      {children}
    </Link>
  );
}
