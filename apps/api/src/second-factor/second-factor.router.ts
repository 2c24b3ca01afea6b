import {
  recoveryCodes,
  secondFactorStatus,
  totpConfirmInput,
  totpSecret,
} from "@wattle/contracts/second-factor";
import { confirmed, router, signedIn } from "../procedures.ts";
import { beginTotp, confirmTotp, disableTotp, readStatus, renewRecoveryCodes } from "./set-up.ts";

/** Two-step login by an authenticator app, with recovery codes. */
export const secondFactorRouter = router({
  status: signedIn
    .meta({ token: "none" })
    .output(secondFactorStatus)
    .query(({ ctx }) => readStatus(ctx, ctx.user)),
  totpBegin: confirmed.signedIn
    .meta({ token: "none", errors: ["state_conflict"] })
    .output(totpSecret)
    .mutation(({ ctx }) => beginTotp(ctx, ctx.user.id)),
  totpConfirm: confirmed.signedIn
    .meta({ token: "none", errors: ["second_factor_invalid", "state_conflict", "too_many_requests"] })
    .input(totpConfirmInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmTotp(ctx, ctx.user.id, input.code)),
  disable: confirmed.signedIn
    .meta({ token: "none", errors: ["state_conflict"] })
    .mutation(({ ctx }) => disableTotp(ctx, ctx.user.id)),
  newRecoveryCodes: confirmed.signedIn
    .meta({ token: "none", errors: ["state_conflict"] })
    .output(recoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx, ctx.user.id)),
});
