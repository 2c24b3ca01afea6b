import styles from "./parts.module.css";

/** A key's cap, next to what the key does; assistive technology knows keys otherwise. */
export const Key = ({ children }: { readonly children: string }) => (
  <kbd className={styles["key"]} aria-hidden="true">
    {children}
  </kbd>
);
