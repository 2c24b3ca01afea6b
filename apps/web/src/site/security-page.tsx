import type { ReactNode } from "react";
import { useBrand } from "../brand/brand.tsx";
import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { PageHero } from "./page-hero.tsx";
import {
  CodeDrawing,
  HoldDrawing,
  PasskeyDrawing,
  ProofDrawing,
  StoresDrawing,
  WaitDrawing,
} from "./security-drawings.tsx";
import styles from "./security-page.module.css";

/** A held rate as a slip, each part named. */
function SignedRate() {
  return (
    <dl className={styles["signed"]}>
      <div>
        <dt>Pair and rate</dt>
        <dd>Which currency you exchange for which, and the rate before our fee.</dd>
      </div>
      <div>
        <dt>Fee and limits</dt>
        <dd>Our percentage, and the smallest and largest amount.</dd>
      </div>
      <div>
        <dt>For whom, until when</dt>
        <dd>Your account only, for 45 seconds by our clock.</dd>
      </div>
      <div>
        <dt>A unique number</dt>
        <dd>So it can only be used once. Our database refuses a second time.</dd>
      </div>
      <div>
        <dt>Our signature</dt>
        <dd>
          Ed25519, over everything above. With your receipt and our{" "}
          <a href="/.well-known/jwks.json">published keys</a>, anyone can check that we kept our promise.
        </dd>
      </div>
    </dl>
  );
}

interface LockProps {
  readonly drawing: ReactNode;
  readonly title: string;
  /** Page of the link under the text, and its label. */
  readonly to?: string;
  readonly hash?: string;
  readonly more?: string;
  readonly children: ReactNode;
}

/** One thing that protects the account: its drawing, what it does, and where it is. */
function Lock({ drawing, title, to, hash, more, children }: LockProps) {
  return (
    <li>
      {drawing}
      <h3>{title}</h3>
      <p>{children}</p>
      {to !== undefined && (
        <SiteLink to={to} {...(hash !== undefined && { hash })}>
          {more}
        </SiteLink>
      )}
    </li>
  );
}

function YourAccount() {
  return (
    <Band
      title="Your account"
      lead="Two locks and a delay that you can use to stop a thief."
      tone="surface"
      layout="stacked"
    >
      <ul className={styles["locks"]}>
        <Lock
          drawing={<PasskeyDrawing />}
          title="A passkey instead of a password"
          to="/dashboard/security"
          hash="passkeys"
          more="Create a passkey"
        >
          Your fingerprint, face or screen lock opens your account. A false website can’t use it.
        </Lock>
        <Lock
          drawing={<CodeDrawing />}
          title="Two-step login"
          to="/dashboard/security"
          hash="two-step-login"
          more="Turn on two-step login"
        >
          A code from your authenticator app as well as your password. Recovery codes work once each.
        </Lock>
        <Lock
          drawing={<HoldDrawing />}
          title="Time to notice"
          to="/dashboard/bank-account"
          more="See your bank accounts"
        >
          A new bank account can’t receive money for 24 hours. A new password puts withdrawals on hold, too.
          We email you at once.
        </Lock>
      </ul>
    </Band>
  );
}

function Coins() {
  return (
    <Band title="Coins" lead="How we keep them, and how you can check." layout="stacked">
      <ul className={styles["locks"]}>
        <Lock drawing={<StoresDrawing />} title="Cold storage">
          Most crypto funds are in offline cold wallets. Their keys never touch the internet: coins leave only
          in payments that our people sign offline.
        </Lock>
        <Lock drawing={<WaitDrawing />} title="Sending is off until you turn it on">
          Sending coins from your account starts 48 hours after you turn it on.
        </Lock>
        <Lock
          drawing={<ProofDrawing />}
          title="Proof that we count your balance"
          to="/proof-of-liabilities"
          more="How the proof works"
        >
          Every day we publish what we owe, signed. You check your own part in your browser.
        </Lock>
      </ul>
    </Band>
  );
}

