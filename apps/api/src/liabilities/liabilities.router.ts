import { liabilitiesDocument, ownLiabilities } from "@wattle/contracts/liabilities";
import { customer, guest, router } from "../procedures.ts";
import { ownLiabilitiesOf, publishedLiabilities } from "./read-liabilities.ts";

export const liabilitiesRouter = router({
  document: guest
    .meta({ token: "any", errors: ["not_found"] })
    .output(liabilitiesDocument)
    .query(({ ctx }) => publishedLiabilities(ctx.services)),
  mine: customer
    .meta({ token: "read", costly: "page" })
    .output(ownLiabilities)
    .query(({ ctx }) => ownLiabilitiesOf(ctx.services, ctx.user.id)),
});
