import { useEffect, useRef } from "react";
import { useSession } from "../../session/session-store.ts";
import { shortName } from "../../session/short-name.ts";
import { useLogOut } from "../../session/use-log-out.ts";
import { useStore } from "../../store.ts";
import { buttonClass } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { CloseIcon, MenuIcon } from "../icons.tsx";
import { Logo } from "../logo.tsx";
import { SchemeSwitch, SchemeToggle } from "../scheme-switch.tsx";
import { SiteLink } from "../site-link.tsx";
import { menuOpen } from "./menu-store.ts";
import styles from "./header.module.css";

const PAGES = [
  { to: "/buy-sell", label: "Buy/Sell" },
  { to: "/basics", label: "Crypto Basics" },
  { to: "/support", label: "Support" },
] as const;

/** Guests: Log in and Sign up. Signed in: the dashboard under one's first name, and Log out. */
function AccountLinks({ className }: { readonly className?: string | undefined }) {
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  if (session === null) {
    return (
      <div className={classNames(styles["account"], className)}>
        <SiteLink to="/login" className={styles["link"]}>
          Log in
        </SiteLink>
        <SiteLink to="/register" className={buttonClass("accent")}>
          Sign up
        </SiteLink>
      </div>
    );
  }
  return (
    <div className={classNames(styles["account"], className)}>
      <button type="button" className={styles["link"]} onClick={logOut} aria-busy={leaving || undefined}>
        Log out
      </button>
      <SiteLink to="/dashboard" className={buttonClass("accent")}>
        <span className="visually-hidden">Dashboard of </span>
        {shortName(session.user.first_name)}
      </SiteLink>
    </div>
  );
}

/** The compact menu opens without any script, too. */
function CompactMenu() {
  const open = useStore(menuOpen, false);
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      menuOpen.set(false);
      menu.current?.querySelector("summary")?.focus();
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
  }, [open]);

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
            <SiteLink key={to} to={to} className={styles["panelLink"]}>
              {label}
            </SiteLink>
          ))}
        </nav>
        <AccountLinks className={styles["panelAccount"]} />
        <SchemeSwitch />
      </div>
    </details>
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
        <CompactMenu />
      </div>
    </header>
  );
}
