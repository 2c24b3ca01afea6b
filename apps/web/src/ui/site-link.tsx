import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface SiteLinkProps {
  /** A path of this site. */
  readonly to: string;
  readonly className?: string | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A link to a page of this site; the page one is on says so. */
export function SiteLink({ to, className, onClick, children }: SiteLinkProps) {
  return (
    <Link
      to={to}
      className={className}
      onClick={onClick}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      {children}
    </Link>
  );
}
