import type { Brand } from "@wattle/contracts/brand";
import { useBrand } from "../../brand/brand.tsx";
import { RegulatorLine } from "../../brand/regulator-line.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

// oxlint-disable-next-line max-lines-per-function -- a legal text, section by section, is read as a whole
function sections(brand: Brand): LegalSection[] {
  const mail = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;
  return [
    {
      id: "agreement",
      title: "The agreement",
      body: (
        <>
          <p>
            {brand.name} is operated by {brand.legalEntity} (“we”, “us”). <RegulatorLine />
          </p>
          <p>
            These terms are the agreement between you and us about your account and everything done through
            it. By opening an account you accept them, together with the{" "}
            <SiteLink to="/privacy-policy">Privacy policy</SiteLink> and the{" "}
            <SiteLink to="/aml">AML policy</SiteLink>. If you do not accept them, do not open an account.
          </p>
        </>
      ),
    },
    {
      id: "eligibility",
      title: "Who may have an account",
      body: (
        <>
          <p>You may have one account if you</p>
          <ul>
            <li>are 18 years or older and can enter into a binding contract;</li>
            <li>
              live in a country we serve, and do not act for anyone whom sanctions forbid us to deal with;
            </li>
            <li>act for yourself;</li>
            <li>have not had an account closed by us for cause.</li>
          </ul>
          <p>Nigerian naira (NGN) is offered to customers in Nigeria only.</p>
        </>
      ),
    },
    {
      id: "account",
      title: "Your account and its security",
      body: (
        <>
          <p>
            Give true and complete details and keep them up to date. The account is yours alone: do not lend
            it, sell it or let others act in it. Programs may act for you by tokens that you make; what they
            do counts as done by you.
          </p>
          <p>
            Keep your password and your mailbox to yourself. Tell us at once when you think that someone else
            has access. Until you tell us, or until we should have noticed, we may treat what is done with
            your password as done by you, except where the law puts the loss on us.
          </p>
        </>
      ),
    },
    {
      id: "verification",
      title: "Verification",
      body: (
        <p>
          Before you can deposit, exchange or withdraw we must know who you are. We ask for your details, an
          identity document and photos, and may ask again later. If we cannot verify you, we may refuse the
          account. What is checked and why is in the <SiteLink to="/aml">AML policy</SiteLink>.
        </p>
      ),
    },
    {
      id: "deposits",
      title: "Deposits",
      body: (
        <>
          <p>
            Deposit only from accounts and cards in your own name, by the ways your deposit page offers, and
            with the reference it shows. A deposit is credited when the money has reached us and we could
            match it to you. A payment that we must not accept is returned to where it came from.
          </p>
          <p>
            Balances in Australian dollars and naira are held for you to exchange and to withdraw. They earn
            no interest and are not a bank deposit; a government deposit guarantee does not cover them.
          </p>
        </>
      ),
    },
    {
      id: "exchanges",
      title: "Exchanges and held rates",
      body: (
        <>
          <p>
            A rate that we hold for you is an offer, to you alone, at the rate, with the fee and within the
            limits shown, open for 45 seconds by our clock and for one exchange. Pressing “Yes” in the
            confirmation accepts it. What you get is computed from these figures and rounded down to the last
            decimal of the currency you get; the figures are shown before you accept and kept in your history.
          </p>
          <p>
            An exchange is done at once and is final. When the 45 seconds are over nothing is exchanged. We
            may stop offering rates when markets or our sources are disturbed.
          </p>
        </>
      ),
    },
    {
      id: "fees",
      title: "Fees",
      body: (
        <p>
          Our fee for an exchange is a percentage of what you pay, shown for each pair before you accept.
          Deposits and withdrawals in Australian dollars have no fee from us. Your bank, a counter or the
          payment provider may charge you; the payment provider shows its charge before you pay. We may change
          fees for the future, never for an exchange that you have accepted.
        </p>
      ),
    },
    {
      id: "withdrawals",
      title: "Withdrawals",
      body: (
        <>
          <p>
            You may withdraw money to a bank account in your own name. The amount is set aside when you ask
            for it, and leaves your account when we have paid it. Until then you may cancel.
          </p>
          <p>
            For 24 hours after a bank account was added or changed nothing is paid to it, and for 24 hours
            after a password change nothing is paid at all. We may reject a withdrawal where the law requires
            it or where we have reason to suspect fraud. Its full amount is then back in your balance.
          </p>
        </>
      ),
    },
    {
      id: "custody",
      title: "Coins we keep for you",
      body: (
        <>
          <p>
            Crypto currencies in your balance are held by us for you. They are pooled with those of other
            customers, and our books say what part is yours. Most of them are kept in offline cold wallets.
          </p>
          <p>
            You may bring in coins, and send coins to a wallet elsewhere, if your account offers it for the
            coin. Sending is off until you turn it on, and starts 48 hours later. A payment that a network has
            confirmed cannot be called back. Check the address before you send. If a network splits or hands
            out new coins, we decide whether we can support what has come of it.
          </p>
        </>
      ),
    },
    {
      id: "limits",
      title: "Limits",
      body: (
        <p>
          An exchange is at least 100.00 AUD and at most 100,000.00 AUD, or at least 100,000.00 NGN and at
          most 5,000,000.00 NGN, or what comes to that in coins. The limits are shown before you act.
        </p>
      ),
    },
    {
      id: "forbidden",
      title: "What you must not do",
      body: (
        <>
          <p>You must not use the account</p>
          <ul>
            <li>
              for anything unlawful, in particular to launder money, finance terrorism, evade sanctions or
              defraud;
            </li>
            <li>with money or coins that are not yours to use;</li>
            <li>for someone else without our written consent;</li>
            <li>
              to disturb the service: by attacking it, getting around its limits, or reading other people’s
              data;
            </li>
            <li>
              to exploit a price that is plainly wrong (see <a href="#errors">Errors</a>).
            </li>
          </ul>
          <p>
            Looking for weaknesses within the rules of our <SiteLink to="/security">security page</SiteLink>{" "}
            is welcome.
          </p>
        </>
      ),
    },
    {
      id: "errors",
      title: "Errors and corrections",
      body: (
        <p>
          If something was credited or paid by mistake we may set it right by a second entry, which you will
          see in your history. If a rate was so plainly wrong that anyone in the market would have seen it, we
          may set the exchange right in the same way. Tell us of errors in your account as soon as you see
          them.
        </p>
      ),
    },
    {
      id: "closing",
      title: "Suspending and closing",
      body: (
        <>
          <p>
            You may ask us to close your account at any time. Sell your coins and withdraw first, then write
            to {mail}.
          </p>
          <p>
            We may suspend an account at once where we must by law, or where we have good reason to suspect a
            breach of these terms or a danger to you or to others. What is in your balances stays yours,
            unless the law says otherwise.
          </p>
        </>
      ),
    },
    {
      id: "risk",
      title: "Risk",
      body: (
        <p>
          The price of crypto currencies changes fast and without limit in either direction, and you may lose
          all that you put in. Networks may fail, laws may change, and no one stands behind the coins. We
          execute what you ask for and give no advice: nothing here says that buying or selling is right for
          you.
        </p>
      ),
    },
    {
      id: "tax",
      title: "Tax",
      body: (
        <p>
          You are responsible for your own taxes. Your history, which you can download, shows each exchange
          with rate, fee and time.
        </p>
      ),
    },
    {
      id: "availability",
      title: "Availability",
      body: (
        <p>
          We work to keep the service running and correct, but cannot promise that it is never interrupted. We
          may take it down for maintenance.
        </p>
      ),
    },
    {
      id: "partners",
      title: "Partner links",
      body: (
        <p>
          If you sign up through the link of a partner, that partner sees your name, your email address and
          the amounts and times of your transactions, and may be rewarded by us. Your prices and fees are the
          same as without a link.
        </p>
      ),
    },
    {
      id: "liability",
      title: "Liability",
      body: (
        <>
          <p>
            Nothing in these terms takes away rights that you have under law and that cannot be excluded,
            among them the consumer guarantees of the Australian Consumer Law and the rights of the Nigerian
            Federal Competition and Consumer Protection Act.
          </p>
          <p>
            Beyond those, we are liable for loss that we caused by breach of these terms, by negligence or by
            intent. We are not liable for changes of price, for what banks, networks and providers do, for
            events that no one could reasonably prevent, or for profit that was hoped for. Where the law
            allows it and we have not acted with intent or gross negligence, our liability is limited to the
            value of the balances or the transaction concerned.
          </p>
        </>
      ),
    },
    {
      id: "changes",
      title: "Changes of these terms",
      body: (
        <p>
          We may change these terms for the future and publish the change on this page before it takes effect.
          If you do not agree, you may ask us to close your account; using it afterwards accepts the change.
        </p>
      ),
    },
    {
      id: "complaints",
      title: "Complaints and law",
      body: (
        <>
          <p>
            Write to {mail} first. If that does not settle it, you may turn to the dispute body or regulator
            that is competent for you.
          </p>
          <p>
            The law of the State or Territory of Australia in which {brand.legalEntity} is registered governs
            these terms, and its courts are competent. If you are a consumer, this takes away neither the
            protection of the law of the place you live in nor your right to sue there.
          </p>
        </>
      ),
    },
    {
      id: "words",
      title: "General",
      body: (
        <p>
          If a part of these terms does not hold, the rest does. That we do not insist on a right once does
          not mean that we give it up. You may not pass the account on to someone else; we may pass the
          agreement on to a successor who keeps to it. The English text counts. Email us at {mail}.
        </p>
      ),
    },
  ];
}

export function TermsPage() {
  const brand = useBrand();
  return (
    <LegalPage
      seed="site.terms"
      title="Terms of Service"
      gist="The agreement between you and us. In short: you are who you say you are, you see a price before you accept it, an exchange is final, what is in your balances is yours, and prices may fall."
      sections={sections(brand)}
    />
  );
}
