import { buttonClass } from "../ui/button.tsx";
import tableStyles from "../ui/data-table.module.css";
import { SiteLink } from "../ui/site-link.tsx";
import { useBrand } from "../brand/brand.tsx";
import { Band } from "./band.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./affiliate-page.module.css";

/** A path from a link to a record, in the four stops of the list below. */
const STOPS = [
  { words: "Your link", x: 52, y: 168, wordsY: 214 },
  { words: "They sign up", x: 178, y: 76, wordsY: 42 },
  { words: "They trade", x: 306, y: 168, wordsY: 214 },
  { words: "Your board", x: 424, y: 76, wordsY: 42 },
] as const;

function PathDrawing() {
  return (
    <svg viewBox="0 0 480 228" fill="none" strokeWidth="1.5" aria-hidden="true" focusable="false">
      <path
        d="M52 168c74 0 52-92 126-92s54 92 128 92 44-92 118-92"
        stroke="var(--hero-muted)"
        strokeDasharray="2 6"
        strokeLinecap="round"
      />
      <g fontSize="20" fontWeight="600" textAnchor="middle" fill="currentColor">
        {STOPS.map(({ words, x, y, wordsY }, place) => {
          const isEnd = place === STOPS.length - 1;
          return (
            <g key={words}>
              <circle
                cx={x}
                cy={y}
                r="20"
                fill={isEnd ? "var(--accent)" : "var(--hero)"}
                stroke={isEnd ? "none" : "currentColor"}
              />
              <text x={x} y={y + 7} fill={isEnd ? "var(--on-accent)" : undefined}>
                {place + 1}
              </text>
              <text x={x} y={wordsY}>
                {words}
              </text>
            </g>
          );
        })}
      </g>
    </svg>
  );
}

/** A table of the public pages: plain elements in the looks of the dashboard's. */
const BOARD: readonly { readonly title: string; readonly align?: string | undefined }[] = [
  { title: "Client" },
  { title: "Date" },
  { title: "Transaction" },
  { title: "Paid", align: tableStyles["figures"] },
  { title: "Received", align: tableStyles["figures"] },
];

const EXAMPLE_RECORDS = [
  ["Ada E.", "2026/03/14", "Bought BTC", "500.00 AUD", "0.00309375 BTC"],
  ["Ben E.", "2026/03/12", "Sold BTC", "0.05000000 BTC", "7,920.00 AUD"],
  ["Ada E.", "2026/03/09", "Deposited AUD", "", "500.00 AUD"],
] as const;

function ExampleBoard() {
  return (
    <div className={tableStyles["wrap"]}>
      <table className={tableStyles["table"]}>
        <caption className="visually-hidden">Example of the partners board</caption>
        <thead>
          <tr>
            {BOARD.map(({ title, align }) => (
              <th key={title} scope="col" className={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {EXAMPLE_RECORDS.map((record) => (
            <tr key={record[1]}>
              {BOARD.map(({ title, align }, index) => (
                <td key={title} data-title={title} className={align}>
                  {record[index] === "" ? <span data-none>–</span> : record[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How partnership works, what a partner sees, and what is expected. */
export function AffiliatePage() {
  const brand = useBrand();
  return (
    <>
      <PageHero
        seed="site.affiliate"
        title="Affiliate partnership"
        lead={`Recommend ${brand.name}. We’ll agree your reward together.`}
        actions={
          <SiteLink to="/support" className={buttonClass("accent")}>
            Ask to become a partner
          </SiteLink>
        }
        companion={<PathDrawing />}
      />
      <Band title="How it works">
        <ol className={styles["stops"]}>
          <li>
            <strong>You get your own link,</strong> and a QR code, in your dashboard.
          </li>
          <li>
            <strong>Someone signs up with it.</strong> They’re linked to you for good. Another partner’s link
            changes nothing.
          </li>
          <li>
            <strong>They verify and trade,</strong> at the same rates and fees as everyone else. Your link
            never costs them more.
          </li>
          <li>
            <strong>Your board shows it.</strong> You see each of their deposits and exchanges, with amounts
            and times.
          </li>
        </ol>
      </Band>
      <Band
        title="What a partner sees"
        tone="surface"
        layout="stacked"
        lead="The partners board, with made-up people."
      >
        <ExampleBoard />
      </Band>
      <Band title="What we agree" tone="sunken">
        <dl className={styles["terms"]}>
          <div>
            <dt>The reward</dt>
            <dd>
              We’ll agree it together. The board shows what your referrals do. It doesn’t calculate or pay
              rewards.
            </dd>
          </div>
          <div>
            <dt>Honest advertising</dt>
            <dd>
              Say that you’re a partner. No promises of profit, no pressure, nothing we wouldn’t say
              ourselves.
            </dd>
          </div>
          <div>
            <dt>Your own account</dt>
            <dd>You can’t refer yourself. We treat those sign-ups like any other.</dd>
          </div>
          <div>
            <dt>Their privacy</dt>
            <dd>
              You see the names, email addresses and transactions of your referrals. We tell them before they
              sign up. Only use this for your reward.
            </dd>
          </div>
        </dl>
      </Band>
    </>
  );
}
