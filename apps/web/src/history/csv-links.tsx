import { buttonClass } from "../ui/button.tsx";
import { trpc } from "../trpc.ts";
import { csvAddress, type HistorySearch } from "./history-search.ts";

const FILES = [
  ["transactions.csv", "Download CSV"],
  ["transactions-tax.csv", "CSV for tax tools"],
] as const;

interface CsvLinksProps {
  readonly search: HistorySearch;
  readonly wide?: boolean;
}

/** The list's rows as files. */
export function CsvLinks({ search, wide = false }: CsvLinksProps) {
  const utils = trpc.useUtils();
  return FILES.map(([file, words]) => (
    <a
      key={file}
      className={buttonClass("quiet", wide)}
      href={csvAddress(search, file)}
      download={file}
      // The browser says nothing of a download that is refused: if someone else has logged in, this tells the page.
      onClick={() => void utils.sessions.current.invalidate()}
    >
      {words}
    </a>
  ));
}
