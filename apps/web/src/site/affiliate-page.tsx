import { buttonClass } from "../ui/button.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
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

interface ExampleRecord {
  readonly client: string;
  readonly date: string;
  readonly type: string;
  readonly gave: string;
  readonly got: string;
}

const EXAMPLE_RECORDS: readonly ExampleRecord[] = [
  { client: "Ada E.", date: "2026/03/14", type: "Exchange", gave: "500.00 AUD", got: "0.00309375 BTC" },
  { client: "Ben E.", date: "2026/03/12", type: "Exchange", gave: "0.05000000 BTC", got: "7,920.00 AUD" },
  { client: "Ada E.", date: "2026/03/09", type: "Deposit", gave: "500.00 AUD", got: "500.00 AUD" },
];

const BOARD: readonly Column<ExampleRecord>[] = [
  { key: "client", title: "Client", cell: ({ client }) => client },
  { key: "date", title: "Date", cell: ({ date }) => date },
  { key: "type", title: "Type", cell: ({ type }) => type },
  { key: "gave", title: "Gave", figures: true, cell: ({ gave }) => gave },
  { key: "got", title: "Got", figures: true, cell: ({ got }) => got },
];

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
      <Band title="How it works">
        <ol className={styles["stops"]}>
          <li>
            <strong>You get a link of your own,</strong> and a QR code of it, in your dashboard.
          </li>
          <li>
            <strong>Someone signs up through it.</strong> The account is bound to you once and for good; a
            second link changes nothing.
          </li>
          <li>
            <strong>They get verified and trade,</strong> at the same rates and fees as everyone else. Your
            link never costs them more.
          </li>
          <li>
            <strong>Your board shows it.</strong> Each deposit and exchange of theirs becomes a record with
            its amounts and time.
          </li>
        </ol>
      </Band>
      <Band
        title="What a partner sees"
        tone="surface"
        layout="stacked"
        lead="The partners board, with made-up people."
      >
        <DataTable
          caption="Example of the partners board"
          columns={BOARD}
          rows={EXAMPLE_RECORDS}
          rowKey={(record) => record.date}
        />
      </Band>
      <Band title="What is agreed" tone="sunken">
        <dl className={styles["terms"]}>
          <div>
            <dt>The reward</dt>
            <dd>
              Agreed with each partner. The board shows what your referrals do; it does not calculate or pay
              rewards.
            </dd>
          </div>
          <div>
            <dt>Honest advertising</dt>
            <dd>
              Say that you are a partner. No promises of profit, no pressure, nothing we would not say
              ourselves.
            </dd>
          </div>
          <div>
            <dt>Your own account</dt>
            <dd>No one can refer themselves. Such sign-ups are treated as ordinary ones.</dd>
          </div>
          <div>
            <dt>Their privacy</dt>
            <dd>
              You see the names, email addresses and transactions of those who came through your link. We tell
              them before they sign up. Use it for your reward and for nothing else.
            </dd>
          </div>
        </dl>
      </Band>
    </>
  );
}
