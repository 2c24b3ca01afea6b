import { captchaInput, captchaPass, captchaSettings } from "@wattle/contracts/captcha";
import { guestOrBlocked, router } from "../procedures.ts";

export const captchaRouter = router({
  settings: guestOrBlocked
    .meta({ token: "none" })
    .output(captchaSettings)
    .query(({ ctx }) => ctx.services.captcha.settings),
  /** A challenge of ours, as the widget wants it. */
  challenge: guestOrBlocked
    .meta({ token: "none", errors: ["not_found"] })
    .query(({ ctx }) => ctx.services.captcha.challenge()),
  /** Exchanges a solved widget for a pass. */
  check: guestOrBlocked
    .meta({ token: "none", errors: ["captcha_failed", "service_unavailable"] })
    .input(captchaInput)
    .output(captchaPass)
    .mutation(({ ctx, input }) => ctx.services.captcha.check(input.recaptchaToken, ctx)),
});
