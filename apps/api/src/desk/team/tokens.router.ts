import { DomainError } from "@wattle/contracts/errors";
import { id } from "@wattle/contracts/ids";
import { createdServiceToken, serviceTokenInput, serviceTokenItem } from "@wattle/contracts/tokens";
import { listServiceTokens, revokeServiceToken } from "@wattle/db/tokens";
import { z } from "zod";
import type { SignedInUser } from "../../access/admission.ts";
import { anyStaff, confirmed, router } from "../../procedures.ts";
import { byHand } from "../approvals/reviewed-act.ts";
import { createServiceToken, serviceTokenItemOf } from "../../tokens/create-token.ts";
import { recordAct } from "../../audit/record-act.ts";

/** The owner whose tokens someone sees and revokes: null for an admin, who sees everyone's; others see their own. */
const reachOf = ({ id: own, roles }: SignedInUser): string | null => (roles.includes("admin") ? null : own);

/**
 * Service tokens for internal tools. No token reaches these calls: one token does not make another.
 * @param callable names of the procedures that a service token may be made for
 */
export const tokensDeskRouter = (callable: readonly string[]) =>
  router({
    list: anyStaff
      .meta({ token: "none" })
      .output(z.array(serviceTokenItem))
      .query(async ({ ctx }) => {
        const rows = await listServiceTokens(ctx.services.database.read, reachOf(ctx.user));
        return rows.map((row) => serviceTokenItemOf(row, row.created_by));
      }),
    create: byHand(
      confirmed.anyStaff
        .meta({ token: "none" })
        .input(serviceTokenInput)
        .output(createdServiceToken)
        .mutation(({ ctx, input }) => createServiceToken(ctx, ctx.user, input, callable)),
    ),
    revoke: byHand(
      anyStaff
        .meta({ token: "none", errors: ["not_found"] })
        .input(z.object({ id }))
        .mutation(async ({ ctx, input }) => {
          const { clock, database, securityLog } = ctx.services;
          await database.write(async (tx) => {
            if (!(await revokeServiceToken(tx, reachOf(ctx.user), input.id, BigInt(clock.now()))))
              throw new DomainError("not_found");
            await recordAct(tx, ctx.services, ctx.user, { action: "token.revoked", subject: input.id });
          });
          securityLog.note(ctx, "token-revoked", { account: ctx.user.id }, { token: input.id });
        }),
    ),
  });
