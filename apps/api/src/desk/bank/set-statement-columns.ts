import { isDeepStrictEqual } from "node:util";
import { keptStatementColumns, setStatementColumnsInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { lockDepositAccount } from "@wattle/db/bank-lines";
import { saveStatementColumns } from "@wattle/db/statement-columns";
import { columnsOf } from "../../bank-lines/statement-columns.ts";
import { alone } from "../approvals/reviewed-act.ts";

const columnsText = (columns: object | null): string => (columns === null ? "None" : JSON.stringify(columns));

/** Sets which columns of a deposit account's CSV files have what or, with null, forgets them. */
export const setStatementColumns = alone({
  title: "Set a statement's columns",
  roles: ["finance"],
  errors: ["not_found"],
  input: setStatementColumnsInput,
  output: keptStatementColumns,
  plan: async (tx, { operator }, { deposit_account_id: id, columns }) => {
    if (!(await lockDepositAccount(tx, id))) throw new DomainError("not_found");
    const from = await columnsOf(tx, id);
    return {
      subject: `the deposit account ${id}`,
      changes: [{ what: "Columns", before: columnsText(from), after: columnsText(columns) }],
      log: { action: "deposit_account.columns_set", subject: id, details: { from, to: columns } },
      run: async () => {
        // Saving the same again makes no one else the one who set them.
        if (!isDeepStrictEqual(columns, from))
          await saveStatementColumns(tx, id, columns === null ? null : JSON.stringify(columns), operator.id);
        return { columns };
      },
    };
  },
});
