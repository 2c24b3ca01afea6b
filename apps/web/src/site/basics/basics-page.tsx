import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { Band } from "../band.tsx";
import { PageHero } from "../page-hero.tsx";
import styles from "./basics-page.module.css";
import { BlocksDrawing, KeyDrawing, LedgerDrawing, PartsDrawing, SupplyDrawing } from "./drawings.tsx";

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly drawing: ReactNode;
  readonly text: ReactNode;
}

const CHAPTERS: readonly Chapter[] = [
  {
    id: "ledger",
    title: "Bitcoin is a list that everyone keeps",
    drawing: <LedgerDrawing />,
    text: (
      <>
        <p>
          A bank keeps a list of who has how much, and you trust the bank to get it right. Bitcoin is a list
          like that without the bank: thousands of computers all over the world keep the same copy, and
          compare.
        </p>
        <p>
          To change the list in your favour, you’d have to change most of the copies at once. No one has
          managed to since it began in January 2009.
        </p>
      </>
    ),
  },
  {
    id: "keys",
    title: "Owning bitcoin means holding a key",
    drawing: <KeyDrawing />,
    text: (
      <>
        <p>
          The list has no names, only addresses: long numbers, like letter boxes that anyone can put something
          into. Each opens with one private key, a number so large that no one can guess it.
        </p>
        <p>
          Anyone with the key has the coins. No one can cut you a new one, so the keys to large sums are kept
          offline, in <b>cold wallets</b>. If you buy here, we keep the keys. You keep your password.
        </p>
      </>
    ),
  },
  {
    id: "blocks",
    title: "Payments are written down in blocks",
    drawing: <BlocksDrawing />,
    text: (
      <>
        <p>
          About every ten minutes, new payments are gathered on a new page of the list, a <b>block</b>. Each
          block has the seal of the one before it. To change an old payment, you’d have to remake every seal
          after it, and making one takes a great deal of computing.
        </p>
        <p>
          The people who do this computing are called <b>miners</b>. They’re paid in new coins and fees. It
          takes a lot of electricity, and people argue about whether it’s worth it.
        </p>
      </>
    ),
  },
  {
    id: "parts",
    title: "You don’t have to buy a whole one",
    drawing: <PartsDrawing />,
    text: (
      <>
        <p>
          A bitcoin has eight decimals. The smallest part, 0.00000001, is called a <b>satoshi</b>, after the
          name its unknown inventor used. A hundred dollars buys a fraction of a coin, and a fraction is as
          good as a whole one.
        </p>
        <p>
          That’s why amounts here show eight decimals. What you get is rounded down to the last satoshi, never
          further.
        </p>
      </>
    ),
  },
  {
    id: "supply",
    title: "There will be 21 million",
    drawing: <SupplyDrawing />,
    text: (
      <>
        <p>
          New coins only come from new blocks, and about every four years each block brings half as many. More
          than nine tenths of all bitcoin already exist. The last will come around the year 2140.
        </p>
        <p>
          Some people compare this to gold. It’s a reason bitcoin may be worth something, not a promise of how
          much.
        </p>
      </>
    ),
  },
];

const WORDS = [
  ["Address", "Where coins can be sent. Safe to share."],
  ["Block", "A page of the list: about ten minutes of payments, sealed."],
  ["Cold wallet", "Keys kept on something that never touches the internet."],
  [
    "Ether",
    "The currency of Ethereum, another shared list, which also runs small programs. It has no limit and 18 decimals. Here it trades with eight.",
  ],
  ["Exchange rate", "What one coin is worth in your money right now."],
  ["Fee", "What we take for an exchange: a percentage, always shown separately."],
  ["Private key", "The secret number that moves coins. Anyone who has it has them."],
  ["Satoshi", "The smallest part of a bitcoin: 0.00000001."],
  ["Volatility", "How much a price swings. Bitcoin’s swings a lot."],
  [
    "Wallet",
    "What holds keys: a program, a device, a sheet of paper, or an account with someone who does it for you.",
  ],
] as const;

/** Bitcoin in plain words and a few drawings. */
export function BasicsPage() {
  return (
    <>
      <PageHero
        seed="site.basics"
        title="What bitcoin is"
        lead="In plain words and five drawings. Ten minutes, and no need to sign up."
        actions={
          <nav aria-label="Chapters">
            <ol className={styles["chapters"]}>
              {CHAPTERS.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
        }
      />
      {CHAPTERS.map(({ id, title, drawing, text }) => (
        <section key={id} id={id} className={styles["chapter"]} aria-labelledby={`${id}-title`}>
          <div className={styles["spread"]}>
            <h2 id={`${id}-title`}>{title}</h2>
            <div className={styles["drawing"]}>{drawing}</div>
            <div className={styles["text"]}>{text}</div>
          </div>
        </section>
      ))}
      <Band title="What can go wrong" tone="sunken" id="risk">
        <ul className={styles["risks"]}>
          <li>
            <strong>The price falls.</strong> It has lost more than half its value within a year, more than
            once. Don’t put in money you need for rent, or money you’ve borrowed.
          </li>
          <li>
            <strong>Someone talks you into it.</strong> Guaranteed gains, new friends with tips, authorities
            that want to be paid in bitcoin: these are all scams. You can’t call a payment back.
          </li>
          <li>
            <strong>The key is lost or stolen.</strong> With your own wallet, that’s up to you. With an
            account like ours, it’s up to the business you choose, so choose with care.{" "}
            <SiteLink to="/security">this is how we do it</SiteLink>.
          </li>
          <li>
            <strong>The tax office asks.</strong> Selling at a gain is taxed in most countries. Your history
            shows each exchange with its rate, fee and time.
          </li>
        </ul>
      </Band>
      <Band title="Glossary" lead="Ten words you’ll come across.">
        <dl className={styles["words"]}>
          {WORDS.map(([word, meaning]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Band>
      <Band title="What next?" tone="surface" layout="stacked">
        <div className={styles["next"]}>
          <p>
            See <SiteLink to="/buy-sell">what it costs</SiteLink> and how we hold a rate while you decide.
            Then, if you want to, start small.
          </p>
          <SiteLink to="/register" className={buttonClass("accent")}>
            Sign up
          </SiteLink>
        </div>
      </Band>
    </>
  );
}
