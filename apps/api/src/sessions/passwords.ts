import { hash, verify } from "@node-rs/argon2";

/** Argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2ID);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the account's. Takes as long when there is no account, so that known and unknown
 * addresses cannot be told apart by time.
 * @param stored the account's hash, or undefined when there is no account
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("a password that nobody has");
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}
