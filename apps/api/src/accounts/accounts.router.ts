import { userData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { id } from "@wattle/contracts/ids";
import { z } from "zod";
import { router, signedInOrBlocked } from "../procedures.ts";
import { readUserData } from "./user-data.ts";

export const accountsRouter = router({
  /** The caller's own account; any other identifier is answered like one that does not exist. */
  get: signedInOrBlocked
    .meta({ token: "read", errors: ["not_found"] })
    .input(z.object({ id }))
    .output(userData)
    .query(({ ctx, input }) => {
      if (input.id !== ctx.user.id) throw new DomainError("not_found");
      return readUserData(ctx.services, ctx.user.id);
    }),
});
