import type { CustomerFile } from "../parts/answers.ts";
import { Button } from "../../controls/button.tsx";
import { ErrorLine } from "../../controls/error-line.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { classNames } from "../../ui/class-names.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { timeOf } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { RequestReference } from "../parts/request-reference.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { daysOf, DOERS, timelineOf, type FoldedEntry } from "./timeline.ts";
import { whole } from "./timeline-pages.ts";
import { useOlder } from "./use-older.ts";
import styles from "./customer-page.module.css";

const WHO = { customer: "Customer", us: "Staff", system: "System" } as const;

/** One line of a day, at its time. */
function Entry({ entry }: { readonly entry: FoldedEntry }) {
  const { at, by: doer, who, text, times, detail, amount, reference, enquiry } = entry;
  return (
    <li className={styles["entry"]}>
      <time dateTime={at}>{timeOf(at)}</time>
      <span className={styles[doer]}>{who ?? WHO[doer]}</span>
      <span>
        {text}
        {times > 1 && `, ${times} times`}
        {reference !== undefined && (
          <>
            {", "}
            <SiteLink to={`/teamaccess/transactions?reference=${reference}`} className={parts["whole"]}>
              {reference}
            </SiteLink>
          </>
        )}
        {enquiry !== undefined && (
          <>
            {", "}
            <SiteLink to={`/teamaccess/enquiries?row=${enquiry}`} className={parts["whole"]}>
              {enquiry}
            </SiteLink>
          </>
        )}
        {detail !== undefined && <q className={styles["detail"]}>{detail}</q>}
      </span>
      <span className={styles["amount"]}>{amount}</span>
    </li>
  );
}

/** Acts of the customer, of staff and of the system. */
export function Timeline({ file }: { readonly file: CustomerFile }) {
  const { search, change } = useDeskSearch();
  const by = DOERS.find((doer) => doer === search["by"]);
  const { history, audit, load, loading, error } = useOlder(file);
  const loaded = {
    ...file,
    history: { ...file.history, data: [...history.rows] },
    audit: [...audit.rows],
  };
  const shown = whole(timelineOf(loaded), [history, audit]);
  const days = daysOf(shown.filter((entry) => by === undefined || entry.by === by));
  useKeys(load === undefined ? [] : [{ keys: "o", does: "Older on the timeline", run: load }]);
  return (
    <section aria-label="Timeline" className={styles["timeline"]}>
      <div className={parts["head"]}>
        <h2>Timeline</h2>
        <SelectField
          label="Who"
          value={by ?? ""}
          placeholder="Everyone"
          options={DOERS.map((value) => ({ value, label: WHO[value] }))}
          onChange={(value) => change({ by: value })}
        />
      </div>
      {days.map(({ day, entries }) => (
        <section key={day} aria-label={day} className={styles["day"]}>
          <h3>{day}</h3>
          <ol className={styles["entries"]}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {error !== null && (
        <>
          <ErrorLine id="older-error" role="alert">
            {failureText(callFailure(error))}
          </ErrorLine>
          <RequestReference id={callFailure(error).requestId} />
        </>
      )}
      {load !== undefined && (
        <Button
          kind="quiet"
          className={classNames(parts["small"], styles["older"])}
          loading={loading}
          onClick={load}
        >
          Older <Key>o</Key>
        </Button>
      )}
    </section>
  );
}
