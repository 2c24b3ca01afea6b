import { useBrand } from "../brand/brand.tsx";
import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./security-page.module.css";

/** Two stores: the larger has no line to the network. */
function StoresDrawing() {
  return (
    <svg
      viewBox="0 0 640 250"
      role="img"
      aria-labelledby="stores-title stores-text"
      className={styles["stores"]}
    >
      <title id="stores-title">Cold and hot storage</title>
      <desc id="stores-text">
        A large store of cold wallets that is not connected to the network, and a small hot wallet that is.
      </desc>
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <rect x="2" y="20" width="300" height="190" rx="10" strokeWidth="2.5" />
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <rect
            key={index}
            x={26 + (index % 3) * 88}
            y={50 + Math.floor(index / 3) * 76}
            width="72"
            height="54"
            rx="4"
          />
        ))}
        <rect x="440" y="72" width="92" height="86" rx="10" strokeWidth="2.5" />
        <path d="M536 115h60" />
        <circle cx="616" cy="115" r="18" />
        <path d="M598 115h36M616 97c-12 11-12 25 0 36M616 97c12 11 12 25 0 36" />
      </g>
      <g fill="currentColor">
        <text x="152" y="236" textAnchor="middle">
          Cold: most coins, offline
        </text>
        <text x="486" y="184" textAnchor="middle">
          Hot: connected
        </text>
      </g>
    </svg>
  );
}

/** A held rate as a slip, each part named. */
function SignedRate() {
  return (
    <dl className={styles["signed"]}>
      <div>
        <dt>Pair and rate</dt>
        <dd>Which currency into which, at how much for one unit, before the fee.</dd>
      </div>
      <div>
        <dt>Fee and limits</dt>
        <dd>The percentage, the smallest and the largest amount it holds for.</dd>
      </div>
      <div>
        <dt>For whom, until when</dt>
        <dd>Your account, and a time 45 seconds after it was made, by our clock.</dd>
      </div>
      <div>
        <dt>A number of its own</dt>
        <dd>So that it can be used once. Twice is refused by the database itself.</dd>
      </div>
      <div>
        <dt>Our signature</dt>
        <dd>
          Ed25519, made over all of the above. The public keys are{" "}
          <a href="/.well-known/jwks.json">published</a>; with them and your receipt anyone can check that a
          price was honoured.
        </dd>
      </div>
    </dl>
  );
}

/** How coins, money, details and sessions are kept, and what is up to the customer. */
export function SecurityPage() {
  const brand = useBrand();
  return (
    <>
      <PageHero
        seed="site.security"
        title="Security"
        lead="How we protect you, and what you can do."
        actions={
          <a
            href={`mailto:${brand.supportEmail}?subject=Security%20report`}
            className={buttonClass("accent")}
          >
            Report a vulnerability
          </a>
        }
      />
      <Band title="Coins" tone="surface">
        <div className={styles["coins"]}>
          <StoresDrawing />
          <p>
            Most crypto funds are in offline cold wallets. No one can send coins from an account here to a
            wallet elsewhere, not even its owner.
          </p>
        </div>
      </Band>
      <Band title="Money">
        <div className={styles["plain"]}>
          <p>
            Every movement is written in double-entry books: what leaves one account arrives in another, to
            the last cent and the eighth decimal. Entries can be added, never changed and never deleted; a
            mistake is corrected by a second entry that reverses the first. Every balance can be recomputed
            from them at any time.
          </p>
          <p>
            Withdrawals go only to bank accounts that you have added. For 24 hours after you add or change
            one, nothing is paid to it; for 24 hours after a password change, nothing is paid at all.
          </p>
        </div>
      </Band>
      <Band
        title="Prices"
        tone="sunken"
        lead="What you see for 45 seconds is not a number on a screen but a signed document. This is what it says."
      >
        <SignedRate />
      </Band>
      <Band title="You">
        <div className={styles["plain"]}>
          <p>
            Your personal details are encrypted where they are stored: your identity form, documents, phone
            number and bank accounts. Your name and email address are not, since signing in and writing to you
            need them. Each look at a document that you sent is recorded. Passwords are not stored: what is
            stored is an Argon2id hash, from which a password cannot be read back. Links that we mail work
            once and for an hour, and the session in your browser is out of reach of scripts.
          </p>
          <p>
            Anyone guessing passwords is slowed down and then stopped, whether or not the address exists. You
            can see every device that is signed in and sign it out, and a change of password signs out all the
            others.
          </p>
        </div>
      </Band>
      <Band title="What is up to you" tone="surface" layout="stacked">
        <ul className={styles["yours"]}>
          <li>
            <h3>One password for one place</h3>
            <p>Let a password manager make it and remember it. We refuse the most common ones.</p>
          </li>
          <li>
            <h3>Look at the address</h3>
            <p>
              It is <b>{brand.domain}</b>, and nothing before or after it. Type it, or use a bookmark, not a
              link in a message.
            </p>
          </li>
          <li>
            <h3>Never give your password away</h3>
            <p>
              We never ask for your password, never ask you to install anything, and never tell you to move
              money to safety. Anyone who does is a scammer.
            </p>
          </li>
          <li>
            <h3>Protect your email</h3>
            <p>
              Anyone who reads your mail can reset your password. Protect it as well as you protect this
              account.
            </p>
          </li>
        </ul>
      </Band>
      <Band title="Found something?" tone="sunken">
        <div className={styles["plain"]}>
          <p>
            Write to{" "}
            <a href={`mailto:${brand.supportEmail}?subject=Security%20report`}>{brand.supportEmail}</a> with
            what you did and what you saw. Please use your own accounts and money, leave other people’s data
            alone, and give us time to fix it before you tell others.
          </p>
          <p>
            If someone is in your account right now, do not write first: change your password, then{" "}
            <SiteLink to="/support">tell us</SiteLink>.
          </p>
        </div>
      </Band>
    </>
  );
}
