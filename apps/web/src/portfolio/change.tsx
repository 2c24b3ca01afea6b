import { isNegative, isZero } from "@wattle/exchange-core/decimal";
import { classNames } from "../ui/class-names.ts";
import { DownIcon, UpIcon } from "../ui/icons.tsx";
import styles from "./portfolio.module.css";

/** A figure that rose or fell: by sign, icon and colour; nothing is in ink. `by` is the plain decimal, `children` what is shown of it. */
export function Change({
  by,
  icon = false,
  children,
}: {
  readonly by: string;
  readonly icon?: boolean;
  readonly children: string;
}) {
  const lost = isNegative(by);
  if (isZero(by)) return <span className={styles["change"]}>{children}</span>;
  return (
    <span className={classNames(styles["change"], lost ? styles["loss"] : styles["gain"])}>
      {icon && (lost ? <DownIcon size={10} /> : <UpIcon size={10} />)}
      {children}
    </span>
  );
}
