/**
 * Files that are encrypted while they are copied. A file is a random salt and then pieces of 64 KiB, each AES-256-GCM with its tag
 * behind it. The key of a file comes from the backup's key, the salt and the file's name; the nonce of a piece is its number, and
 * whether it is the last. So pieces that are swapped, left out or cut off, and files under another's name, do not open.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { DataKey } from "@wattle/db/sealed/data-key";

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const PIECE_BYTES = 64 * 1024;

/** Thrown for content that was not encrypted with this key under this name. */
export class DecryptError extends Error {
  override readonly name = "DecryptError";
}

const fileKey = ({ secret }: DataKey, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, `wattle backup file ${name}`, 32));

/** The number of a piece, and whether none comes after it. */
function nonceOf(place: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(place), 3);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Content in pieces of one length, of which only the last may be shorter; at least one. */
async function* inPieces(
  content: AsyncIterable<Buffer>,
  length: number,
): AsyncGenerator<{ readonly piece: Buffer; readonly last: boolean }> {
  let waiting = Buffer.alloc(0);
  for await (const part of content) {
    waiting = Buffer.concat([waiting, part]);
    // One that might be the last waits for what comes.
    while (waiting.length > length) {
      yield { piece: waiting.subarray(0, length), last: false };
      waiting = waiting.subarray(length);
    }
  }
  yield { piece: waiting, last: true };
}

async function* encrypted(
  content: AsyncIterable<Buffer>,
  key: DataKey,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield salt;
  const secret = fileKey(key, salt, name);
  let place = 0;
  for await (const { piece, last } of inPieces(content, PIECE_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", secret, nonceOf(place, last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    place += 1;
  }
}

async function* decrypted(
  content: AsyncIterable<Buffer>,
  key: DataKey,
  name: string,
): AsyncGenerator<Buffer> {
  const parts = content[Symbol.asyncIterator]();
  let begin = Buffer.alloc(0);
  while (begin.length < SALT_BYTES) {
    const next = await parts.next();
    if (next.done === true) throw new DecryptError(`${name} is cut off`);
    begin = Buffer.concat([begin, next.value]);
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield begin.subarray(SALT_BYTES);
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) yield next.value;
  }
  const secret = fileKey(key, begin.subarray(0, SALT_BYTES), name);
  let place = 0;
  for await (const { piece, last } of inPieces(rest(), PIECE_BYTES + TAG_BYTES)) {
    yield openPiece(piece, secret, nonceOf(place, last), name);
    place += 1;
  }
}

function openPiece(piece: Buffer, secret: Buffer, nonce: Buffer, name: string): Buffer {
  if (piece.length < TAG_BYTES) throw new DecryptError(`${name} is cut off`);
  const decipher = createDecipheriv("aes-256-gcm", secret, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(piece.subarray(-TAG_BYTES));
  const content = decipher.update(piece.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch (cause) {
    throw new DecryptError(`${name} does not open: another key, or it was changed or cut off`, { cause });
  }
  return content;
}

/** How a file is copied: what is read, what is written, and the name that it has in the backup. */
interface Copying {
  readonly from: string;
  readonly to: string;
  readonly key: DataKey;
  readonly name: string;
}

/** Copies a file encrypted. @throws Error as reading and writing do */
export async function encryptFile({ from, to, key, name }: Copying): Promise<void> {
  const out = createWriteStream(to, { mode: 0o600, flush: true });
  await pipeline(
    createReadStream(from),
    (content: AsyncIterable<Buffer>) => encrypted(content, key, name),
    out,
  );
}

/** Copies an encrypted file as it was. Its output counts only once this resolves. @throws DecryptError */
export async function decryptFile({ from, to, key, name }: Copying): Promise<void> {
  const out = createWriteStream(to, { mode: 0o600 });
  await pipeline(
    createReadStream(from),
    (content: AsyncIterable<Buffer>) => decrypted(content, key, name),
    out,
  );
}

/** Proof about a text that only an owner of the key can make. */
export const macOf = ({ secret }: DataKey, text: string): string =>
  createHmac("sha256", Buffer.from(hkdfSync("sha256", secret, "", "wattle backup manifest", 32)))
    .update(text)
    .digest("hex");
