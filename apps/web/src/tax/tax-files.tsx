import { STATEMENT_FILES, type StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { ParcelMethod } from "@wattle/exchange-core/parcels";
import { Button } from "../controls/button.tsx";
import { useDownload } from "../controls/use-download.ts";
import { trpc } from "../trpc.ts";
import styles from "./tax.module.css";

/** The report as files. A download keeps the method, and fixes the costs of coins from elsewhere. */
export function TaxFiles({ year, method }: { readonly year: number; readonly method: ParcelMethod }) {
  const utils = trpc.useUtils();
  const { busy, download } = useDownload<StatementFileKind>("Get the tax report");
  return (
    <div className={styles["files"]}>
      {STATEMENT_FILES.map((kind) => (
        <Button
          key={kind}
          kind={kind === "pdf" ? "primary" : "quiet"}
          loading={busy === kind}
          onClick={() =>
            void download(kind, async () => {
              const file = await utils.client.tax[kind].query({ year, method });
              await utils.tax.report.invalidate();
              return file;
            })
          }
        >
          Download {kind.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}
