/** The keys of `DATA_KEYS`, which encrypt sealed values. */
import { createSecretKey, randomBytes, type KeyObject } from "node:crypto";

const SECRET_BYTES = 32;
const KEY_ID = /^[A-Za-z0-9-]{1,32}$/;

export interface DataKey {
  /** Is written in front of each value that the key has sealed: letters, digits and dashes. */
  readonly id: string;
  /** 32 bytes. A `KeyObject` does not show them when it is logged or made JSON. */
  readonly secret: KeyObject;
}

/** Bytes of a base64 text; undefined if it is not written as base64 is. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  const written = bytes.toString("base64");
  return written.replace(/=+$/, "") === text.replace(/=+$/, "") ? bytes : undefined;
}

/**
 * Reads `id:base64,…`; the first key encrypts, all decrypt.
 * @throws RangeError that names what is wrong, never a key
 */
export function parseDataKeys(text: string): readonly DataKey[] {
  const keys: DataKey[] = [];
  for (const [place, part] of text.split(",").entries()) {
    const [id = "", base64, ...rest] = part.trim().split(":");
    if (!KEY_ID.test(id) || base64 === undefined || rest.length > 0) {
      throw new RangeError(`key ${place + 1} is not written as id:base64, the id in letters, digits, dashes`);
    }
    const bytes = bytesOf(base64);
    if (bytes?.length !== SECRET_BYTES) {
      throw new RangeError(`the key ${id} is not ${SECRET_BYTES} bytes in base64`);
    }
    if (keys.some((other) => other.id === id)) throw new RangeError(`the key ${id} is there twice`);
    keys.push({ id, secret: createSecretKey(bytes) });
  }
  return keys;
}

/** A new key as `DATA_KEYS` has it. Its id is random, so that keys of two installations can be distinguished. */
export function newDataKeyText(): string {
  return `k${randomBytes(4).toString("hex")}:${randomBytes(SECRET_BYTES).toString("base64")}`;
}
