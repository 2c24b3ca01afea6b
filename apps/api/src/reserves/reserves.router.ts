import { DomainError } from "@wattle/contracts/errors";
import { reservesDocument, type ReservesDocument } from "@wattle/contracts/reserves";
import { publishedReserveProof } from "@wattle/db/reserves";
import { guest, router } from "../procedures.ts";

export const reservesRouter = router({
  /** The last proof of reserves. */
  document: guest
    .meta({ token: "any", errors: ["not_found"] })
    .output(reservesDocument)
    .query(async ({ ctx }) => {
      const row = await publishedReserveProof(ctx.services.database.read);
      if (row?.document == null) throw new DomainError("not_found");
      return JSON.parse(row.document) as ReservesDocument;
    }),
});
