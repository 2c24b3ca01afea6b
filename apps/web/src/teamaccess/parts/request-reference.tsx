import styles from "./parts.module.css";

/** What support finds a failed call by; nothing where no answer of ours came. */
export function RequestReference({ id }: { readonly id: string | undefined }) {
  return (
    id !== undefined && id !== "" && <small className={styles["request"]}>Request reference: {id}</small>
  );
}
