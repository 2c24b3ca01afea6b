/**
 * Encryption at rest: AES-256-GCM with a fresh random 96-bit nonce for each value. The value's place is authenticated
 * with it, so that a ciphertext moved to another row or column does not open.
 *
 * A value of a column is `v1.<key id>.<nonce>.<ciphertext and tag>`, both parts base64url. A file is
 * `WATTLE1\n`, a byte with the length of the key id, the key id, nonce, tag, ciphertext.
 */
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from "node:crypto";
import type { DataKey } from "./data-key.ts";
import type { Sealed, SealedColumn } from "./sealed-columns.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED_TEXT = /^v1\.([A-Za-z0-9-]{1,32})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;
const FILE_MAGIC = Buffer.from("WATTLE1\n");
/** More than any sealed file has before its ciphertext. */
export const FILE_HEAD_BYTES = 128;

/** A value that cannot be opened. The message says where it is, never what it is. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/** Bytes of a base64url text that is written the one canonical way. */
function canonicalBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

/** Prefix of a column's value once the key of that id has sealed it. */
export const sealedPrefix = (keyId: string): string => `v1.${keyId}.`;

/** The id of the key that sealed a text, or a file whose first `FILE_HEAD_BYTES` are given; undefined if it is not sealed. */
export function sealingKeyOf(value: string | Buffer): string | undefined {
  if (typeof value === "string") return SEALED_TEXT.exec(value)?.[1];
  return readFileHead(value)?.keyId;
}

function readFileHead(bytes: Buffer): { keyId: string; head: Buffer } | undefined {
  const idAt = FILE_MAGIC.length + 1;
  if (bytes.length < idAt || !bytes.subarray(0, FILE_MAGIC.length).equals(FILE_MAGIC)) return undefined;
  const end = idAt + (bytes[FILE_MAGIC.length] ?? 0);
  return { keyId: bytes.toString("latin1", idAt, end), head: bytes.subarray(0, end) };
}

/** Seals and opens by the keys of an installation. */
export class Vault {
  /** The id of the key that seals. */
  readonly keyId: string;
  readonly #keys: ReadonlyMap<string, KeyObject>;

  /** @throws RangeError without any key */
  constructor(keys: readonly DataKey[]) {
    const [first] = keys;
    if (first === undefined) throw new RangeError("a vault needs a key");
    this.keyId = first.id;
    this.#keys = new Map(keys.map(({ id, secret }) => [id, secret]));
  }

  /** Ids of all keys, the one that seals first. */
  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Whether a value was sealed with a key that is not there. */
  lacksKeyOf(sealed: Sealed<SealedColumn>): boolean {
    const id = sealingKeyOf(sealed as unknown as string);
    return id !== undefined && !this.#keys.has(id);
  }

  /** Seals a text for a column of the row that `row` names. */
  seal<C extends SealedColumn>(column: C, row: string, plain: string): Sealed<C>;
  seal<C extends SealedColumn>(column: C, row: string, plain: string | null): Sealed<C> | null;
  seal<C extends SealedColumn>(column: C, row: string, plain: string | null): Sealed<C> | null {
    // The brand is only for the compiler: in the database it is text.
    return plain === null ? null : (this.sealText(column, row, plain) as unknown as Sealed<C>);
  }

  /**
   * The text that was sealed for this column of this row.
   * @throws SealError if it was changed, moved, cut off, or sealed with a key that is not there
   */
  open<C extends SealedColumn>(column: C, row: string, sealed: Sealed<NoInfer<C>>): string;
  open<C extends SealedColumn>(column: C, row: string, sealed: Sealed<NoInfer<C>> | null): string | null;
  open<C extends SealedColumn>(column: C, row: string, sealed: Sealed<NoInfer<C>> | null): string | null {
    return sealed === null ? null : this.openText(column, row, sealed as unknown as string);
  }

  /** As `seal`, for places that are no sealed column of a table. */
  sealText(place: string, row: string, plain: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keyOf(this.keyId, place, row), nonce);
    cipher.setAAD(Buffer.from(`${sealedPrefix(this.keyId)}\0${place}\0${row}`));
    const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `${sealedPrefix(this.keyId)}${nonce.toString("base64url")}.${sealed.toString("base64url")}`;
  }

  /** As `open`, for places that are no sealed column of a table. @throws SealError */
  openText(place: string, row: string, sealed: string): string {
    const [, keyId = "", nonceText = "", text = ""] = SEALED_TEXT.exec(sealed) ?? [];
    const nonce = canonicalBytes(nonceText);
    const bytes = canonicalBytes(text);
    if (keyId === "" || nonce === undefined || bytes === undefined) {
      throw new SealError(`${place} of ${row} is not a sealed value`);
    }
    const decipher = createDecipheriv(ALGORITHM, this.#keyOf(keyId, place, row), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`${sealedPrefix(keyId)}\0${place}\0${row}`));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        "utf8",
      );
    } catch (cause) {
      throw new SealError(`${place} of ${row} was changed, or belongs elsewhere`, { cause });
    }
  }

  /** Seals the content of the document that `id` names. */
  sealFile(id: string, content: Buffer): Buffer {
    const head = Buffer.concat([FILE_MAGIC, Buffer.from([this.keyId.length]), Buffer.from(this.keyId)]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keyOf(this.keyId, "document", id), nonce);
    cipher.setAAD(Buffer.concat([head, Buffer.from(`\0document\0${id}`)]));
    const sealed = cipher.update(content);
    cipher.final();
    return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
  }

  /** The content of a sealed document. @throws SealError as `open` */
  openFile(id: string, bytes: Buffer): Buffer {
    const found = readFileHead(bytes);
    if (found === undefined) throw new SealError(`the document ${id} is not a sealed file`);
    const { keyId, head } = found;
    const sealedAt = head.length + NONCE_BYTES + TAG_BYTES;
    if (bytes.length < sealedAt) throw new SealError(`the document ${id} is cut off`);
    const nonce = bytes.subarray(head.length, head.length + NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.#keyOf(keyId, "document", id), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.concat([head, Buffer.from(`\0document\0${id}`)]));
    decipher.setAuthTag(bytes.subarray(head.length + NONCE_BYTES, sealedAt));
    try {
      const content = decipher.update(bytes.subarray(sealedAt));
      decipher.final();
      return content;
    } catch (cause) {
      throw new SealError(`the document ${id} was changed, or belongs elsewhere`, { cause });
    }
  }

  #keyOf(keyId: string, place: string, row: string): KeyObject {
    const key = this.#keys.get(keyId);
    if (key === undefined) {
      throw new SealError(
        `${place} of ${row} is sealed with the key ${keyId}, which DATA_KEYS does not have`,
      );
    }
    return key;
  }
}
