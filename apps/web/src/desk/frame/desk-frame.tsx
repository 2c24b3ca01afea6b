import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { AppFrame } from "../../controls/app-frame.tsx";
import { MantineFrame } from "../../controls/theme/frame.tsx";
import { useHotkey } from "../../controls/use-hotkey.ts";
import { useLogOut } from "../../session/use-log-out.ts";
import { PauseBanner } from "../../shell/pause-banner.tsx";
import { ScreenAhead } from "../parts/desk-screen.tsx";
import { useKeyboard, useKeys } from "../parts/keys.ts";
import { useLateAlerts } from "../parts/queue-due.ts";
import { useMay } from "../parts/use-may.ts";
import { useLive, useToday } from "../parts/use-today.ts";
import { deskZone, setDeskZone } from "../parts/zone.ts";
import type { DeskScreen } from "../screens/desk-screen.ts";
import { SCREENS } from "../screens/screens.ts";
import { DeskHeader } from "./desk-header.tsx";
import { DeskNav } from "./desk-nav.tsx";
import { GoToBox } from "./go-to-box.tsx";
import { KeySheet } from "./key-sheet.tsx";
import { Notices } from "./notices.tsx";
import { NoRight } from "./no-right.tsx";
import { SessionEnd } from "./session-end.tsx";

/** The screen at an address. */
const screenAt = (path: string): DeskScreen | undefined =>
  SCREENS.find(({ to }) => to === path.replace(/\/$/, ""));

/** Has every time in the desk be in the installation's zone. @returns whether the server said which that is, or failed to */
function useZone(): boolean {
  const { data, isPending, failureCount } = useToday();
  if (data !== undefined) setDeskZone(data.time_zone);
  return !isPending || failureCount > 0;
}

/** The frame of the desk's screens: the navigation of one's roles, the command box, keys, and live data. */
export function DeskFrame() {
  const may = useMay();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { logOut, leaving } = useLogOut();
  const [shown, setShown] = useState<"go-to" | "keys" | "nav">();
  const close = (): void => setShown(undefined);
  const screens = SCREENS.filter(({ needs }) => may(needs));
  const current = screenAt(path);
  const isZoneKnown = useZone();
  useLive();
  useLateAlerts();
  useKeyboard();
  useKeys([
    { keys: "?", does: "Show all keys", run: () => setShown("keys") },
    ...screens.map(({ letter, label, to }) => ({
      keys: `g ${letter}`,
      does: `Go to ${label}`,
      run: () => void navigate({ to }),
    })),
  ]);
  useHotkey("mod+K", () => setShown(shown === "go-to" ? undefined : "go-to"));
  return (
    <MantineFrame>
      <AppFrame
        navOpen={shown === "nav"}
        header={
          <DeskHeader
            title={current?.label ?? "Back office"}
            navOpen={shown === "nav"}
            onNav={() => setShown(shown === "nav" ? undefined : "nav")}
            onGoTo={() => setShown("go-to")}
            onKeys={() => setShown("keys")}
          />
        }
        nav={<DeskNav screens={screens} leaving={leaving} onLogOut={logOut} onGo={close} />}
      >
        <PauseBanner />
        <SessionEnd />
        <Notices />
        {current !== undefined && !may(current.needs) ? (
          <NoRight screen={current} />
        ) : isZoneKnown ? (
          // Parts drawn before the zone was known are drawn again.
          <Outlet key={deskZone()} />
        ) : (
          <ScreenAhead title={current?.label ?? ""} />
        )}
      </AppFrame>
      {shown === "go-to" && <GoToBox screens={screens} onClose={close} onLogOut={logOut} />}
      {shown === "keys" && <KeySheet onClose={close} />}
    </MantineFrame>
  );
}
