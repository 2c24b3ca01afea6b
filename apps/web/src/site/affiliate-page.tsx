import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useBrand } from "../brand/brand.tsx";
import { Band } from "./band.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./affiliate-page.module.css";

/** A path from a link to a record, in four stops; the sentences below say the same. */
function PathDrawing() {
  return (
    <svg
      viewBox="0 0 480 220"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d="M40 180C120 180 100 40 190 40s80 140 160 140 70-60 90-92"
        stroke="var(--hero-muted)"
        strokeDasharray="2 6"
        strokeLinecap="round"
      />
      <g fill="var(--hero)">
        <circle cx="40" cy="180" r="18" />
        <circle cx="190" cy="40" r="18" />
        <circle cx="350" cy="180" r="18" />
      </g>
      <circle cx="440" cy="88" r="22" fill="var(--accent)" stroke="none" />
      <path
        d="m430 88 7 7 13-14"
        stroke="var(--on-accent)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g fill="currentColor" stroke="none" fontSize="17" fontWeight="600" textAnchor="middle">
        <text x="40" y="186">
          1
        </text>
        <text x="190" y="46">
          2
        </text>
        <text x="350" y="186">
          3
        </text>
      </g>
    </svg>
  );
}

const EXAMPLE_RECORDS = [
  { client: "Ada E.", date: "2026/03/14", type: "Exchange", gave: "500.00 AUD", got: "0.00309375 BTC" },
  { client: "Ben E.", date: "2026/03/12", type: "Exchange", gave: "0.05000000 BTC", got: "7,920.00 AUD" },
  { client: "Ada E.", date: "2026/03/09", type: "Deposit", gave: "500.00 AUD", got: "500.00 AUD" },
] as const;

/** How partnership works, what a partner sees, and what is expected. */
export function AffiliatePage() {
  const brand = useBrand();
  return (
    <>
      <PageHero
        seed="site.affiliate"
        title="Affiliate partnership"
        lead={`Recommend ${brand.name} to people who would use it anyway, and see what comes of it, transaction by transaction.`}
        actions={
          <SiteLink to="/support" className={buttonClass("accent")}>
            Ask to become a partner
          </SiteLink>
        }
        beside={<PathDrawing />}
      />
      <Band title="How it works" lead="The numbers are those of the drawing.">
        <ol className={styles["stops"]}>
          <li>
            <strong>You get a link of your own,</strong> and a QR code of it, in your dashboard.
          </li>
          <li>
            <strong>Somebody signs up through it.</strong> The account is bound to you once and for good; a
            second link changes nothing.
          </li>
          <li>
            <strong>They get verified and trade,</strong> at the same rates and fees as everybody else. Your
            link never makes anything dearer for them.
          </li>
          <li>
            <strong>Your board shows it.</strong> Each transaction becomes a record, and the records are what
            your reward is reckoned from.
          </li>
        </ol>
      </Band>
      <Band
        title="What a partner sees"
        tone="surface"
        layout="stacked"
        lead="The partners board, with made-up people."
      >
        <div
          className={styles["board"]}
          role="region"
          aria-label="Example of the partners board"
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Date</th>
                <th scope="col">Type</th>
                <th scope="col">Gave</th>
                <th scope="col">Got</th>
              </tr>
            </thead>
            <tbody>
              {EXAMPLE_RECORDS.map((record) => (
                <tr key={record.date}>
                  <td>{record.client}</td>
                  <td>{record.date}</td>
                  <td>{record.type}</td>
                  <td>{record.gave}</td>
                  <td>{record.got}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Band>
      <Band title="What is agreed" tone="sunken">
        <dl className={styles["terms"]}>
          <div>
            <dt>The reward</dt>
            <dd>
              Agreed with each partner in writing before the link is given out. There is no public rate card.
            </dd>
          </div>
          <div>
            <dt>Honest words</dt>
            <dd>
              Say that you are a partner. No promises of profit, no pressure, nothing that we do not say
              ourselves.
            </dd>
          </div>
          <div>
            <dt>Your own account</dt>
            <dd>Nobody can refer themselves. Such sign-ups go through as ordinary ones.</dd>
          </div>
          <div>
            <dt>Their privacy</dt>
            <dd>
              You see names, addresses and transactions of those who came through your link, to reckon with
              and for nothing else. They are told so when they sign up.
            </dd>
          </div>
          <div>
            <dt>The end</dt>
            <dd>Either side may end it at any time. What was earned until then is paid.</dd>
          </div>
        </dl>
      </Band>
    </>
  );
}
