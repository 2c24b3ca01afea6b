import { createHmac } from "node:crypto";
import { isOptionalEmail, type OptionalEmail } from "@wattle/contracts/emails";
import { isMacOf, macOf, type Secrets } from "./mac.ts";

/** The recipient and the kind of emails that a link ends. */
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
 * @param secrets of the installation; a token is whom and what it is about, and an HMAC of that
 * @param origin the site's address, of the settings
 */
export function createUnsubscribeLinks(secrets: Secrets, origin: string): UnsubscribeLinks {
  const keyOf = (secret: string): Buffer => createHmac("sha256", secret).update("unsubscribe links").digest();
  const signing = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  return {
    urlOf({ userId, kind }) {
      const about = `${kind}.${userId}`;
      return `${origin}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(`${about}.${macOf(signing, about)}`)}`;
    },
    read(token) {
      const [kind = "", userId = "", mac = "", ...more] = token.split(".");
      if (more.length > 0 || !isMacOf(keys, `${kind}.${userId}`, mac)) return undefined;
      return isOptionalEmail(kind) ? { kind, userId } : undefined;
    },
  };
}
