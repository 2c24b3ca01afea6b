import { DomainError } from "@wattle/contracts/errors";
import type { CaptchaPass, CaptchaSettings } from "@wattle/contracts/captcha";
import { spendCaptcha } from "@wattle/db/captchas";
import type { Database } from "@wattle/db/database";
import type { FastifyBaseLogger } from "fastify";
import { isoTime, type Clock, type Ids } from "../clock.ts";
import type { Config } from "../config.ts";
import { createAltcha, type AltchaChallenge } from "./altcha.ts";
import type { Secrets } from "./mac.ts";
import { readPass, signPass } from "./pass.ts";
import { recaptchaHolds, RecaptchaUnavailableError } from "./recaptcha.ts";

/** The cookie that carries a pass for clients that keep cookies. */
const CAPTCHA_COOKIE = "captcha_pass";

const PASS_MILLISECONDS = 10 * 60_000;
const CHALLENGE_MILLISECONDS = 10 * 60_000;

/** Client data of a call that needs a captcha. */
interface Caller {
  readonly cookie: (name: string) => string | undefined;
  setCookie(value: string): void;
}

/**
 * The captcha in two steps, so that any client can take them: a solved widget is exchanged for a pass at
 * `POST /api/captcha`, and the pass opens one call within ten minutes. The pass is answered (for the call's `captcha`
 * field) and set as a cookie (for clients that just go on). It is bound to nothing but its signature: an address may
 * change between the two steps, and the one who solved the widget may spend the pass once.
 */
export interface Captcha {
  readonly settings: CaptchaSettings;
  /** @throws DomainError `not_found` if the provider has no challenges of ours */
  challenge(): Promise<AltchaChallenge>;
  /**
   * Checks what the widget gave. A solved challenge counts once.
   * @throws DomainError `captcha_failed`; `service_unavailable` if the provider gives no answer
   */
  check(token: string, caller: Caller & { readonly ip: string }): Promise<CaptchaPass>;
  /**
   * Uses up the caller's pass, of the field or else of the cookie.
   * @throws DomainError `captcha_required` without one, `captcha_failed` for one that is forged, used or too old
   */
  require(field: string | null | undefined, caller: Caller): Promise<void>;
}

interface CaptchaOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: FastifyBaseLogger;
  readonly secrets: Secrets;
}

export function createCaptcha({ config, database, clock, ids, log, secrets }: CaptchaOptions): Captcha {
  const provider = config.CAPTCHA_PROVIDER;
  const altcha = createAltcha(secrets);
  const secure = config.APP_ORIGIN.startsWith("https:");

  const cookieText = (value: string, maxAge: number): string =>
    `${CAPTCHA_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? "; Secure" : ""}`;

  async function isSolved(token: string, ip: string): Promise<boolean> {
    const now = clock.now();
    switch (provider) {
      case "none":
        return true;
      case "altcha": {
        const solved = await altcha.solved(token, now);
        if (solved === undefined) return false;
        return spendCaptcha(database, {
          id: solved.id,
          expiresAt: BigInt(solved.expiresAt),
          now: BigInt(now),
        });
      }
      case "recaptcha":
        try {
          return await recaptchaHolds(token, {
            url: config.RECAPTCHA_URL,
            secret: config.RECAPTCHA_SECRET_KEY ?? "",
            ip,
          });
        } catch (error) {
          if (!(error instanceof RecaptchaUnavailableError)) throw error;
          log.error({ err: error }, "reCAPTCHA gave no answer");
          throw new DomainError("service_unavailable");
        }
    }
  }

  return {
    settings: {
      provider,
      site_key: provider === "recaptcha" ? (config.RECAPTCHA_SITE_KEY ?? null) : null,
    },
    async challenge() {
      if (provider !== "altcha") throw new DomainError("not_found");
      return altcha.challenge(clock.now() + CHALLENGE_MILLISECONDS);
    },
    async check(token, caller) {
      if (!(await isSolved(token, caller.ip))) throw DomainError.at("recaptchaToken", "captcha_failed");
      const expiresAt = clock.now() + PASS_MILLISECONDS;
      const pass = signPass(secrets, { id: ids.token(16), expiresAt });
      caller.setCookie(cookieText(pass, PASS_MILLISECONDS / 1000));
      return { pass, expires_at: isoTime(expiresAt) };
    },
    async require(field, caller) {
      if (provider === "none") return;
      const text = field || caller.cookie(CAPTCHA_COOKIE);
      if (!text) throw DomainError.at("captcha", "captcha_required");
      caller.setCookie(cookieText("", 0));
      const pass = readPass(secrets, text);
      const now = clock.now();
      if (pass === undefined || pass.expiresAt <= now) throw DomainError.at("captcha", "captcha_failed");
      const { id, expiresAt } = pass;
      const fresh = await spendCaptcha(database, {
        id: `pass ${id}`,
        expiresAt: BigInt(expiresAt),
        now: BigInt(now),
      });
      if (!fresh) throw DomainError.at("captcha", "captcha_failed");
    },
  };
}
