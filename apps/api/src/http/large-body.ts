import { DomainError } from "@wattle/contracts/errors";
import { inThread, isOutOfMemory } from "@wattle/db/in-thread";

/** A large body, taken apart. */
export interface LargeBody {
  /** Its JSON without what was large. */
  readonly text: string;
  /** Its `content` in UTF-8, if it has one. */
  readonly content?: Uint8Array<ArrayBuffer>;
}

/** Placeholder of the content in the text. */
export const LEFT_OUT = "(apart)";

/** A body of 101 MB, as text, as an object and as bytes. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

const ownBytes = (body: Buffer): Uint8Array<ArrayBuffer> =>
  body.buffer instanceof ArrayBuffer && body.byteLength === body.buffer.byteLength
    ? new Uint8Array(body.buffer)
    : new Uint8Array(body);

/**
 * Takes the `content` out of a JSON body in a thread. The rest is parsed and checked like every body; the content never becomes a string on
 * this thread.
 * @throws DomainError `malformed_json`, `payload_too_large`
 */
export async function takeApart(body: Buffer): Promise<LargeBody> {
  const bytes = ownBytes(body);
  try {
    const taken = await inThread<LargeBody | null>(new URL("large-body-worker.ts", import.meta.url), {
      data: bytes,
      transfer: [bytes.buffer],
      limits: LIMITS,
    });
    if (taken === null) throw new DomainError("malformed_json");
    return taken;
  } catch (failed) {
    if (isOutOfMemory(failed)) throw new DomainError("payload_too_large");
    throw failed;
  }
}
