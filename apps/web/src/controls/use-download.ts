import type { StatementFile } from "@wattle/contracts/monthly-statements";
import { useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { saveFile } from "../ui/save-file.ts";

/**
 * Files that a procedure gives, one at a time.
 * @param act what failed, if one does
 */
export function useDownload<Kind extends string>(act: string) {
  const [busy, setBusy] = useState<Kind>();
  const download = async (kind: Kind, get: () => Promise<StatementFile>): Promise<void> => {
    setBusy(kind);
    try {
      const { filename, type, content } = await get();
      saveFile(
        filename,
        Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0)),
        type,
      );
    } catch (failed) {
      alertFailure(act, failed);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, download };
}
