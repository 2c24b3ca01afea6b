import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChevronIcon } from "../ui/icons.tsx";
import { SECTION_ICONS } from "../ui/section-icons.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { sectionGroups, type DashboardSection } from "./dashboard-sections.ts";
import styles from "./section-links.module.css";

interface SectionLinksProps {
  readonly sections: readonly DashboardSection[];
  /** Puts what customers need less often behind More. */
  readonly folds?: boolean;
  /** Called when one of the links is followed. */
  readonly onLink?: () => void;
}

/** Links behind one line, open on the page of one of them. */
function More({
  sections,
  children,
}: Pick<SectionLinksProps, "sections"> & { readonly children: ReactNode }) {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const isHere = sections.some(({ to }) => here.startsWith(to));
  const Drawing = SECTION_ICONS.more;
  return (
    <li>
      <details key={String(isHere)} open={isHere} className={styles["more"]}>
        <summary className={styles["link"]}>
          <Drawing />
          More
          <ChevronIcon size={16} />
        </summary>
        <ul className={styles["links"]}>{children}</ul>
      </details>
    </li>
  );
}

/** Links to the sections under their headings. */
export function SectionLinks({ sections, folds = false, onLink }: SectionLinksProps) {
  const rowOf = ({ to, label, icon }: DashboardSection) => {
    const Drawing = SECTION_ICONS[icon];
    return (
      <li key={to}>
        <SiteLink to={to} section className={styles["link"]} onClick={onLink}>
          <Drawing />
          {label}
        </SiteLink>
      </li>
    );
  };
  return sectionGroups(sections).map(({ heading, sections: links }) => {
    const more = folds ? links.filter((link) => link.more) : [];
    return (
      <div key={heading ?? ""} className={styles["group"]}>
        {heading !== undefined && <p className={styles["heading"]}>{heading}</p>}
        <ul className={styles["links"]}>
          {links.map((link) =>
            !more.includes(link) ? (
              rowOf(link)
            ) : link === more[0] ? (
              <More key="more" sections={more}>
                {more.map(rowOf)}
              </More>
            ) : null,
          )}
        </ul>
      </div>
    );
  });
}
