import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskeyOptions, AddedPasskey, PasskeyRequest } from "@wattle/contracts/passkeys";
import { mutate, type Called } from "./call-procedure.ts";
import type { TestClient } from "./client.ts";

/** How an authenticator, or someone between it and the server, strays from what it should do. */
export interface Straying {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userHandle?: string | null;
  /** Whether its owner gave a fingerprint, a face or a PIN; yes unless said. */
  readonly userVerified?: boolean;
  readonly crossOrigin?: boolean;
}

const FLAG_PRESENT = 1;
const FLAG_VERIFIED = 4;
const FLAG_NEW = 64;

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString("base64url");

/** An authenticator with one passkey, as WebAuthn says: ES256, no attestation, and a count of its uses. */
export class Authenticator {
  readonly origin: string;
  readonly id = base64url(randomBytes(16));
  /** How often it was used; tests set it back. */
  counter: number;
  #userHandle = base64url("no one");
  readonly #counts: boolean;
  readonly #key: KeyObject;
  readonly #cose: Buffer;

  /** @param counts whether it counts its uses; those of phones do not */
  constructor(origin: string, { counts = true } = {}) {
    this.origin = origin;
    this.#counts = counts;
    this.counter = counts ? 1 : 0;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.#key = privateKey;
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    this.#cose = Buffer.from(isoCBOR.encode(cose));
  }

  #clientData(type: string, challenge: string, straying: Straying): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: straying.type ?? type,
        challenge: straying.challenge ?? challenge,
        origin: straying.origin ?? this.origin,
        crossOrigin: straying.crossOrigin ?? false,
        ...(straying.crossOrigin === true && { topOrigin: "https://evil.example" }),
      }),
    );
  }

  #authenticatorData(rpId: string, { userVerified = true }: Straying, credential?: Buffer): Buffer {
    const flags =
      FLAG_PRESENT | (userVerified ? FLAG_VERIFIED : 0) | (credential === undefined ? 0 : FLAG_NEW);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }

  /** A browser's answer to `passkeys.registerOptions`. */
  create(options: NewPasskeyOptions, straying: Straying = {}) {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#cose]);
    const authData = this.#authenticatorData(straying.rpId ?? options.rp.id, straying, credential);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", options.challenge, straying)),
        attestationObject: base64url(Buffer.from(isoCBOR.encode(attestation))),
        transports: ["internal"],
      },
    };
  }

  /** A browser's answer to the options of a login or a confirmation. */
  answer(options: PasskeyRequest, straying: Straying = {}) {
    if (this.#counts) this.counter += 1;
    const clientData = this.#clientData("webauthn.get", options.challenge, straying);
    const authData = this.#authenticatorData(straying.rpId ?? options.rpId, straying);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#key)),
        userHandle: straying.userHandle === undefined ? this.#userHandle : straying.userHandle,
      },
    };
  }
}

/** Adds a passkey of this authenticator to the account of a client whose session is confirmed. */
export async function addPasskey(
  client: TestClient,
  device: Authenticator,
  { name, straying }: { readonly name?: string; readonly straying?: Straying } = {},
): Promise<Called<AddedPasskey>> {
  const { data: options } = await mutate<NewPasskeyOptions>(client, "passkeys.registerOptions");
  return mutate(client, "passkeys.register", { ...device.create(options, straying), name });
}
