import { useState } from "react";
import { useLocation } from "@tanstack/react-router";
import type { QueueState } from "@wattle/contracts/today";
import { useSession } from "../../session/session-store.ts";
import { staffRoles } from "../../session/staff-session.ts";
import { LogOutButton } from "../../shell/log-out-button.tsx";
import { rolesText } from "../../staff/staff-words.ts";
import { AlertIcon, DownIcon, UpIcon } from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { lateness } from "../parts/queue-due.ts";
import { useToday } from "../parts/use-today.ts";
import { DESK_ICONS } from "../screens/desk-icons.tsx";
import { placeOf, SCREEN_GROUPS, type DeskScreen } from "../screens/desk-screen.ts";
import styles from "./desk-frame.module.css";

interface DeskNavProps {
  readonly screens: readonly DeskScreen[];
  readonly leaving: boolean;
  readonly onLogOut: () => void;
  readonly onGo: () => void;
}

/** Name of the desk's user. */
export function DeskBrand() {
  return (
    <div className={styles["brand"]}>
      <SiteLink to="/" className={styles["home"]}>
        <Logo />
      </SiteLink>
      <span>Desk</span>
    </div>
  );
}

/** The logged-in person, in a row that opens the ways out of the desk. */
function Person({ leaving, onLogOut, onGo }: Pick<DeskNavProps, "leaving" | "onLogOut" | "onGo">) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  if (session === null) return null;
  const { first_name: first, last_name: last } = session.user;
  return (
    <div className={styles["person"]}>
      <button type="button" className={styles["who"]} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="visually-hidden">Your account:</span>
        <strong>
          {first} {last}
        </strong>
        <span>{rolesText(staffRoles(session))}</span>
        {isOpen ? <DownIcon size={14} /> : <UpIcon size={14} />}
      </button>
      {isOpen && (
        <div className={styles["ways"]}>
          <SiteLink to="/teamaccess/secure" className={styles["item"]} onClick={onGo}>
            Login settings
          </SiteLink>
          <LogOutButton leaving={leaving} onLogOut={onLogOut} />
        </div>
      )}
    </div>
  );
}

/** The screens of one's roles with the work that waits at each, the logged-in person, and logging out. */
export function DeskNav({ screens, leaving, onLogOut, onGo }: DeskNavProps) {
  const page = useLocation({ select: ({ pathname }) => pathname });
  const today = useToday();
  const waiting = (screen: DeskScreen): QueueState | undefined =>
    today.data?.queues.find(({ queue, count }) => queue === screen.queue && count > 0);
  const isLate = (state: QueueState): boolean =>
    today.data !== undefined && lateness(state, Date.parse(today.data.now)) === "late";
  return (
    <>
      <DeskBrand />
      <nav aria-label="Back office" className={styles["nav"]}>
        {SCREEN_GROUPS.map((group) => ({ group, own: screens.filter((screen) => screen.group === group) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => (
            <section key={group} aria-label={group}>
              <p className={styles["group"]}>{group}</p>
              <ul className={styles["items"]}>
                {own.map((screen) => {
                  const Icon = DESK_ICONS[screen.icon];
                  const state = waiting(screen);
                  return (
                    <li key={screen.to}>
                      <SiteLink
                        to={state === undefined ? screen.to : placeOf(screen)}
                        className={styles["item"]}
                        here={page === screen.to}
                        onClick={onGo}
                      >
                        <Icon size={16} />
                        <span>{screen.label}</span>
                        {state !== undefined && (
                          <span className={styles["count"]}>
                            {isLate(state) && <AlertIcon size={14} />}
                            {state.count}
                            <span className="visually-hidden"> waiting{isLate(state) && ", late"}</span>
                          </span>
                        )}
                      </SiteLink>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
      </nav>

      <Person leaving={leaving} onLogOut={onLogOut} onGo={onGo} />
    </>
  );
}
