import { useQuery } from "@tanstack/react-query";
import { LIABILITY_PROBLEMS, type LiabilityCheck } from "@wattle/contracts/liability-tree";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { displayMoment } from "@wattle/exchange-core/display";
import { useId, type ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { Status, type StateWord } from "../controls/status.tsx";
import type { Verdict } from "../receipts/verify-quote.ts";
import { useSession } from "../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { AlertIcon } from "../ui/icons.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Sealed } from "../ui/sealed.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { checkBalance, type BalanceCheck } from "./check-balance.ts";
import { Cover } from "./cover.tsx";
import { forgetCount, keepCount } from "./last-count.ts";
import { stillThereText } from "./latest-proof.tsx";
import { PathToRoot } from "./path-to-root.tsx";
import { DOCUMENT, fetchDocument, fetchKeys, fetchReserves, unitsText } from "./published.ts";
import styles from "./balance-check-page.module.css";

const MOST_CHANGES = 100;

const SIGNATURES: Readonly<Record<Verdict, StateWord>> = {
  genuine: { kind: "done", word: "Signed with our key" },
  forged: { kind: "failed", word: "Not signed by us. Contact support" },
  unable: { kind: "stopped", word: "Your browser can’t check this. Any JWS tool can." },
};

type Found = "counted" | "unsure" | "wrong";

const STATUSES: Readonly<Record<Found, StateWord>> = {
  counted: { kind: "done", word: "Counted in full" },
  unsure: { kind: "stopped", word: "Counted, if the document is ours" },
  wrong: { kind: "failed", word: "Not proven. Contact support" },
};

/** A document without our signature proves nothing, however well it adds up. */
const problemOf = ({ problem }: LiabilityCheck, { signature }: BalanceCheck): string | undefined =>
  signature === "forged"
    ? "the document is not signed by us"
    : problem === undefined
      ? undefined
      : LIABILITY_PROBLEMS[problem];

const foundOf = (check: LiabilityCheck, result: BalanceCheck): Found =>
  problemOf(check, result) !== undefined ? "wrong" : result.signature === "unable" ? "unsure" : "counted";

/** The worst of what was found; undefined if there was no balance to find. */
const worstOf = (result: BalanceCheck): Found | undefined => {
  const found = result.currencies.map((check) => foundOf(check, result));
  return (["wrong", "unsure", "counted"] as const).find((each) => found.includes(each));
};

/** Result in one line; the seal only if this browser has computed that it is so. */
function Answer({ result }: { readonly result: BalanceCheck }) {
  const { currencies } = result;
  const all = currencies.length === 1 ? "Your balance is" : `All ${currencies.length} balances are`;
  const worst = worstOf(result);
  return (
    <Card className={styles["answer"]}>
      <Sealed
        title={
          worst === "wrong"
            ? STATUSES.wrong.word
            : `${all} counted${worst === "unsure" ? ", if the document is ours" : ""}`
        }
        {...(worst !== "counted" && { mark: <AlertIcon size={32} /> })}
      >
        Your browser computed this from your parts and what we published.
      </Sealed>
      {worst === "counted" && <p className={styles["stamp"]}>Counted</p>}
    </Card>
  );
}

