import { useEffect, useRef } from "react";
import { isStaff } from "../session/staff-session.ts";
import { useSession } from "../session/session-store.ts";
import { shortName } from "../session/short-name.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { useStore } from "../store.ts";
import { buttonClass } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { CloseIcon, MenuIcon } from "../ui/icons.tsx";
import { Logo } from "../ui/logo.tsx";
import { SchemeSwitch, SchemeToggle } from "../ui/scheme-switch.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { menuOpen } from "./menu-store.ts";
import styles from "./header.module.css";

const PAGES = [
  { to: "/buy-sell", label: "Buy/Sell" },
  { to: "/basics", label: "Crypto Basics" },
  { to: "/support", label: "Support" },
] as const;

interface AccountLinksProps {
  readonly className?: string | undefined;
  /** Called when one of the links is followed. */
  readonly onLink?: () => void;
  /** Sign up has a place of its own. */
  readonly withoutSignUp?: boolean;
}

/** Guests: Log in and Sign up. Signed in: the dashboard under one's first name, and Log out. */
function AccountLinks({ className, onLink, withoutSignUp = false }: AccountLinksProps) {
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  if (session === null) {
    return (
      <div className={classNames(styles["account"], className)}>
        <SiteLink to="/login" className={styles["link"]} onClick={onLink}>
          Log in
        </SiteLink>
        {!withoutSignUp && (
          <SiteLink to="/register" className={buttonClass("accent")}>
            Sign up
          </SiteLink>
        )}
      </div>
    );
  }
  return (
    <div className={classNames(styles["account"], className)}>
      <SiteLink
        to={isStaff(session) ? "/teamaccess" : "/dashboard"}
        className={classNames(styles["link"], styles["own"])}
        onClick={onLink}
      >
        <span className="visually-hidden">{isStaff(session) ? "Back office of " : "Dashboard of "}</span>
        {shortName(session.user.first_name)}
      </SiteLink>
      <button type="button" className={styles["link"]} onClick={logOut} aria-busy={leaving || undefined}>
        Log out
      </button>
    </div>
  );
}

/** The compact menu opens without any script, too. */
function CompactMenu() {
  const open = useStore(menuOpen, false);
  const menu = useRef<HTMLDetailsElement>(null);
  /** The link of the page one is on leads nowhere else, so no navigation closes the menu for it. */
  const close = (): void => {
    // The browser opens it by itself, and says so only later: what is stored may not know of it yet.
    if (menu.current !== null) menu.current.open = false;
    menuOpen.set(false);
    menu.current?.querySelector("summary")?.focus();
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && menu.current?.open === true) close();
    };
    const onPointer = (event: PointerEvent): void => {
      if (event.target instanceof Node && menu.current?.contains(event.target) === false) menuOpen.set(false);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
    };
  }, []);

  return (
    <details
      ref={menu}
      className={styles["compact"]}
      open={open}
      onToggle={(event) => menuOpen.set(event.currentTarget.open)}
    >
      <summary className={styles["summary"]}>
        <span className={styles["closed"]}>
          <MenuIcon size={24} />
        </span>
        <span className={styles["opened"]}>
          <CloseIcon size={24} />
        </span>
        <span className="visually-hidden">Menu</span>
      </summary>
      <div className={styles["panel"]}>
        <nav aria-label="Pages" className={styles["panelLinks"]}>
          {PAGES.map(({ to, label }) => (
            <SiteLink key={to} to={to} className={styles["panelLink"]} onClick={close}>
              {label}
            </SiteLink>
          ))}
        </nav>
        <AccountLinks className={styles["panelAccount"]} onLink={close} withoutSignUp />
        <SchemeSwitch />
      </div>
    </details>
  );
}

/** On a phone Sign up is in reach without opening the menu. */
function CompactSignUp() {
  if (useSession() !== null) return null;
  return (
    <SiteLink to="/register" className={classNames(buttonClass("accent"), styles["signUp"])}>
      Sign up
    </SiteLink>
  );
}

/** The public header. Over a page's petrol field it lies transparent. */
export function Header({ onHero }: { readonly onHero: boolean }) {
  return (
    <header className={classNames(styles["header"], onHero && styles["onHero"])}>
      <div className={styles["inner"]}>
        <SiteLink to="/" className={styles["home"]}>
          <Logo />
        </SiteLink>
        <nav aria-label="Pages" className={styles["pages"]}>
          {PAGES.map(({ to, label }) => (
            <SiteLink key={to} to={to} className={styles["link"]}>
              {label}
            </SiteLink>
          ))}
        </nav>
        <div className={styles["wide"]}>
          <SchemeToggle />
          <AccountLinks />
        </div>
        <CompactSignUp />
        <CompactMenu />
      </div>
    </header>
  );
}
