import { Outlet, useRouter } from "@tanstack/react-router";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { useNews } from "../news/use-news.ts";
import { useSession } from "../session/session-store.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { Logo } from "../ui/logo.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { dashboardSections } from "./dashboard-sections.ts";
import { Sidebar } from "./sidebar.tsx";
import { useGoTo } from "./use-go-to.ts";
import styles from "./dashboard-layout.module.css";

/** The dashboard's frame: sections at the side, on narrow screens in a bar at the lower edge. */
export function DashboardLayout() {
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  const router = useRouter();
  useNews();
  const goTo = useGoTo();
  const sections = dashboardSections(Object.values(router.routesById), session?.role);
  const name = session === null ? "" : `${session.user.first_name} ${session.user.last_name}`;

  return (
    <MantineFrame>
      <div className={styles["layout"]}>
        <Sidebar sections={sections} name={name} leaving={leaving} onGoTo={goTo.show} onLogOut={logOut} />
        <header className={styles["top"]}>
          <SiteLink to="/" className={styles["home"]}>
            <Logo />
          </SiteLink>
        </header>
        <main id="main" className={styles["main"]}>
          <Outlet />
        </main>
        <BottomBar sections={sections} name={name} leaving={leaving} onLogOut={logOut} />
      </div>
      {goTo.Box !== undefined && (
        <goTo.Box open={goTo.open} sections={sections} onClose={goTo.close} onLogOut={logOut} />
      )}
    </MantineFrame>
  );
}
