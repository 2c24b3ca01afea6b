/** A list of invented names, customers who are like some of them, and cash that is to be reported. */
import { findTransactionById } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";
import { markIdentity, saveIdentityForm } from "@wattle/db/identity";
import { countScreened, useList } from "@wattle/db/screening";
import { keepList } from "../../compliance/keep-list.ts";
import { reportCash } from "../../compliance/draft-filing.ts";
import type { Services } from "../../services.ts";
import { insertDeposit } from "../past-money.ts";
import { insertAccount } from "../seed-demo.ts";
import { CASH_PAYER, LISTED } from "./people.ts";

/** Invented names. The first is a customer’s, and two are only like one. */
const LIST = `name,birth_date,country,reason
Kazimir Andreyevich Veldt,1961,Latvia,Invented for this demo: fraud in 2019
Nour Hadad,,Jordan,Invented for this demo: a front company
Petra Maria Lass,1990,Estonia,Invented for this demo: forged invoices
Harald Invented,1958-03-14,Sweden,Invented for this demo: on no other list
`;

const CASH = { units: 10_400_00n, code: "AUD", daysAgo: 0, paidIn: "AUD", method: "post_billpay" } as const;

/**
 * Gives compliance its work: the list is compared with everyone once the server runs, and opens a case for each who is like an entry.
 * @param importedBy the member of staff who imported the list
 */
export async function seedCompliance(
  services: Pick<Services, "clock" | "config" | "database" | "ids" | "signingKeys" | "vault">,
  tx: WriteTx,
  { passwordHash, importedBy }: { readonly passwordHash: string; readonly importedBy: string },
): Promise<void> {
  const at = BigInt(services.clock.now());
  for (const { account, form } of LISTED) {
    const userId = await insertAccount(tx, services, account, passwordHash);
    const sealed = services.vault.seal("identities.form", userId, JSON.stringify(form));
    await saveIdentityForm(tx, { userId, form: sealed, at });
    await markIdentity(tx, userId, { submittedAt: at });
    await markIdentity(tx, userId, { decidedAt: at, decidedBy: importedBy });
  }
  const id = await keepList(services, { source: "own", content: LIST }, importedBy);
  await useList(tx, id, { before: undefined, customers: await countScreened(tx), at });
  const payer = await insertAccount(tx, services, CASH_PAYER, passwordHash);
  const deposit = await insertDeposit(tx, services, payer, CASH);
  const row = deposit === undefined ? undefined : await findTransactionById(tx, deposit);
  if (row !== undefined) await reportCash(tx, services, row);
}
