import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

/** Argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashing runs on the threads that files, name look-ups and compression share: libuv's, of which Node has four. It gets
 * half of them, so that a burst of sign-ins makes only sign-ins wait.
 */
export const HASHES_AT_ONCE = 2;
const inTurn = pLimit(HASHES_AT_ONCE);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, ARGON2ID));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the account's. Takes as long when there is no account, so that known and unknown
 * addresses cannot be distinguished by time.
 * @param stored the account's hash, or undefined when there is no account
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("a password that no one has");
  const compared = stored ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return stored !== undefined && matches;
}
