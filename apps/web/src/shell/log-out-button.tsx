import styles from "./log-out-button.module.css";

interface LogOutButtonProps {
  /** The call is under way. */
  readonly leaving: boolean;
  readonly onLogOut: () => void;
}

/** The way out, on a dark ground next to the name of who is logged in. */
export function LogOutButton({ leaving, onLogOut }: LogOutButtonProps) {
  return (
    <button type="button" className={styles["button"]} onClick={onLogOut} aria-busy={leaving || undefined}>
      Log out
    </button>
  );
}
