import { router } from "../../procedures.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import { resumeNetwork } from "../ledger/networks.ts";
import { bookSpend } from "./book-spend.ts";

/** Networks that paused themselves. */
export const networksDeskRouter = router({
  resume: reviewed(resumeNetwork),
  bookSpend: reviewed(bookSpend),
});
