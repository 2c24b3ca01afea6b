import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { CheckState, SystemCheck } from "@wattle/contracts/system-checks";
import { Status, type StatusKind } from "../../controls/status.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { URGENCY } from "../parts/check-urgency.ts";
import { Key } from "../parts/key.tsx";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import { useTrouble } from "./use-trouble.ts";
import styles from "./today-page.module.css";

const KINDS: Readonly<Record<CheckState, StatusKind>> = { ok: "done", warning: "risk", fault: "failed" };

/** The place where each is looked after, and the procedure of those who may go there. */
const PLACES: Readonly<Record<string, readonly [to: string, needs: StaffProcedure]>> = {
  Prices: ["/teamaccess/markets?view=sources", "ops.markets.list"],
  Mail: ["/teamaccess/outbox?view=waiting", "ops.outbox.waitingMails"],
  Webhooks: ["/teamaccess/outbox?view=webhooks", "ops.outbox.webhooks"],
  Books: ["/teamaccess/bank", "ops.bankLines.credit"],
  Backups: ["/teamaccess/system", "ops.system.checks"],
};

/** The worst finding of each subject, worst first. */
function worstOf(checks: readonly SystemCheck[]): SystemCheck[] {
  const sorted = checks.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state));
  return sorted.filter(({ name }, place) => sorted.findIndex((other) => other.name === name) === place);
}

/** A finding that is as it should be needs no words. */
const checkText = ({ name, state, text }: SystemCheck): string =>
  state === "ok" ? name : `${name}: ${text}`;

/** How the installation is, in a line: the quick ones of System's checks, or why the server can't tell. */
export function SystemLine() {
  const may = useMay();
  const { data, isError } = useToday();
  const trouble = useTrouble(isError);
  if (data === undefined) return null;
  const checks = trouble === undefined ? worstOf(data.system) : [trouble];
  return (
    <section className={styles["system"]} aria-label="System status">
      <strong>System</strong>
      <ul>
        {checks.map((check) => {
          const state = (
            <Status kind={KINDS[check.state]} quiet>
              {checkText(check)}
            </Status>
          );
          const place = PLACES[check.name];
          return (
            <li key={check.name} title={check.text}>
              {place !== undefined && may(place[1]) ? <SiteLink to={place[0]}>{state}</SiteLink> : state}
            </li>
          );
        })}
      </ul>
      {may("ops.system.checks") && (
        <SiteLink to="/teamaccess/system">
          All <Key>g y</Key>
        </SiteLink>
      )}
    </section>
  );
}
