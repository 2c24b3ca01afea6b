import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { SchemeSwitch } from "../ui/scheme-switch.tsx";
import { Guilloche } from "../ui/guilloche.tsx";
import { Logo } from "../ui/logo.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import { SectionLinks } from "./section-links.tsx";
import type { DashboardSection } from "./dashboard-sections.ts";
import styles from "./sidebar.module.css";

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

interface SidebarProps {
  readonly sections: readonly DashboardSection[];
  /** Empty while it is not known who is there. */
  readonly name: string;
  readonly leaving: boolean;
  readonly onGoTo: () => void;
  readonly onLogOut: () => void;
}

/** The sections at the side of the dashboard, who is logged in, and logging out. On narrow screens the bottom bar is instead. */
export function Sidebar({ sections, name, leaving, onGoTo, onLogOut }: SidebarProps) {
  const links = useRef<HTMLElement>(null);
  const here = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    links.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [here]);
  return (
    <header className={styles["side"]}>
      <SiteLink to="/" className={styles["home"]}>
        <Logo />
      </SiteLink>
      <button type="button" className={styles["goTo"]} aria-keyshortcuts="Control+K Meta+K" onClick={onGoTo}>
        Go to…
        <kbd aria-hidden="true">{isMac() ? "⌘ K" : "Ctrl K"}</kbd>
      </button>
      <nav ref={links} aria-label="Dashboard" className={styles["sections"]}>
        <SectionLinks sections={sections} folds />
      </nav>
      {/* The line-work has what is left between the sections and the foot; where that is little, it is not drawn. */}
      <div className={styles["gap"]}>
        <div className={styles["lines"]}>
          <Guilloche seed="dashboard" className={styles["figure"]} />
        </div>
      </div>
      <div className={styles["foot"]}>
        <SchemeSwitch />
        <div className={styles["person"]}>
          <p className={styles["name"]}>{name}</p>
          <LogOutButton leaving={leaving} onLogOut={onLogOut} />
        </div>
      </div>
    </header>
  );
}
