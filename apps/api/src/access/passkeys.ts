import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import type {
  NewPasskeyOptions,
  PasskeyAnswer,
  PasskeyRequest,
  RegisterPasskeyInput,
} from "@wattle/contracts/passkeys";
import type { Database, WriteTx } from "@wattle/db/database";
import { findPasskey, insertChallenge, notePasskeyUse, takeChallenge } from "@wattle/db/passkeys";
import type { Passkey, PasskeyPurpose, User } from "@wattle/db/tables";
import type { Clock, Ids } from "../clock.ts";
import type { Config } from "../config.ts";

/** So long a challenge may be answered. */
const CHALLENGE_MILLISECONDS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
/** COSE: ES256, EdDSA, RS256, which authenticators have; the first is liked most. */
const ALGORITHMS = [-7, -8, -257];

interface Parts {
  readonly config: Pick<Config, "APP_ORIGIN" | "brand">;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Purpose of an answer, and the session that asked; null for a login. */
export interface PasskeyCeremony {
  readonly purpose: PasskeyPurpose;
  readonly session: string | null;
}

/** Passkeys belong to the installation's host; a browser signs with them only on its pages (WebAuthn, "RP ID"). */
const relyingPartyId = ({ APP_ORIGIN }: Parts["config"]): string => new URL(APP_ORIGIN).hostname;

/** Gives out a challenge that counts once, for five minutes, for this ceremony. @returns base64url */
async function newChallenge(
  tx: WriteTx,
  { clock, ids }: Pick<Parts, "clock" | "ids">,
  ceremony: PasskeyCeremony,
): Promise<string> {
  const challenge = ids.token(CHALLENGE_BYTES);
  const now = BigInt(clock.now());
  await insertChallenge(tx, challenge, {
    ...ceremony,
    expires_at: now + BigInt(CHALLENGE_MILLISECONDS),
    now,
  });
  return challenge;
}

const descriptorOf = ({ credential_id: id, transports }: Passkey) => ({
  id,
  type: "public-key" as const,
  transports: JSON.parse(transports) as string[],
});

/**
 * Options for a browser to have a challenge signed.
 * @param allowed the passkeys that will do; none if any passkey of this installation will do
 */
export async function passkeyRequest(
  tx: WriteTx,
  parts: Pick<Parts, "config" | "clock" | "ids">,
  ceremony: PasskeyCeremony,
  allowed: readonly Passkey[] = [],
): Promise<PasskeyRequest> {
  return {
    challenge: await newChallenge(tx, parts, ceremony),
    timeout: CHALLENGE_MILLISECONDS,
    rpId: relyingPartyId(parts.config),
    allowCredentials: allowed.map(descriptorOf),
    userVerification: "required",
  };
}

/** Options for a browser to make a passkey of an account. It is kept by the authenticator, with the account's name. */
export async function newPasskeyOptions(
  tx: WriteTx,
  parts: Pick<Parts, "config" | "clock" | "ids">,
  ceremony: PasskeyCeremony,
  {
    user,
    has,
  }: { readonly user: Pick<User, "id" | "email" | "first_name">; readonly has: readonly Passkey[] },
): Promise<NewPasskeyOptions> {
  return {
    challenge: await newChallenge(tx, parts, ceremony),
    timeout: CHALLENGE_MILLISECONDS,
    rp: { id: relyingPartyId(parts.config), name: parts.config.brand.name },
    user: {
      id: Buffer.from(user.id).toString("base64url"),
      name: user.email,
      displayName: user.first_name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: has.map(descriptorOf),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** The challenge that an answer says it signed; undefined if it is no answer, or one from within another site's page. */
function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as {
      readonly challenge?: unknown;
      readonly crossOrigin?: unknown;
    } | null;
    return typeof data?.challenge === "string" && data.crossOrigin !== true ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Uses the challenge of an answer up, whatever else is wrong with the answer. @returns undefined if it is not of this ceremony */
async function takeAnswered(
  { database, clock }: Pick<Parts, "database" | "clock">,
  clientDataJSON: string,
  { purpose, session }: PasskeyCeremony,
): Promise<string | undefined> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge === undefined) return undefined;
  const now = BigInt(clock.now());
  const taken = await database.write((tx) => takeChallenge(tx, challenge, { purpose, session }, now));
  return taken ? challenge : undefined;
}

const expectations = ({ config }: Pick<Parts, "config">, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: config.APP_ORIGIN,
  expectedRPID: relyingPartyId(config),
  requireUserVerification: true,
});

/** Whether the authenticator says that the passkey is that of its owner. One that was told which to use may leave it out. */
const namesOwner = (userHandle: string | null | undefined, { user_id: owner }: Passkey): boolean =>
  userHandle !== null &&
  userHandle !== undefined &&
  Buffer.from(userHandle, "base64url").toString() === owner;

/**
 * Checks an answer by a passkey and uses its challenge up: origin, host, signature, that its owner was verified by the
 * authenticator, and that the authenticator's count has gone up.
 * @param owner whose passkey it must be; anyone's if it is left out, and then the answer says whose
 * @returns the passkey; undefined for an answer that proves nothing
 */
export async function checkPasskey(
  parts: Pick<Parts, "config" | "database" | "clock">,
  answer: PasskeyAnswer,
  ceremony: PasskeyCeremony,
  owner?: string,
): Promise<Passkey | undefined> {
  const { database, clock } = parts;
  const challenge = await takeAnswered(parts, answer.response.clientDataJSON, ceremony);
  const passkey = await findPasskey(database.read, answer.id);
  if (challenge === undefined || passkey === undefined) return undefined;
  const { userHandle } = answer.response;
  const isOwners =
    owner === undefined
      ? namesOwner(userHandle, passkey)
      : passkey.user_id === owner && (userHandle == null || namesOwner(userHandle, passkey));
  if (!isOwners) return undefined;
  const counter = await signedCount(parts, answer, { challenge, passkey });
  if (counter === undefined) return undefined;
  const at = BigInt(clock.now());
  return (await database.write((tx) => notePasskeyUse(tx, passkey.id, { counter, at })))
    ? passkey
    : undefined;
}

/** The authenticator's count in an answer that was signed as it must be; undefined for any other. */
async function signedCount(
  parts: Pick<Parts, "config">,
  { id, rawId, type, response }: PasskeyAnswer,
  { challenge, passkey }: { readonly challenge: string; readonly passkey: Passkey },
): Promise<bigint | undefined> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const { credential_id: credentialId, public_key: publicKey, counter: last } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectations(parts, challenge),
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        counter: Number(last),
      },
    });
    return verified ? BigInt(authenticationInfo.newCounter) : undefined;
  } catch {
    // Every way to be wrong is one and the same to the one who asks.
    return undefined;
  }
}

/** Kept parts of a passkey that an authenticator has made. */
export type MadePasskey = Pick<Passkey, "credential_id" | "public_key" | "counter" | "transports">;

/**
 * Checks a browser's answer with a new passkey and uses its challenge up.
 * @returns what is kept of it; undefined for an answer that proves nothing
 */
export async function checkNewPasskey(
  parts: Pick<Parts, "config" | "database" | "clock">,
  { id, rawId, type, response }: RegisterPasskeyInput,
  ceremony: PasskeyCeremony,
): Promise<MadePasskey | undefined> {
  const { clientDataJSON, attestationObject, transports } = response;
  const challenge = await takeAnswered(parts, clientDataJSON, ceremony);
  if (challenge === undefined) return undefined;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expectations(parts, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
    });
    if (registrationInfo === undefined) return undefined;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: BigInt(credential.counter),
      transports: JSON.stringify(transports ?? []),
    };
  } catch {
    return undefined;
  }
}
