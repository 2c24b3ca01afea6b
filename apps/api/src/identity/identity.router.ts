import {
  documentInput,
  identityDraft,
  identityState,
  sendIdentityInput,
  startedIdentityCheck,
} from "@wattle/contracts/identity";
import { screenSoon } from "../compliance/screen-customers.ts";
import { emailVerified, router } from "../procedures.ts";
import { removeDocument } from "./keep-document.ts";
import { readIdentity } from "./read-identity.ts";
import { startCheck } from "./start-check.ts";
import { saveIdentity, sendIdentity } from "./send-identity.ts";

export const identityRouter = router({
  /** The form as far as it has been typed, its uploads and its status. */
  get: emailVerified
    .meta({ token: "none" })
    .output(identityState)
    .query(({ ctx }) => readIdentity(ctx.services, ctx.user.id)),
  /** Keeps what has been typed; fields that are left out stay as they were. */
  save: emailVerified
    .meta({ token: "none", errors: ["state_conflict"] })
    .input(identityDraft)
    .output(identityState)
    .mutation(({ ctx, input }) => saveIdentity(ctx.services, ctx.user.id, input)),
  /** Sends the form to the desk. */
  send: emailVerified
    .meta({ token: "none", errors: ["state_conflict", "validation_failed"] })
    .input(sendIdentityInput)
    .output(identityState)
    .mutation(async ({ ctx, input }) => {
      const sent = await sendIdentity(ctx.services, ctx.user.id, input?.about);
      await screenSoon(ctx.services, ctx.user.id);
      return sent;
    }),
  /** Leads the customer to the identity provider, once the form is right. */
  startCheck: emailVerified
    .meta({
      token: "none",
      errors: ["state_conflict", "validation_failed", "too_many_requests", "service_unavailable"],
    })
    .output(startedIdentityCheck)
    .mutation(({ ctx }) => startCheck(ctx.services, ctx.user.id)),
  removeDocument: emailVerified
    .meta({ token: "none", errors: ["state_conflict", "not_found"] })
    .input(documentInput)
    .mutation(({ ctx, input }) => removeDocument(ctx.services, ctx.user.id, input.id)),
});