function Counted({ check, result }: { readonly check: LiabilityCheck; readonly result: BalanceCheck }) {
  const { amount, currency, leaves, problem } = check;
  const id = useId();
  const tree = result.document.trees.find((one) => one.currency === currency);
  const wrong = problemOf(check, result);
  const found = foundOf(check, result);
  const { kind, word: words } = STATUSES[found];
  return (
    <section className={styles["balance"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h3 id={id}>{currency}</h3>
        <Status kind={kind}>{words}</Status>
      </div>
      {wrong !== undefined && <p>What is wrong: {wrong}.</p>}
      <Facts
        facts={[
          [problem === "missing" ? "Counted" : "Your balance", unitsText(amount, currency)],
          ["We owe to all customers", tree === undefined ? "–" : unitsText(BigInt(tree.total), currency)],
        ]}
      />
      {leaves.length > 0 && <PathToRoot check={check} tree={tree} />}
    </section>
  );
}

/** The browser's findings, in all their states. */
export function BalanceCheckResult({
  result,
  reserves = null,
}: {
  readonly result: BalanceCheck | "none" | "unable";
  readonly reserves?: ReservesDocument | null;
}) {
  if (result === "none") {
    return <Notice title="Nothing published yet">We publish once a day. Check again tomorrow.</Notice>;
  }
  if (result === "unable") {
    return (
      <Notice title="Your browser can’t check this">Open this page over HTTPS, or in a newer browser.</Notice>
    );
  }
  const { document, signature, currencies } = result;
  const { kind, word: words } = SIGNATURES[signature];
  return (
    <div className={styles["parts"]}>
      {currencies.length === 0 ? (
        <Notice title="You had no balance then">
          Did you have one? Then you were left out: contact support.
        </Notice>
      ) : (
        <div className={styles["counted"]}>
          <Answer result={result} />
          <Panel title="Your balances">
            {currencies.map((check) => (
              <Counted key={check.currency} check={check} result={result} />
            ))}
          </Panel>
        </div>
      )}
      {reserves !== null && (
        <Panel title="What we hold in coins">
          <Cover document={reserves} owes={document} />
          <p className={styles["quiet"]}>
            Proven by our treasury’s keys on {displayMoment(Date.parse(reserves.created_at))}.{" "}
            {stillThereText(reserves)} <SiteLink to="/proof-of-liabilities">What this proves</SiteLink>
          </p>
        </Panel>
      )}
      <Panel title="What we published">
        <Facts
          facts={[
            ["Published", displayMoment(Date.parse(document.created_at))],
            [
              "Signature",
              <Status key="signature" kind={kind}>
                {words}
              </Status>,
            ],
            [
              "For everyone to read",
              <a key="document" href={DOCUMENT}>
                The published document
              </a>,
            ],
          ]}
        />
        <p className={styles["quiet"]}>
          Includes money set aside for withdrawals. Later changes are in tomorrow’s.
        </p>
      </Panel>
    </div>
  );
}

function Notice({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Card>
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
    </Card>
  );
}

/** Checks in the customer's browser that their balance is part of what we published that we owe. */
export function BalanceCheckPage() {
  const { client } = trpc.useUtils();
  const user = useSession()?.user;
  const id = user?.id ?? "";
  // The others' accounts show neither what they own nor their history.
  const seesAll = user?.status === "verified";
  const check = useQuery({
    queryKey: ["balance-check", id, seesAll],
    queryFn: async () => {
      const result = await checkBalance(
        {
          document: fetchDocument,
          keys: fetchKeys,
          own: () => client.liabilities.mine.query(undefined, SHOWN_IN_PLACE.trpc),
          holdings: async () =>
            seesAll ? (await client.portfolio.overview.query(undefined, SHOWN_IN_PLACE.trpc)).holdings : [],
          changedSince: async (moment) => {
            const changed = { updated_since: moment, per_page: MOST_CHANGES };
            const { data, meta } = await client.history.list.query(changed, SHOWN_IN_PLACE.trpc);
            return meta.last_page > 1 ? undefined : data;
          },
        },
        id,
      );
      const worst = typeof result === "object" ? worstOf(result) : undefined;
      if (typeof result === "object" && worst === "counted") keepCount(id, result.document.created_at);
      if (worst === "wrong") forgetCount(id);
      return result;
    },
  });
  const reserves = useQuery({ queryKey: ["reserves"], queryFn: fetchReserves });
  return (
    <>
      <ScreenHead
        title="Check that your balance is counted"
        lead="Every day we publish what we owe to all customers. Your browser checks that your balance is in it."
        aside={
          <SiteLink to="/proof-of-liabilities" className={buttonClass("quiet")}>
            How it works
          </SiteLink>
        }
      />
      {check.isError ? (
        <Notice
          title="We couldn’t load what was published"
          action={
            <Button kind="quiet" onClick={() => void check.refetch()}>
              Try again
            </Button>
          }
        >
          Your balances aren’t affected.
        </Notice>
      ) : check.data === undefined ? (
        <Card>
          <div aria-busy="true">
            <span className="visually-hidden">Checking your balance</span>
            <Skeleton lines={6} />
          </div>
        </Card>
      ) : (
        <BalanceCheckResult result={check.data} reserves={reserves.data ?? null} />
      )}
    </>
  );
}
