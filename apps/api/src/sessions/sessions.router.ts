import { userData } from "@wattle/contracts/accounts";
import { loginInput } from "@wattle/contracts/sessions";
import { readUserData } from "../accounts/user-data.ts";
import { guestOrBlocked, router } from "../procedures.ts";
import { login } from "./login.ts";

export const sessionsRouter = router({
  login: guestOrBlocked
    .meta({ token: "none", errors: ["invalid_credentials"] })
    .input(loginInput)
    .output(userData)
    .mutation(({ ctx, input }) => login(ctx, input)),
  logout: guestOrBlocked.meta({ token: "none" }).mutation(async ({ ctx }) => {
    if (ctx.sessionId === null) return;
    ctx.setCookie(await ctx.services.sessions.end(ctx.sessionId));
    ctx.setCookie(ctx.services.csrf.cookie(null));
  }),
  /** Who is signed in; null for a visitor. */
  current: guestOrBlocked
    .meta({ token: "read" })
    .output(userData.nullable())
    .query(({ ctx }) => (ctx.user === null ? null : readUserData(ctx.services, ctx.user.id))),
});
