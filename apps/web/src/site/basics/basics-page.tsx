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
          A bank keeps a list of who has how much, and you trust the bank to keep it right. Bitcoin is such a
          list without the bank: thousands of computers all over the world keep the same copy, and compare.
        </p>
        <p>
          Who wants to change the list to their own favour would have to change most of the copies at once. No
          one has managed to since it began in January 2009.
        </p>
      </>
    ),
  },
  {
    id: "keys",
    title: "To own it is to hold a key",
    drawing: <KeyDrawing />,
    text: (
      <>
        <p>
          The list knows no names, only addresses: long numbers, like letter boxes that anyone may put
          something into. Each opens to one private key, a number so large that no one can guess it.
        </p>
        <p>
          Anyone who has the key has the coins. There is no office that cuts a new one, and that is why keys
          of large sums are kept offline, in <b>cold wallets</b>. If you buy here, keeping the keys is our
          work; what you keep is your password.
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
          About every ten minutes the payments made since are gathered on a new page of the list, a{" "}
          <b>block</b>. Each block carries the seal of the one before it. To change an old payment, every seal
          after it would have to be made again, and making one takes a great deal of computing.
        </p>
        <p>
          Those who do this computing are called <b>miners</b>. They are paid in new coins and in fees. It
          takes a lot of electricity, and people argue about whether it is worth it.
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
          name its unknown inventor used. A hundred dollars buy some fraction of a coin, and that fraction is
          as good as a whole one.
        </p>
        <p>
          That is why amounts here show eight decimals, and why we round in the open: what you get is rounded
          down to the last satoshi, never further.
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
          New coins come only from new blocks, and about every four years each block brings half as many as
          before. More than nine tenths of all the bitcoin there will ever be already exist; the last will
          take until about the year 2140.
        </p>
        <p>
          Some see in this what made gold valuable. It is a reason why bitcoin may be worth something; it is
          not a promise of what.
        </p>
      </>
    ),
  },
];

const WORDS = [
  ["Address", "Where coins can be sent. May be known by anyone."],
  ["Block", "A page of the list: the payments of about ten minutes, sealed."],
  ["Cold wallet", "Keys kept on something that is not connected to any network."],
  [
    "Ether",
    "The currency of another such list, Ethereum, which also runs small programs. No ceiling, 18 decimals; here it is traded with eight.",
  ],
  ["Exchange rate", "What one coin comes to in your money right now."],
  ["Fee", "What we take for an exchange: a percentage, shown as a line of its own."],
  ["Private key", "The secret number that moves coins. Anyone who has it has them."],
  ["Satoshi", "The smallest part of a bitcoin: 0.00000001."],
  ["Volatility", "How much a price swings. Bitcoin’s swings a lot."],
  [
    "Wallet",
    "What holds keys: a program, a device, a sheet of paper, or an account with someone who does it for you.",
  ],
] as const;

/** What bitcoin is, in plain words and a few drawings. */
export function BasicsPage() {
  return (
    <>
      <PageHero
        seed="site.basics"
        title="What bitcoin is"
        lead="In plain words and five drawings. Ten minutes, and nothing to sign up for."
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
            <strong>The price falls.</strong> It has lost more than half of its value within a year more than
            once. Do not put in what you need for rent, and nothing borrowed.
          </li>
          <li>
            <strong>Someone talks you into it.</strong> Guaranteed gains, new friends with tips, authorities
            that want to be paid in bitcoin: all of these are theft. A payment cannot be called back.
          </li>
          <li>
            <strong>The key is lost or stolen.</strong> With a wallet of your own that is on you. With an
            account like the one here it is on the business you chose, so choose with care;{" "}
            <SiteLink to="/security">this is how we do it</SiteLink>.
          </li>
          <li>
            <strong>The tax office asks.</strong> Selling at a gain is taxed in most countries. Your history
            here shows each exchange with its rate, its fee and its time.
          </li>
        </ul>
      </Band>
      <Band title="Glossary" lead="Ten words you will come across.">
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
            See <SiteLink to="/buy-sell">what it costs</SiteLink> and how a rate is held while you decide.
            Then, if you want, begin with a small amount.
          </p>
          <SiteLink to="/register" className={buttonClass("accent")}>
            Sign up
          </SiteLink>
        </div>
      </Band>
    </>
  );
}
