import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./settings-list.module.css";

/** One setting: what it is now, and how it is changed: by a form in the place of its row, or on another page. */
export interface Setting {
  readonly label: string;
  /** A link with it as its hash opens the form. */
  readonly id?: string;
  readonly value: ReactNode;
  /** Content in place of the row. */
  readonly form?: ReactNode;
  /** Label of the button; 'Change' unless given. */
  readonly action?: ReactNode;
  /** Page on which it is changed instead. */
  readonly to?: string;
}

/** Settings as rows; one is open at a time, at first the one that the address names. Escape closes it, and the focus is back where it was. */
export function SettingsList({
  label,
  settings,
}: {
  readonly label: string;
  readonly settings: readonly Setting[];
}) {
  const location = useLocation();
  const [open, setOpen] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const returnTo = useRef<string>(undefined);

  useEffect(() => {
    const named = location.hash === "" ? undefined : settings.find(({ id }) => id === location.hash);
    if (named !== undefined) setOpen(named.label);
    // Each time that such a link is followed, not each time that the settings are drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [location]);

  useEffect(() => {
    if (open !== undefined) {
      list.current?.querySelector<HTMLElement>("[data-open] :is(input, select, textarea, button)")?.focus();
    } else if (returnTo.current !== undefined) {
      list.current?.querySelector<HTMLElement>(`[data-setting="${returnTo.current}"]`)?.focus();
      returnTo.current = undefined;
    }
  }, [open]);

  const close = (): void => {
    returnTo.current = open;
    setOpen(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    // A dialog that the form opens is not in the list, though what is pressed in it arrives here.
    const isHere = event.target instanceof Node && list.current?.contains(event.target);
    if (event.key === "Escape" && open !== undefined && isHere && !event.defaultPrevented) close();
  };

  return (
    <Card>
      {/* Escape is heard wherever the focus is within an open form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} className={styles["settings"]} aria-label={label} onKeyDown={press}>
        {settings.map((setting) =>
          open === setting.label ? (
            <li key={setting.label} className={styles["open"]} data-open="">
              <div className={styles["openHead"]}>
                <h3>{setting.label}</h3>
                <button type="button" className={styles["way"]} onClick={close}>
                  Close
                </button>
              </div>
              {setting.form}
            </li>
          ) : (
            <li key={setting.label} className={styles["row"]}>
              <span className={styles["label"]}>{setting.label}</span>
              <span className={styles["value"]}>{setting.value}</span>
              <Way setting={setting} onOpen={() => setOpen(setting.label)} />
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

function Way({ setting, onOpen }: { readonly setting: Setting; readonly onOpen: () => void }) {
  const { label, form, to, action = "Change" } = setting;
  const words = (
    <>
      {action}
      <span className="visually-hidden"> {label}</span>
    </>
  );
  if (to !== undefined) {
    return (
      <SiteLink to={to} className={styles["way"]}>
        {words}
      </SiteLink>
    );
  }
  return form === undefined ? null : (
    <button
      type="button"
      className={styles["way"]}
      data-setting={label}
      aria-expanded={false}
      onClick={onOpen}
    >
      {words}
    </button>
  );
}
