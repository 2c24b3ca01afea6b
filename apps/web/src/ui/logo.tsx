import { DEFAULT_LOGO_SVG } from "@wattle/contracts/brand-page";
import { useBrand } from "../brand/brand.tsx";
import styles from "./logo.module.css";

/** The brand's logo, or the drawn mark and the name. */
export function Logo() {
  const brand = useBrand();
  return (
    <span className={styles["logo"]}>
      <span
        className={styles["mark"]}
        aria-hidden="true"
        suppressHydrationWarning
        // The mark comes from the operator's own settings, never from a visitor.
        dangerouslySetInnerHTML={{ __html: brand.logoSvg ?? DEFAULT_LOGO_SVG }}
      />
      <span translate="no">{brand.name}</span>
    </span>
  );
}
