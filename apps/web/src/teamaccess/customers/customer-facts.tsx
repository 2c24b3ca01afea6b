import type { CustomerFile } from "../answers.ts";
import { deviceName } from "@wattle/contracts/device-name";
import { Panel } from "../../controls/panel.tsx";
import { amountText } from "../../money/price-figures.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { noteText } from "../approvals/approval-words.ts";
import styles from "./customer-page.module.css";
import { momentText } from "../parts/moment-text.ts";

const SHARED = {
  document_number: "document number",
  phone: "phone",
  date_of_birth: "birth date and last name",
  bank_account: "bank account",
} as const;

const holdsNothing = (amount: string | undefined): boolean => amount === undefined || /^[0.]+$/.test(amount);

/** Customers who may be the same person, and what they share. */
export function Twins({ duplicates }: Pick<CustomerFile, "duplicates">) {
  return (
    <Panel title="May be the same person">
      <Facts
        facts={duplicates.map(({ id, first_name: first, last_name: last, email, shares }) => [
          `Same ${shares.map((share) => SHARED[share]).join(", ")}`,
          <SiteLink key={id} to={`/teamaccess/customers?id=${id}`}>
            {`${first} ${last}`.trim() || email}
          </SiteLink>,
        ])}
      />
    </Panel>
  );
}

const WHAT_TO_DO =
  "Money came after it was closed. Have the bank pay it back to where it came from, then adjust the balance.";

/** What a customer has: balances, holds, twins, bank accounts, where they are logged in, notes. */
export function CustomerFacts({ file }: { readonly file: CustomerFile }) {
  const { balance, held, holds, block_reason: blocked, duplicates, sessions, tokens, notes, closure } = file;
  const hasMoney = [...Object.values(balance), ...Object.values(held)].some(
    (amount) => !holdsNothing(amount),
  );
  return (
    <div className={styles["facts"]}>
      <Panel title="Balances">
        <Facts
          facts={Object.entries(balance).map(([code, available]) => [
            code,
            holdsNothing(held[code])
              ? amountText(available, code)
              : `${amountText(available, code)}, ${amountText(held[code] ?? "0", code)} set aside`,
          ])}
        />
      </Panel>
      {closure !== null && (
        <Panel title="Closed for good">
          <Facts
            facts={[
              ["Closed", momentText(closure.closed_at)],
              ["Email", closure.email ?? "deleted"],
              [
                "Kept by law until",
                closure.kept_until === null ? "no law keeps any of it" : momentText(closure.kept_until),
              ],
              ...(hasMoney ? [["What to do", WHAT_TO_DO] as const] : []),
              ["Deleted", closure.erased_at === null ? "not yet" : momentText(closure.erased_at)],
            ]}
          />
        </Panel>
      )}
      {(blocked !== null || holds.length > 0) && (
        <Panel title="Holds">
          <Facts
            facts={[
              ...(blocked === null ? [] : [["Blocked", noteText(blocked)] as const]),
              ...holds.map(
                ({ id, on, held_at: at, released_at: until, internal_note: note }) =>
                  [
                    `${on} since ${momentText(at)}${until === null ? "" : ` until ${momentText(until)}`}`,
                    <span key={id}>{noteText(note)}</span>,
                  ] as const,
              ),
            ]}
          />
        </Panel>
      )}
      {duplicates.length > 0 && <Twins duplicates={duplicates} />}
      <Panel title="Bank accounts">
        {file.bank_accounts.length === 0 ? (
          <p>None</p>
        ) : (
          <Facts
            facts={file.bank_accounts.map((account) => [
              `${account.account_name}, ${account.bank_name}`,
              [account.bsb ?? account.bank_code, account.account_number].filter(Boolean).join(" "),
            ])}
          />
        )}
      </Panel>
      <Panel title="Logged in">
        <Facts
          facts={[
            ...sessions.map(
              ({ user_agent: agent, ip, last_used_at: at }) =>
                [`${deviceName(agent)}${ip === null ? "" : `, ${ip}`}`, momentText(at)] as const,
            ),
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
