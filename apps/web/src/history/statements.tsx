import { STATEMENT_FILES, type StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { monthText } from "../ui/moments.ts";
import { saveFile } from "../ui/save-file.ts";
import styles from "./statements.module.css";

/** The part of the address with which the email about a new statement opens them. */
const HASH = "#statements";

/** Opens the monthly statements, and is open at once where the address says so. */
export function StatementsButton({ className }: { readonly className?: string | undefined }) {
  const [open, setOpen] = useState(() => window.location.hash === HASH);
  const close = (): void => {
    setOpen(false);
    const { hash, pathname, search } = window.location;
    // Else a turned phone, or the way back, would open them again.
    if (hash === HASH) window.history.replaceState(window.history.state, "", pathname + search);
  };
  return (
    <>
      <Button
        kind="quiet"
        {...(className !== undefined && { className })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Statements
      </Button>
      <Dialog open={open} title="Monthly statements" onClose={close}>
        <Statements />
      </Dialog>
    </>
  );
}

/** A month to choose, and its files. Days are those of the place where the customer is. */
function Statements() {
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  const months = trpc.monthlyStatements.months.useQuery({ timezone });
  const { client } = trpc.useUtils();
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState<StatementFileKind>();

  if (months.data === undefined)
    return <Loaded query={months} what="your statements" note="Your account hasn’t changed." lines={3} />;
  const list = months.data.months;
  const newest = list.find(({ is_complete }) => is_complete) ?? list[0];
  if (newest === undefined) {
    return (
      <EmptyState title="No statements yet">Your first one is here once money is in your account.</EmptyState>
    );
  }
  const month = chosen ?? newest.month;
  const download = async (kind: StatementFileKind): Promise<void> => {
    setBusy(kind);
    try {
      const { filename, type, content } = await client.monthlyStatements.file.query({
        month,
        kind,
        timezone,
      });
      saveFile(
        filename,
        Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0)),
        type,
      );
    } catch (failed) {
      alertFailure("Get the statement", failed);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className={styles["form"]}>
      <SelectField
        label="Month"
        name="month"
        value={month}
        options={list.map((each) => ({
          value: each.month,
          label: `${monthText(Date.parse(`${each.month}-15`))}${each.is_complete ? "" : " (so far)"}`,
        }))}
        onChange={setChosen}
      />
      <p className={styles["note"]}>Balances, every transaction, and fees with GST.</p>
      <div className={styles["actions"]}>
        {STATEMENT_FILES.map((kind) => (
          <Button
            key={kind}
            kind={kind === "pdf" ? "primary" : "quiet"}
            loading={busy === kind}
            onClick={() => void download(kind)}
          >
            Download {kind.toUpperCase()}
          </Button>
        ))}
      </div>
    </div>
  );
}
