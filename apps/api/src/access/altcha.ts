import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Secrets } from "./mac.ts";

/** Iterations of one guess, and how many guesses a challenge takes: together about half a second in a browser. */
const COST = 1_000;
const FEWEST_GUESSES = 200;
const MOST_GUESSES = 800;

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ expiresAt: z.number() }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
});

export type AltchaChallenge = Awaited<ReturnType<typeof createChallenge>>;

/** A solved challenge: what distinguishes it from others, and when it expires (milliseconds since 1970). */
interface Solved {
  readonly id: string;
  readonly expiresAt: number;
}

/** ALTCHA: a proof of work that this server sets and checks itself. */
export function createAltcha(secrets: Secrets) {
  const keysOf = (secret: string) => ({
    hmacSignatureSecret: `${secret} challenge`,
    hmacKeySignatureSecret: `${secret} key`,
  });
  return {
    /** @param expiresAt milliseconds since 1970 */
    challenge: (expiresAt: number): Promise<AltchaChallenge> =>
      createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: COST,
        counter: randomInt(MOST_GUESSES, FEWEST_GUESSES),
        deriveKey,
        expiresAt: Math.floor(expiresAt / 1000),
        ...keysOf(secrets[0]),
      }),
    /** Reads the widget's payload (base64 of JSON); undefined for one that is none, forged, unsolved or expired at `now`. */
    async solved(text: string, now: number): Promise<Solved | undefined> {
      const given = payload.safeParse(jsonOf(text));
      if (!given.success) return undefined;
      const { challenge, solution } = given.data;
      const expiresAt = challenge.parameters.expiresAt * 1000;
      if (expiresAt <= now) return undefined;
      for (const secret of secrets) {
        const { verified } = await verifySolution({
          challenge: challenge as unknown as AltchaChallenge,
          solution,
          deriveKey,
          ...keysOf(secret),
        });
        if (verified) return { id: `altcha ${challenge.signature}`, expiresAt };
      }
      return undefined;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}
