import { STATEMENT_FILES, type StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { TaxReportAnswer } from "@wattle/contracts/tax";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { useDownload } from "../controls/use-download.ts";
import { trpc } from "../trpc.ts";
import styles from "./tax.module.css";

/**
 * The report as files. A download keeps the method, and fixes the costs of coins from elsewhere: if the customer has not stated some of
 * them, it asks first.
 */
export function TaxFiles({ report }: { readonly report: TaxReportAnswer }) {
  const { year, method } = report;
  const utils = trpc.useUtils();
  const { busy, download } = useDownload<StatementFileKind>("Get the tax report");
  const [asked, setAsked] = useState<StatementFileKind>();
  const unstated = report.from_outside.filter(({ basis, editable }) => editable && basis !== "stated").length;
  const start = (kind: StatementFileKind): void =>
    void download(kind, async () => {
      const file = await utils.client.tax[kind].query({ year, method });
      await utils.tax.report.invalidate();
      return file;
    });
  return (
    <div className={styles["files"]}>
      {STATEMENT_FILES.map((kind) => (
        <Button
          key={kind}
          kind={kind === "pdf" ? "primary" : "quiet"}
          loading={busy === kind}
          onClick={() => (unstated === 0 ? start(kind) : setAsked(kind))}
        >
          Download {kind.toUpperCase()}
        </Button>
      ))}
      <Dialog
        open={asked !== undefined}
        title="Your costs are fixed by the download"
        onClose={() => setAsked(undefined)}
        actions={
          <>
            <Button kind="quiet" data-autofocus onClick={() => setAsked(undefined)}>
              Enter costs first
            </Button>
            <Button
              onClick={() => {
                setAsked(undefined);
                if (asked !== undefined) start(asked);
              }}
            >
              Download {asked?.toUpperCase()}
            </Button>
          </>
        }
      >
        <p>
          {unstated === 1
            ? "You haven’t entered what you paid for 1 arrival of coins from elsewhere."
            : `You haven’t entered what you paid for ${unstated} arrivals of coins from elsewhere.`}{" "}
          After a download, the costs in it can’t be changed.
        </p>
      </Dialog>
    </div>
  );
}
