import { useBrand } from "../brand/brand.tsx";
import { usePageYear } from "../brand/page-year.ts";
import { RegulatorLine } from "../brand/regulator-line.tsx";
import { Logo } from "../ui/logo.tsx";
import { SchemeSwitch } from "../ui/scheme-switch.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./footer.module.css";

const PAGES = [
  { to: "/about-us", label: "About" },
  { to: "/support", label: "Support" },
  { to: "/affiliate-partnership", label: "Affiliate Partnership" },
  { to: "/security", label: "Security" },
  { to: "/buy-sell", label: "Buy Cryptocurrencies" },
  { to: "/proof-of-liabilities", label: "What we owe" },
  { to: "/otc-desk", label: "OTC desk" },
  { to: "/terms-of-service", label: "Terms of Service" },
  { to: "/aml", label: "AML" },
  { to: "/privacy-policy", label: "Privacy policy" },
] as const;

/** The public footer. All links open where one is, the payment provider's apart. */
export function Footer() {
  const brand = useBrand();
  const year = usePageYear();
  return (
    <footer className={styles["footer"]}>
      <div className={styles["inner"]}>
        <div className={styles["brand"]}>
          <Logo />
          <RegulatorLine className={styles["line"]} />
        </div>
        <nav aria-label="More pages" className={styles["pages"]}>
          {PAGES.map(({ to, label }) => (
            <SiteLink key={to} to={to} className={styles["link"]}>
              {label}
            </SiteLink>
          ))}
        </nav>
        <div className={styles["foot"]}>
          <p className={styles["copyright"]}>
            © 2020–<span suppressHydrationWarning>{year}</span> {brand.name}
          </p>
          <a
            className={styles["provider"]}
            href="https://transak.com"
            target="_blank"
            rel="noopener noreferrer"
            aria-label="Transak, card payments (opens in a new tab)"
          >
            <svg viewBox="0 0 132 32" width="132" height="32" aria-hidden="true" focusable="false">
              <rect
                x=".75"
                y="5.75"
                width="29"
                height="20.5"
                rx="3"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
              />
              <path d="M.75 11.5h29M5 20.5h7" stroke="currentColor" strokeWidth="2.5" />
              <text x="40" y="21.5" fill="currentColor" fontSize="16" fontWeight="600">
                Transak
              </text>
            </svg>
          </a>
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
