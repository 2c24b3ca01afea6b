import { linkInput, messageAnswer } from "@wattle/contracts/accounts";
import { recoveryInput } from "@wattle/contracts/recoveries";
import { guestOrBlocked, router } from "../procedures.ts";
import { requestRecovery } from "./request-recovery.ts";
import { stopRecovery } from "./stop-recovery.ts";

/** Steps of a customer who lost the second factor; the photo itself is `POST /api/recovery/photo`. */
export const recoveryRouter = router({
  request: guestOrBlocked
    .meta({
      token: "none",
      errors: [
        "invalid_credentials",
        "too_many_requests",
        "captcha_required",
        "captcha_failed",
        "forbidden",
        "state_conflict",
      ],
    })
    .input(recoveryInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => requestRecovery(ctx, input)),
  stop: guestOrBlocked
    .meta({ token: "none", errors: ["token_invalid", "too_many_requests"] })
    .input(linkInput)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => stopRecovery(ctx, input.token)),
});
