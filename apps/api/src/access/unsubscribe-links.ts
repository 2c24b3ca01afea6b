import { createHmac, timingSafeEqual } from "node:crypto";
import { isOptionalEmail, type OptionalEmail } from "@wattle/contracts/emails";

/** Whose emails of which kind a link ends. */
interface Ended {
  readonly userId: string;
  readonly kind: OptionalEmail;
}

/** Links that end one kind of email for one customer, without logging in. They expire never: an old email has one, too. */
export interface UnsubscribeLinks {
  readonly urlOf: (ended: Ended) => string;
  /** @returns undefined for a token that was not made here */
  readonly read: (token: string) => Ended | undefined;
}

export const UNSUBSCRIBE_PATH = "/emails/off";

/**
 * @param secret of the installation; a token is whom and what it is about, and an HMAC of that
 * @param origin the site's address, of the settings
 */
export function createUnsubscribeLinks(secret: string, origin: string): UnsubscribeLinks {
  const key = createHmac("sha256", secret).update("unsubscribe links").digest();
  const macOf = (about: string): Buffer => createHmac("sha256", key).update(about).digest();
  return {
    urlOf({ userId, kind }) {
      const about = `${kind}.${userId}`;
      const token = `${about}.${macOf(about).toString("base64url")}`;
      return `${origin}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
    },
    read(token) {
      const [kind = "", userId = "", mac = "", ...more] = token.split(".");
      const given = Buffer.from(mac, "base64url");
      const wanted = macOf(`${kind}.${userId}`);
      if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted))
        return undefined;
      return isOptionalEmail(kind) ? { kind, userId } : undefined;
    },
  };
}
