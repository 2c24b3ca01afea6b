import { depositAccount } from "@wattle/contracts/deposit-accounts";
import { z } from "zod";
import { router, staff } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { closeDepositAccount, listDepositAccounts, setDepositAccount } from "./deposit-accounts.ts";

export const depositAccountsDeskRouter = router({
  list: staff
    .output(z.array(depositAccount))
    .query(({ ctx }) => listDepositAccounts(ctx.services.database.read)),
  set: reviewed(setDepositAccount),
  close: reviewed(closeDepositAccount),
});
