import { SECTION_ICONS } from "../ui/section-icons.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { sectionGroups, type DashboardSection } from "./dashboard-sections.ts";
import styles from "./section-links.module.css";

interface SectionLinksProps {
  readonly sections: readonly DashboardSection[];
  /** Called when one of the links is followed. */
  readonly onLink?: () => void;
}

/** Links to the sections under their headings. */
export function SectionLinks({ sections, onLink }: SectionLinksProps) {
  return sectionGroups(sections).map(({ heading, sections: links }) => (
    <div key={heading ?? ""} className={styles["group"]}>
      {heading !== undefined && <p className={styles["heading"]}>{heading}</p>}
      <ul className={styles["links"]}>
        {links.map(({ to, label, icon }) => {
          const Drawing = SECTION_ICONS[icon];
          return (
            <li key={to}>
              <SiteLink to={to} section className={styles["link"]} onClick={onLink}>
                <Drawing />
                {label}
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </div>
  ));
}
