import { Outlet } from "@tanstack/react-router";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { useSession } from "../session/session-store.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { Logo } from "../ui/logo.tsx";
import { LogOutButton } from "../shell/log-out-button.tsx";
import { SchemeToggle } from "../ui/scheme-switch.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./staff-layout.module.css";

/** The frame of the back office's pages: whose it is, who is logged in, and the way out. */
export function StaffLayout() {
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  return (
    <MantineFrame>
      <header className={styles["bar"]}>
        <SiteLink to="/teamaccess" className={styles["home"]}>
          <Logo />
        </SiteLink>
        <div className={styles["person"]}>
          <SchemeToggle />
          <p className={styles["name"]}>{session?.user.email}</p>
          <SiteLink to="/teamaccess/secure" className={styles["link"]}>
            Login settings
          </SiteLink>
          <LogOutButton leaving={leaving} onLogOut={logOut} />
        </div>
      </header>
      <main id="main" className={styles["main"]}>
        <Outlet />
      </main>
    </MantineFrame>
  );
}
