import { Outlet, useRouter } from "@tanstack/react-router";
import { useNews } from "../news/use-news.ts";
import { useSession } from "../session/session-store.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { trpc } from "../trpc.ts";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { dashboardSections } from "./dashboard-sections.ts";
import { useGoTo } from "./use-go-to.ts";

/** The dashboard: its frame, with the screen of the address in it. */
export function DashboardLayout() {
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  const router = useRouter();
  useNews();
  const goTo = useGoTo();
  const outgoing = trpc.coins.outgoing.useQuery(undefined, {
    // No one else may ask.
    enabled: session?.user.status === "verified",
    trpc: { context: { background: true } },
  });
  const sections = dashboardSections(Object.values(router.routesById), {
    role: session?.role,
    sendsCoins: (outgoing.data?.coins.length ?? 0) > 0,
  });
  return (
    <DashboardFrame
      sections={sections}
      name={session === null ? "" : `${session.user.first_name} ${session.user.last_name}`}
      leaving={leaving}
      onGoTo={goTo.show}
      onLogOut={logOut}
      over={
        goTo.Box !== undefined && (
          <goTo.Box open={goTo.open} sections={sections} onClose={goTo.close} onLogOut={logOut} />
        )
      }
    >
      <Outlet />
    </DashboardFrame>
  );
}
