import { depositAccount } from "@wattle/contracts/deposit-accounts";
import { z } from "zod";
import { anyStaff, router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { closeDepositAccount, listDepositAccounts, setDepositAccount } from "./deposit-accounts.ts";

export const depositAccountsDeskRouter = router({
  list: anyStaff
    .output(z.array(depositAccount))
    .query(({ ctx }) => listDepositAccounts(ctx.services.database.read)),
  set: reviewed(setDepositAccount),
  close: reviewed(closeDepositAccount),
});
