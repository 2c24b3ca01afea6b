import { userData } from "@wattle/contracts/accounts";
import { acceptInvitationInput, invitationToken, staffInvitation } from "@wattle/contracts/staff";
import { guest, router } from "../procedures.ts";
import { acceptInvitation, readInvitation } from "./accept-invitation.ts";
import { invitedMember } from "./invitation.ts";

/** Steps of someone who was invited to be staff. */
export const staffRouter = router({
  /** Contents of an invitation's link. */
  invitation: guest
    .meta({ token: "none", errors: ["token_invalid"] })
    .input(invitationToken)
    .output(staffInvitation)
    .query(async ({ ctx, input }) => {
      const { email, roles, expires_at } = invitedMember(await readInvitation(ctx.services, input.token));
      return { email, roles, expires_at: expires_at ?? "" };
    }),
  accept: guest
    .meta({ token: "none", errors: ["token_invalid", "email_taken", "password_common", "too_many_requests"] })
    .input(acceptInvitationInput)
    .output(userData)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
});
