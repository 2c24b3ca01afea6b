import { DomainError } from "@wattle/contracts/errors";
import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { StatementFile } from "@wattle/contracts/monthly-statements";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { writePdf } from "./write-pdf.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
} as const satisfies Record<StatementFileKind, string>;

/** A PDF of more is no use to anyone, and takes seconds. */
const MOST_ROWS = 3_000;

interface Written {
  /** Name of the file without its ending. */
  readonly name: string;
  readonly csv: () => string;
  readonly pdf: {
    /** How many rows it would have. */
    readonly rows: number;
    /** The program that writes `order`. */
    readonly worker: URL;
    readonly order: object;
  };
}

async function bytesOf({ csv, pdf }: Written, kind: StatementFileKind): Promise<Buffer> {
  if (kind === "csv") return Buffer.from(csv());
  if (pdf.rows > MOST_ROWS) throw DomainError.at("kind", "validation_failed", OWN_MESSAGES.longForPdf);
  return Buffer.from(await writePdf(pdf.worker, pdf.order));
}

/** A document for a customer as a file. @throws DomainError `validation_failed` if it is too long for a PDF */
export const customerFile = async (written: Written, kind: StatementFileKind): Promise<StatementFile> => ({
  filename: `${written.name}.${kind}`,
  type: TYPES[kind],
  content: (await bytesOf(written, kind)).toString("base64"),
});
