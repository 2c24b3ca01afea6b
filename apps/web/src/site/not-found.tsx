import { SiteLink } from "../ui/site-link.tsx";
import styles from "./not-found.module.css";
import { PageHero } from "./page-hero.tsx";

/** Content at an address that leads nowhere: the problem, and ways on. */
export function NotFound() {
  return (
    <PageHero
      seed="site.not-found"
      title="Page not found"
      lead="Check the address, or start again from one of these pages. Your account isn’t affected."
      actions={
        <nav aria-label="Other pages" className={styles["ways"]}>
          <ul>
            <li>
              <SiteLink to="/">Home, with today’s rates</SiteLink>
            </li>
            <li>
              <SiteLink to="/buy-sell">What it costs to buy and sell</SiteLink>
            </li>
            <li>
              <SiteLink to="/basics">What bitcoin is</SiteLink>
            </li>
            <li>
              <SiteLink to="/support">Contact support</SiteLink>
            </li>
          </ul>
        </nav>
      }
      overLines
      companion={<div className={styles["figure"]} aria-hidden="true" />}
    />
  );
}
