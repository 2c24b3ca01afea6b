import { dataCopy } from "@wattle/contracts/data-export";
import { confirmed, router } from "../procedures.ts";
import { openOwnData } from "./open-data.ts";

export const dataExportRouter = router({
  /** Notes that the customer takes a copy of all data; its bytes come from `GET /api/users/data.zip`. */
  open: confirmed.customer
    .meta({ token: "none", errors: ["too_many_requests"] })
    .output(dataCopy)
    .mutation(({ ctx }) => openOwnData(ctx.services, ctx.user)),
});
