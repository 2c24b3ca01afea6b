import styles from "./parts.module.css";

/** Reference of a failed call for support; nothing if no answer of ours came. */
export function RequestReference({ id }: { readonly id: string | undefined }) {
  return (
    id !== undefined && id !== "" && <small className={styles["request"]}>Request reference: {id}</small>
  );
}
