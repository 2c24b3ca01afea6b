import type { ReactNode } from "react";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { Logo } from "../ui/logo.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import type { DashboardSection } from "./dashboard-sections.ts";
import { Sidebar } from "./sidebar.tsx";
import styles from "./dashboard-layout.module.css";

interface DashboardFrameProps {
  readonly sections: readonly DashboardSection[];
  /** The user who is logged in; empty until that is known. */
  readonly name: string;
  readonly leaving: boolean;
  readonly onGoTo: () => void;
  readonly onLogOut: () => void;
  /** The screen. */
  readonly children: ReactNode;
  /** Boxes over the page. */
  readonly over?: ReactNode;
}

/** Frame of each of the dashboard's screens: sections at the side, on narrow screens in a bar at the lower edge. */
export function DashboardFrame({
  sections,
  name,
  leaving,
  onGoTo,
  onLogOut,
  children,
  over,
}: DashboardFrameProps) {
  return (
    <MantineFrame>
      <div className={styles["layout"]}>
        <Sidebar sections={sections} name={name} leaving={leaving} onGoTo={onGoTo} onLogOut={onLogOut} />
        <header className={styles["top"]}>
          <SiteLink to="/" className={styles["home"]}>
            <Logo />
          </SiteLink>
        </header>
        <main id="main" className={styles["main"]}>
          {children}
        </main>
        <BottomBar sections={sections} name={name} leaving={leaving} onLogOut={onLogOut} />
      </div>
      {over}
    </MantineFrame>
  );
}