function Money() {
  return (
    <Band title="Money" tone="surface" layout="stacked">
      <ul className={styles["cards"]}>
        <li>
          <h3>A ledger that adds up</h3>
          <p>
            We record every transaction in a double-entry ledger: what leaves one account arrives in another,
            to the last cent and the eighth decimal. Every balance can be recomputed from the ledger at any
            time.
          </p>
        </li>
        <li>
          <h3>Nothing is changed or deleted</h3>
          <p>
            Entries can be added, but never changed or deleted. We correct a mistake with a second entry that
            reverses the first.
          </p>
        </li>
        <li>
          <h3>Only to your own accounts</h3>
          <p>
            Withdrawals of money only go to bank accounts you’ve added. A new or changed bank account is on
            hold for 24 hours. After a password change, all withdrawals are on hold for 24 hours.
          </p>
        </li>
      </ul>
    </Band>
  );
}

function You() {
  return (
    <Band title="You" layout="stacked">
      <ul className={styles["cards"]}>
        <li>
          <h3>Your details are encrypted</h3>
          <p>
            We encrypt your identity details, your ID, your phone number and your bank accounts. Your name and
            email address aren’t encrypted: we need them to log you in and email you. Every view of your ID is
            logged.
          </p>
        </li>
        <li>
          <h3>Your password is never stored</h3>
          <p>
            We never store your password, only an Argon2id hash that can’t be turned back into it. Links we
            email work once, for an hour, and scripts in your browser can’t read your login.
          </p>
        </li>
        <li>
          <h3>Your devices</h3>
          <p>
            We slow down and then stop anyone guessing passwords. You can see every device that’s logged in
            and log it out. Changing your password logs out all other devices.
          </p>
        </li>
      </ul>
    </Band>
  );
}

/** The customer's own part. */
function WhatYouCanDo({ domain }: { readonly domain: string }) {
  return (
    <Band title="What you can do" tone="surface" layout="stacked">
      <ul className={styles["yours"]}>
        <li>
          <h3>Protect your email</h3>
          <p>Anyone who can read your email can reset your password. Protect it as well as this account.</p>
        </li>
        <li>
          <h3>Add a passkey</h3>
          <p>On the phone you carry with you.</p>
        </li>
        <li>
          <h3>Turn on two-step login</h3>
          <p>For the days when you log in elsewhere. Print the recovery codes.</p>
        </li>
        <li>
          <h3>Use a password only once</h3>
          <p>Let a password manager create and remember it. We refuse the most common ones.</p>
        </li>
        <li>
          <h3>Check the address</h3>
          <p>
            It’s <b>{domain}</b>, with nothing before or after it. Type it or use a bookmark, not a link in a
            message.
          </p>
        </li>
        <li>
          <h3>Never share your password</h3>
          <p>
            We never ask for your password, never ask you to install anything, and never tell you to move
            money to safety. Anyone who does is a scammer.
          </p>
        </li>
      </ul>
    </Band>
  );
}

/** How account, coins, money, details and sessions are kept, and what is up to the customer. */
export function SecurityPage() {
  const brand = useBrand();
  return (
    <>
      <PageHero
        seed="site.security"
        title="What keeps you safe"
        lead="How we protect you, and what you can do."
        actions={
          <>
            <SiteLink to="/dashboard/security" className={buttonClass("accent")}>
              Secure my account
            </SiteLink>
            <a href={`mailto:${brand.supportEmail}?subject=Security%20report`}>Report a vulnerability</a>
          </>
        }
      />
      <YourAccount />
      <Coins />
      <Money />
      <Band
        title="Prices"
        tone="sunken"
        lead="We sign the rate we hold for you. This is what the signature covers."
      >
        <SignedRate />
      </Band>
      <You />
      <WhatYouCanDo domain={brand.domain} />
      <Band title="Found something?" tone="sunken">
        <div className={styles["plain"]}>
          <p>
            Email <a href={`mailto:${brand.supportEmail}?subject=Security%20report`}>{brand.supportEmail}</a>{" "}
            and say what you did and what you saw. Only use your own account and money, leave other people’s
            data alone, and give us time to fix it before you tell others.
          </p>
          <p>
            Someone in your account right now? Change your password first, then{" "}
            <SiteLink to="/support">contact support</SiteLink>.
          </p>
        </div>
      </Band>
    </>
  );
}
