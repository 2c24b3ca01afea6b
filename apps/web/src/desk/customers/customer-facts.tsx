import type { CustomerFile } from "../parts/answers.ts";
import { deviceName } from "@wattle/contracts/device-name";
import { Button } from "../../controls/button.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { OpenDeposits } from "../deposits/where-is-it.tsx";
import { arrivedText, linePlace, useArrived } from "../parts/arrived.ts";
import { noteText } from "../approvals/approval-words.ts";
import styles from "./customer-page.module.css";
import { Key } from "../parts/key.tsx";
import { dayOf, momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { IdentityFacts } from "./identity-facts.tsx";
import { LimitFacts } from "./limit-facts.tsx";
import { customerName, customerState, sharedText } from "../parts/customer-states.ts";

const isOpenDeposit = ({
  transaction_type: type,
  status,
}: CustomerFile["history"]["data"][number]): boolean => type === "deposit" && status === "awaiting_payment";

const holdsNothing = (amount: string | undefined): boolean => amount === undefined || /^[0.]+$/.test(amount);

interface TwinsProps extends Pick<CustomerFile, "duplicates"> {
  /** The one whose photos are looked at. */
  readonly compared?: string | undefined;
  /** Looks at someone’s photos, or no more; the key is for the first. */
  readonly onCompare?: (id: string) => void;
  /** The number of the document that is looked at, which a twin may share. */
  readonly documentNumber?: string | undefined;
}

/** Customers who may be the same person: in which state, since when, and what they share. */
export function Twins({ duplicates, compared, onCompare, documentNumber }: TwinsProps) {
  return (
    <Panel title="May be the same person">
      <ul className={styles["twins"]}>
        {duplicates.map((twin, place) => (
          <li key={twin.id} className={styles["twin"]}>
            <SiteLink to={`/teamaccess/customers?id=${twin.id}`}>{customerName(twin)}</SiteLink>
            <Status kind={customerState(twin).kind}>{customerState(twin).word}</Status>
            {onCompare !== undefined && (
              <Button
                kind="quiet"
                className={classNames(parts["small"], parts["away"])}
                aria-pressed={compared === twin.id}
                onClick={() => onCompare(twin.id)}
              >
                Compare {place === 0 && <Key>c</Key>}
              </Button>
            )}
            <span className={styles["shares"]}>
              Same {sharedText(twin.shares, documentNumber)}. Customer since {dayOf(twin.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const WHAT_TO_DO = "Money arrived after it was closed. Ask the bank to return it, then adjust the balance.";

/** At the end of a title, in place of an empty panel. */
const NONE = <p className={parts["muted"]}>None</p>;

const SECOND_STEPS = { authenticator: "authenticator app", passkey: "passkey" } as const;

/** Spendable balance of each currency, and the part set aside for withdrawals. */
function Balances({ balance, held }: Pick<CustomerFile, "balance" | "held">) {
  return (
    <table className={styles["balances"]}>
      <caption className="visually-hidden">Balances</caption>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Available</th>
          <th scope="col">Set aside</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(balance).map(([code, available]) => (
          <tr key={code}>
            <th scope="row">{code}</th>
            {[available, held[code]].map((amount, place) => (
              <td key={place} className={holdsNothing(amount) ? undefined : styles["some"]}>
                {amount === undefined || (place === 1 && holdsNothing(amount)) ? "–" : signedText(amount)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The customer's balances, holds, possible duplicates, bank accounts, sessions and notes. */
export function CustomerFacts({ file }: { readonly file: CustomerFile }) {
  const arrived = useArrived(file.user.id);
  const { balance, held, holds, block_reason: blocked, duplicates, sessions, tokens, notes, closure } = file;
  const { second_steps: secondSteps } = file;
  const hasMoney = [...Object.values(balance), ...Object.values(held)].some(
    (amount) => !holdsNothing(amount),
  );
  return (
    <div className={styles["facts"]}>
      {file.history.data.some(isOpenDeposit) && <OpenDeposits {...file.user} />}
      <Panel title="Balances">
        <Balances balance={balance} held={held} />
      </Panel>
      {arrived.length > 0 && (
        <Panel title="At the bank, not credited">
          <ul className={styles["twins"]}>
            {arrived.map((line) => (
              <li key={line.id}>
                <SiteLink to={linePlace(line)}>{arrivedText(line)}</SiteLink>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {closure !== null && (
        <Panel title="Permanently closed">
          <Facts
            facts={[
              ["Closed", momentText(closure.closed_at)],
              ["Email", closure.email ?? "deleted"],
              ["Kept by law until", closure.kept_until === null ? "nothing" : momentText(closure.kept_until)],
              ...(hasMoney ? [["What to do", WHAT_TO_DO] as const] : []),
              ["Deleted", closure.erased_at === null ? "not yet" : momentText(closure.erased_at)],
            ]}
          />
        </Panel>
      )}
      <Panel title="Holds" aside={blocked === null && holds.length === 0 && NONE}>
        {(blocked !== null || holds.length > 0) && (
          <Facts
            facts={[
              ...(blocked === null ? [] : [["Blocked", noteText(blocked)] as const]),
              ...holds.map(
                ({ id, on, held_at: at, held_by_name: by, released_at: until, internal_note: note }) =>
                  [
                    `${on.charAt(0).toUpperCase()}${on.slice(1)} since ${momentText(at)}${until === null ? "" : ` until ${momentText(until)}`}, by ${by}`,
                    <span key={id}>{noteText(note)}</span>,
                  ] as const,
              ),
            ]}
          />
        )}
      </Panel>
      {duplicates.length > 0 && <Twins duplicates={duplicates} />}
      <IdentityFacts file={file} />
      <Panel title="Bank accounts" aside={file.bank_accounts.length === 0 && NONE}>
        {file.bank_accounts.length > 0 && (
          <Facts
            facts={file.bank_accounts.map((account) => [
              `${account.account_name}, ${account.bank_name}`,
              [account.bsb ?? account.bank_code, account.account_number].filter(Boolean).join(" "),
            ])}
          />
        )}
      </Panel>
      <LimitFacts file={file} />
      <Panel title="Logged in">
        <Facts
          facts={[
            ...sessions.map(
              ({ user_agent: agent, ip, last_used_at: at }) =>
                [`${deviceName(agent)}${ip === null ? "" : `, ${ip}`}`, momentText(at)] as const,
            ),
            ...(sessions.length === 0 ? [["Sessions", "none"] as const] : []),
            ["Two-step login", secondSteps.map((step) => SECOND_STEPS[step]).join(", ") || "off"],
            ["API tokens", tokens.length === 0 ? "none" : tokens.map(({ name }) => name).join(", ")],
          ]}
        />
      </Panel>
      {notes.length > 0 && (
        <Panel title="Notes">
          {notes.map(({ id, text, created_at: at }) => (
            <p key={id} className={styles["note"]}>
              {noteText(text)}
              <br />
              <span className={styles["when"]}>{momentText(at)}</span>
            </p>
          ))}
        </Panel>
      )}
    </div>
  );
}
