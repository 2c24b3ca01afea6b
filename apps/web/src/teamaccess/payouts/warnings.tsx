import styles from "./payouts.module.css";

/** What to look at in a payment, one under the other; nothing where nothing is. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles["warnings"]}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
