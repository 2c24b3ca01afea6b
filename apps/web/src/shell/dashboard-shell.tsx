import { useRouter } from "@tanstack/react-router";
import { Skeleton } from "../controls/skeleton.tsx";
import { Card } from "../ui/card.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { dashboardSections } from "./dashboard-sections.ts";

const nothing = (): void => undefined;

/**
 * A screen of the dashboard before any code has come, drawn at build: the frame as every customer sees it, the screen's
 * heading, and still lines. Nothing in it can be pressed or read out: the page's code replaces it.
 * @param heading undefined if it depends on what is shown
 */
export function DashboardShell({ heading }: { readonly heading: string | undefined }) {
  const router = useRouter();
  return (
    <div inert data-shell="">
      <DashboardFrame
        sections={dashboardSections(Object.values(router.routesById), { role: undefined, sendsCoins: false })}
        name=""
        leaving={false}
        onGoTo={nothing}
        onLogOut={nothing}
      >
        {heading !== undefined && <ScreenHead title={heading} />}
        <Card>
          <Skeleton lines={8} />
        </Card>
      </DashboardFrame>
    </div>
  );
}
