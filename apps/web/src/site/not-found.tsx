import { SiteLink } from "../ui/site-link.tsx";
import styles from "./not-found.module.css";
import { PageHero } from "./page-hero.tsx";

/** What is shown at an address that leads nowhere: what happened, and ways on. */
export function NotFound() {
  return (
    <PageHero
      seed="site.not-found"
      title="There is no page here"
      lead="The address may be mistyped, or the page may have moved. Nothing in your account is touched by this: balances and transactions are where they were."
      actions={
        <nav aria-label="Ways on" className={styles["ways"]}>
          <ul>
            <li>
              <SiteLink to="/">Home, with today’s rates</SiteLink>
            </li>
            <li>
              <SiteLink to="/buy-sell">What buying and selling costs</SiteLink>
            </li>
            <li>
              <SiteLink to="/basics">What bitcoin is</SiteLink>
            </li>
            <li>
              <SiteLink to="/support">Ask us where it went</SiteLink>
            </li>
          </ul>
        </nav>
      }
      beside={
        <p className={styles["figure"]} aria-hidden="true">
          404
        </p>
      }
    />
  );
}
