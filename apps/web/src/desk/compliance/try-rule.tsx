import type { MonitoringRule, TriedRule } from "@wattle/contracts/rules";
import { MOST_TRIED_ALERTS } from "@wattle/contracts/rule-figures";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../controls/button.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import styles from "./compliance.module.css";

const DAYS = 90;
/** Customers that one call looks at, so that its progress shows. */
const CUSTOMERS_AT_ONCE = 200;
/** Texts of figures, by name. */
type Figures = Readonly<Record<string, string>>;
type Alert = TriedRule["alerts"][number];

interface Tried {
  readonly customers: number;
  readonly total: number;
  readonly alerts: readonly Alert[];
  readonly state: "looking" | "done" | "stopped";
}

/** Tries a rule on the past, some customers after others. It stops when nothing shows it any more. */
function useTry(rule: MonitoringRule, parameters: Figures) {
  const { client } = trpc.useUtils();
  const [tried, setTried] = useState<Tried>();
  const [failure, setFailure] = useState<string>();
  const shown = useRef<AbortController>(undefined);
  useEffect(() => () => shown.current?.abort(), []);
  const run = async (): Promise<void> => {
    const { signal } = (shown.current = new AbortController());
    setFailure(undefined);
    let found: Tried = { customers: 0, total: 0, alerts: [], state: "looking" };
    setTried(found);
    try {
      for (let after: string | undefined; found.state === "looking";) {
        const piece = await client.ops.rules.try.query(
          {
            rule,
            parameters,
            days: DAYS,
            limit: CUSTOMERS_AT_ONCE,
            ...(after !== undefined && { after }),
          },
          { signal },
        );
        const alerts = [...found.alerts, ...piece.alerts];
        after = piece.next ?? undefined;
        found = {
          customers: found.customers + piece.customers,
          total: piece.total ?? found.total,
          alerts,
          state: after === undefined ? "done" : alerts.length >= MOST_TRIED_ALERTS ? "stopped" : "looking",
        };
        setTried(found);
      }
    } catch (error) {
      if (signal.aborted) return;
      setTried(undefined);
      setFailure(failureText(callFailure(error)));
    }
  };
  return { tried, failure, run };
}

const counted = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-AU")} ${number === 1 ? one : many}`;

function Found({ tried: { alerts, customers, state } }: { readonly tried: Tried }) {
  const people = new Set(alerts.map(({ customer }) => customer.id)).size;
  return (
    <>
      <output>
        {alerts.length === 0
          ? `No alert in ${DAYS} days. `
          : `${counted(alerts.length, "alert", "alerts")} about ${counted(people, "customer", "customers")} in ${DAYS} days. `}
        {state === "stopped"
          ? "It stopped there: these figures find too much."
          : `${counted(customers, "customer was", "customers were")} looked at.`}
      </output>
      <ul className={styles["plain"]}>
        {alerts
          .toSorted((one, other) => other.at.localeCompare(one.at))
          .map(({ customer, at, rows }, place) => (
            <li key={`${customer.id} ${at} ${place}`}>
              <SiteLink to={`/teamaccess/customers?id=${customer.id}`}>{customer.name}</SiteLink>{" "}
              <span className={parts["muted"]}>{momentText(at)}</span>
              {rows.map((reference) => (
                <span key={reference}>
                  {" "}
                  <SiteLink to={`/teamaccess/transactions?reference=${reference}`}>{reference}</SiteLink>
                </span>
              ))}
            </li>
          ))}
      </ul>
    </>
  );
}

interface TryRuleProps {
  readonly rule: MonitoringRule;
  /** Figures to try; undefined as long as one of them has a problem. */
  readonly parameters: Figures | undefined;
}

/** Findings of a rule in the last days with some figures. Nothing is changed. */
export function TryRule({ rule, parameters }: TryRuleProps) {
  const { tried, failure, run } = useTry(rule, parameters ?? {});
  const section = useRef<HTMLElement>(null);
  const state = tried?.state;
  useEffect(() => {
    // A rule with many figures fills the drawer.
    if (state !== undefined) section.current?.scrollIntoView({ block: "nearest" });
  }, [state]);
  return (
    <section ref={section} aria-label={`Try on the last ${DAYS} days`} className={styles["column"]}>
      <div className={parts["acts"]}>
        <Button
          kind="quiet"
          className={parts["small"]}
          loading={state === "looking"}
          disabled={parameters === undefined}
          onClick={() => void run()}
        >
          Try on the last {DAYS} days
        </Button>
      </div>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {tried?.state === "looking" && (
        <p>
          <progress aria-label="Customers looked at" value={tried.customers} max={Math.max(1, tried.total)} />{" "}
          {tried.customers} of {tried.total} customers
        </p>
      )}
      {tried !== undefined && tried.state !== "looking" && <Found tried={tried} />}
    </section>
  );
}
