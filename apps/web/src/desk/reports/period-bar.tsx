import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { DateField } from "../../controls/date-field.tsx";
import { Form } from "../../ui/form.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { deskZone } from "../parts/zone.ts";
import { dayProblems, lastDays, type Days } from "../parts/period.ts";

const SPANS = [
  ["w", 7, "7 days"],
  ["m", 30, "30 days"],
  ["y", 365, "365 days"],
] as const;

/** Which days are reported. */
export function PeriodBar({ days, today }: { readonly days: Days; readonly today: string }) {
  const { change } = useDeskSearch();
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const [asked, setAsked] = useState(false);
  const show = (wanted: Days): void => change({ ...wanted, after: "" });
  const problems = dayProblems({ from, to });
  const send = (): void => {
    setAsked(true);
    if (problems.from === undefined && problems.to === undefined) show({ from, to });
  };
  const isShown = (count: number): boolean => {
    const span = lastDays(count, today);
    return span.from === days.from && span.to === days.to;
  };
  useKeys(
    SPANS.map(([keys, count, title]) => ({
      keys,
      does: `The last ${title}`,
      run: () => show(lastDays(count, today)),
    })),
  );
  return (
    <div className={parts["period"]}>
      <Form className={parts["filters"] ?? ""} onSubmit={send}>
        <DateField
          label="First day"
          yearFirst
          value={from}
          error={asked ? problems.from : undefined}
          onChange={(event) => setFrom(event.currentTarget.value)}
          onChoose={setFrom}
        />
        <DateField
          label="Last day"
          yearFirst
          value={to}
          error={asked ? problems.to : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
          onChoose={setTo}
        />
        <Button type="submit" kind="quiet">
          Show report
        </Button>
      </Form>
      <div className={parts["acts"]}>
        {SPANS.map(([key, count, title]) => (
          <Button
            key={key}
            kind="quiet"
            className={parts["small"]}
            aria-pressed={isShown(count)}
            onClick={() => show(lastDays(count, today))}
          >
            Last {title} <Key>{key}</Key>
          </Button>
        ))}
      </div>
      <p className={parts["muted"]}>Days of {deskZone()}</p>
    </div>
  );
}
