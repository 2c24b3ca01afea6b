import "./theme/mantine-styles.ts";
import "@mantine/core/styles/AppShell.layer.css";
import { AppShell } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./app-frame.module.css";

interface AppFrameProps {
  /** Whether the navigation is open if there is no room for it next to the screen. */
  readonly navOpen: boolean;
  readonly header: ReactNode;
  readonly nav: ReactNode;
  readonly children: ReactNode;
}

/** A header of 48 px, navigation of 208 px at the side, and the screen. Below 1024 px the navigation is over the screen while it is open. */
export function AppFrame({ navOpen, header, nav, children }: AppFrameProps) {
  return (
    <AppShell
      data-desk=""
      layout="alt"
      withBorder={false}
      transitionDuration={0}
      zIndex={100}
      header={{ height: 48 }}
      navbar={{ width: 208, breakpoint: 1024, collapsed: { mobile: !navOpen } }}
      classNames={{
        root: styles["root"] ?? "",
        header: styles["header"] ?? "",
        navbar: styles["navbar"] ?? "",
        main: styles["main"] ?? "",
      }}
    >
      <AppShell.Header>{header}</AppShell.Header>
      <AppShell.Navbar data-open={navOpen || undefined}>{nav}</AppShell.Navbar>
      <AppShell.Main id="main">{children}</AppShell.Main>
    </AppShell>
  );
}
