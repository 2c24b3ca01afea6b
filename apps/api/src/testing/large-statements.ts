import type { StatementFormat } from "@wattle/contracts/bank-lines";

/** As much as a bank writes about a payment. */
const lineText = (name: string, index: number): string =>
  `${name} OSKO PAYMENT NUMBER ${index} OF THE MONTH WITH REFERENCE ${(index * 7919) % 1_000_003} ${"WORDS THAT BANKS ADD ".repeat(6)}`;

const centsOf = (index: number): number => 1000 + ((index * 37) % 90_000);
const moneyOf = (cents: number, mark = "."): string =>
  `${Math.floor(cents / 100)}${mark}${String(cents % 100).padStart(2, "0")}`;
/** Some hundreds of payments a day, over half a year. */
const dayOf = (index: number): string =>
  new Date(Date.UTC(2026, 0, 1 + (Math.floor(index / 500) % 180))).toISOString().slice(0, 10);

/** How a format writes payments that came in. */
interface Writing {
  readonly head: string;
  readonly line: (name: string, index: number) => string;
  readonly tail: (sum: number) => string;
}

const WRITINGS: Readonly<Record<StatementFormat, Writing>> = {
  csv: {
    head: "",
    line: (name, index) =>
      `${dayOf(index).split("-").toReversed().join("/")},${moneyOf(centsOf(index))},"${lineText(name, index)}"\n`,
    tail: () => "",
  },
  mt940: {
    head: ":20:STATEMENT\n:25:\n:28C:1/1\n:60F:C260101AUD0,00\n",
    line: (name, index) => {
      const day = dayOf(index).replaceAll("-", "").slice(2);
      return `:61:${day}${day.slice(2)}C${moneyOf(centsOf(index), ",")}NTRFNONREF\n:86:?20${lineText(name, index)}?32MARY SMITH ${index}\n`;
    },
    tail: (sum) => `:62F:C260630AUD${moneyOf(sum, ",")}\n-\n`,
  },
  ofx: {
    head: "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>AUD<BANKTRANLIST>\n",
    line: (name, index) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${dayOf(index).replaceAll("-", "")}<TRNAMT>${moneyOf(centsOf(index))}<FITID>${name}-${index}<NAME>MARY SMITH ${index}<MEMO>${lineText(name, index)}</STMTTRN>\n`,
    tail: () => "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n",
  },
  camt053: {
    head: '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>\n',
    line: (name, index) =>
      `<Ntry><Amt Ccy="AUD">${moneyOf(centsOf(index))}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${dayOf(index)}</Dt></BookgDt><AcctSvcrRef>${name}-${index}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>MARY SMITH ${index}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${lineText(name, index)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
    tail: () => "</Stmt></BkToCstmrStmt></Document>\n",
  },
};

/**
 * A statement of at most so many bytes, in AUD.
 * @param name what tells its lines from those of others
 */
export function largeStatement(
  format: StatementFormat,
  bytes: number,
  name: string = format,
): { readonly content: string; readonly lines: number } {
  const { head, line, tail } = WRITINGS[format];
  const parts = [head];
  let [length, lines, sum] = [head.length + 100, 0, 0];
  for (let next = line(name, 0); length + next.length <= bytes; next = line(name, lines)) {
    parts.push(next);
    length += next.length;
    sum += centsOf(lines);
    lines += 1;
  }
  return { content: [...parts, tail(sum)].join(""), lines };
}
