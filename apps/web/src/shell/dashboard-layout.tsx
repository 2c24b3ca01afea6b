import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useSession } from "../session/session-store.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { useNews } from "../news/use-news.ts";
import { Logo } from "../ui/logo.tsx";
import { SchemeSwitch, SchemeToggle } from "../ui/scheme-switch.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { dashboardSections } from "./dashboard-sections.ts";
import { useGoTo } from "./use-go-to.ts";
import styles from "./dashboard-layout.module.css";

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The dashboard's frame: sections at the side (on narrow screens in a strip), the customer's name, log out. */
export function DashboardLayout() {
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  const router = useRouter();
  useNews();
  const nav = useRef<HTMLElement>(null);
  const here = useLocation({ select: (location) => location.pathname });
  const goTo = useGoTo();
  const sections = dashboardSections(Object.values(router.routesById), session?.role);

  // On narrow screens the sections are in a strip that may be wider than the window.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [here]);

  return (
    <MantineFrame>
      <div className={styles["layout"]}>
        <header className={styles["side"]}>
          <SiteLink to="/" className={styles["home"]}>
            <Logo />
          </SiteLink>
          <button
            type="button"
            className={styles["goTo"]}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={goTo.show}
          >
            Go to…
            <kbd aria-hidden="true">{isMac() ? "⌘ K" : "Ctrl K"}</kbd>
          </button>
          <nav ref={nav} aria-label="Dashboard" className={styles["sections"]}>
            {sections.map(({ to, label }) => (
              <SiteLink key={to} to={to} section className={styles["section"]}>
                {label}
              </SiteLink>
            ))}
          </nav>
          <div className={styles["foot"]}>
            <SchemeSwitch />
            <div className={styles["person"]}>
              <div className={styles["toggle"]}>
                <SchemeToggle />
              </div>
              <p className={styles["name"]}>
                {session === null ? "" : `${session.user.first_name} ${session.user.last_name}`}
              </p>
              <button
                type="button"
                className={styles["logOut"]}
                onClick={logOut}
                aria-busy={leaving || undefined}
              >
                Log out
              </button>
            </div>
          </div>
        </header>
        <main id="main" className={styles["main"]}>
          <Outlet />
        </main>
      </div>
      {goTo.Box !== undefined && (
        <goTo.Box open={goTo.open} sections={sections} onClose={goTo.close} onLogOut={logOut} />
      )}
    </MantineFrame>
  );
}
