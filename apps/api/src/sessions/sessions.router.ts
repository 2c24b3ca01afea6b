import { userData } from "@wattle/contracts/accounts";
import { passkeyLoginInput, passkeyRequest } from "@wattle/contracts/passkeys";
import { confirmed, confirmInput } from "@wattle/contracts/second-factor";
import {
  endedSessions,
  endSessionInput,
  loginInput,
  sessionItem,
  signInItem,
} from "@wattle/contracts/sessions";
import { readUserData } from "./user-data.ts";
import { z } from "zod";
import { guestOrBlocked, router, signedIn } from "../procedures.ts";
import { endOtherSessions, endSession, listOwnSessions, listOwnSignIns } from "./own-sessions.ts";
import { confirm, confirmOptions } from "./confirm.ts";
import { login } from "./login.ts";
import { loginWithPasskey, passkeyLoginOptions } from "./passkey-login.ts";

export const sessionsRouter = router({
  login: guestOrBlocked
    .meta({
      token: "none",
      errors: [
        "invalid_credentials",
        "second_factor_required",
        "second_factor_invalid",
        "captcha_required",
        "captcha_failed",
      ],
    })
    .input(loginInput)
    .output(userData)
    .mutation(({ ctx, input }) => login(ctx, input)),
  /** Options for a browser to log in with a passkey. */
  passkeyOptions: guestOrBlocked
    .meta({ token: "none" })
    .output(passkeyRequest)
    .mutation(({ ctx }) => passkeyLoginOptions(ctx)),
  passkeyLogin: guestOrBlocked
    .meta({ token: "none", errors: ["passkey_invalid", "invalid_credentials"] })
    .input(passkeyLoginInput)
    .output(userData)
    .mutation(({ ctx, input }) => loginWithPasskey(ctx, input)),
  logout: guestOrBlocked.meta({ token: "none" }).mutation(async ({ ctx }) => {
    if (ctx.sessionId === null) return;
    ctx.setCookie(await ctx.services.sessions.end(ctx.sessionId));
    ctx.setCookie(ctx.services.csrf.cookie(null));
    ctx.services.securityLog.note(ctx, "sign-out", ctx.user === null ? undefined : { account: ctx.user.id });
  }),
  /** The user who is signed in; null for a visitor. */
  current: guestOrBlocked
    .meta({ token: "read" })
    .output(userData.nullable())
    .query(({ ctx }) => (ctx.user === null ? null : readUserData(ctx.services, ctx.user.id))),
  /** Proves that the session's owner is there: for five minutes it may do what needs a confirmation. */
  confirm: signedIn
    .meta({
      token: "none",
      errors: [
        "invalid_credentials",
        "second_factor_required",
        "second_factor_invalid",
        "passkey_invalid",
        "too_many_requests",
      ],
    })
    .input(confirmInput)
    .output(confirmed)
    .mutation(({ ctx, input }) => confirm(ctx, ctx.user.id, input)),
  /** Options for a browser to confirm the session with one of the caller's passkeys. */
  confirmOptions: signedIn
    .meta({ token: "none", errors: ["state_conflict"] })
    .output(passkeyRequest)
    .mutation(({ ctx }) => confirmOptions(ctx, ctx.user.id)),
  /** Sessions of the caller, the last used first. */
  list: signedIn
    .meta({ token: "none" })
    .output(z.array(sessionItem))
    .query(({ ctx }) => listOwnSessions(ctx, ctx.user)),
  /** The last logins to the caller's account, and failed tries, newest first. */
  signIns: signedIn
    .meta({ token: "none" })
    .output(z.array(signInItem))
    .query(({ ctx }) => listOwnSignIns(ctx, ctx.user.id)),
  /** Signs out one of the caller's other sessions. */
  end: signedIn
    .meta({ token: "none", errors: ["not_found"] })
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endSession(ctx, ctx.user.id, input.id)),
  /** Signs out everywhere else. */
  endOthers: signedIn
    .meta({ token: "none" })
    .output(endedSessions)
    .mutation(async ({ ctx }) => ({ ended: await endOtherSessions(ctx, ctx.user.id) })),
});
