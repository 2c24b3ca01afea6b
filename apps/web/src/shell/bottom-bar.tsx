import { useLocation } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { SchemeSwitch } from "../ui/scheme-switch.tsx";
import { SECTION_ICONS, type SectionIcon } from "../ui/section-icons.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import type { DashboardSection } from "./dashboard-sections.ts";
import { SectionLinks } from "./section-links.tsx";
import { useKeyboardOpen } from "./use-keyboard-open.ts";
import styles from "./bottom-bar.module.css";

const OVERVIEW = "/dashboard/personal-information";
const EXCHANGE = "/dashboard/currency-exchange";
const HISTORY = "/dashboard/transactions-history";
const MONEY = ["/dashboard/deposit-money", "/dashboard/withdraw-money"];

interface PlaceProps {
  readonly icon: SectionIcon;
  readonly label: string;
}

function Place({ icon, label }: PlaceProps) {
  const Drawing = SECTION_ICONS[icon];
  return (
    <>
      <Drawing size={22} />
      <span>{label}</span>
    </>
  );
}

interface SheetPlaceProps extends PlaceProps {
  /** Whether the page one is on is one of those in the sheet. */
  readonly here: boolean;
  readonly onOpen: () => void;
}

function SheetPlace({ here, onOpen, ...place }: SheetPlaceProps) {
  return (
    <button
      type="button"
      className={styles["place"]}
      aria-current={here || undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Place {...place} />
    </button>
  );
}

interface BottomBarProps {
  readonly sections: readonly DashboardSection[];
  /** The user who is logged in. */
  readonly name: string;
  readonly leaving: boolean;
  readonly onLogOut: () => void;
}

/** Five places at the lower edge of a phone. Deposit/Withdraw and More open a sheet of links; the others lead there at once. */
export function BottomBar({ sections, name, leaving, onLogOut }: BottomBarProps) {
  const [sheet, setSheet] = useState<"money" | "more">();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const typing = useKeyboardOpen();
  const isAt = (paths: readonly string[]): boolean => paths.some((path) => here.startsWith(path));
  // Under the sheet's own title they need no heading.
  const money = sections.flatMap(({ to, label, icon }) => (MONEY.includes(to) ? [{ to, label, icon }] : []));
  const close = (): void => setSheet(undefined);

  return (
    <>
      <nav aria-label="Dashboard" className={styles["bar"]} hidden={typing}>
        <BarLink to={OVERVIEW}>
          <Place icon="overview" label="Overview" />
        </BarLink>
        <BarLink to={EXCHANGE}>
          <Place icon="exchange" label="Buy/Sell" />
        </BarLink>
        <SheetPlace
          icon="money"
          label="Deposit/Withdraw"
          here={isAt(MONEY)}
          onOpen={() => setSheet("money")}
        />
        <BarLink to={HISTORY}>
          <Place icon="history" label="History" />
        </BarLink>
        <SheetPlace
          icon="more"
          label="More"
          here={!isAt([OVERVIEW, EXCHANGE, HISTORY, ...MONEY])}
          onOpen={() => setSheet("more")}
        />
      </nav>
      <Sheet open={sheet === "money"} title="Deposit/Withdraw" onClose={close}>
        <nav aria-label="Deposit and withdraw" className={styles["sections"]}>
          <SectionLinks sections={money} onLink={close} />
        </nav>
      </Sheet>
      <Sheet open={sheet === "more"} title={name === "" ? "More" : name} onClose={close}>
        <nav aria-label="All sections" className={styles["sections"]}>
          <SectionLinks sections={sections} folds onLink={close} />
        </nav>
        <div className={styles["foot"]}>
          <SchemeSwitch />
          <button
            type="button"
            className={styles["logOut"]}
            aria-busy={leaving || undefined}
            onClick={() => {
              close();
              onLogOut();
            }}
          >
            Log out
          </button>
        </div>
      </Sheet>
    </>
  );
}

function BarLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <SiteLink to={to} section className={styles["place"]}>
      {children}
    </SiteLink>
  );
}
