import type { Owned } from "@wattle/db/liabilities";
import { ScratchFile } from "./scratch-file.ts";

/** Bytes that are written and read at once. An identifier is much shorter. */
const CHUNK_BYTES = 64 * 1024;
/** Bytes of an amount, before the identifier. */
const AMOUNT_BYTES = 8;
/** Bytes of the length of an identifier, and of how much of a chunk is used. */
const LENGTH_BYTES = 4;

interface Owner {
  readonly id: string;
  /** Smallest units. */
  readonly amount: bigint;
}

/** Owners of one currency in order, in a file. */
export interface Owners extends Iterable<Owner> {
  readonly count: number;
}

class OwnersOfCurrency implements Owners {
  readonly #file = new ScratchFile();
  readonly #chunk = Buffer.alloc(CHUNK_BYTES);
  #used = LENGTH_BYTES;
  /** Bytes of the chunks before this one. */
  #written = 0;
  count = 0;

  add(id: string, amount: bigint): void {
    const length = Buffer.byteLength(id);
    if (this.#used + AMOUNT_BYTES + LENGTH_BYTES + length > CHUNK_BYTES) this.#flush();
    const idAt = this.#chunk.writeUInt32BE(length, this.#chunk.writeBigUInt64BE(amount, this.#used));
    this.#used = idAt + this.#chunk.write(id, idAt);
    this.count++;
  }

  #flush(): void {
    this.#chunk.writeUInt32BE(this.#used);
    this.#file.write(this.#chunk, this.#written);
    this.#written += CHUNK_BYTES;
    this.#used = LENGTH_BYTES;
  }

  *[Symbol.iterator](): Generator<Owner> {
    this.#flush();
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let from = 0; from < this.#written; from += CHUNK_BYTES) {
      this.#file.read(chunk, from);
      const used = chunk.readUInt32BE();
      for (let at = LENGTH_BYTES; at < used;) {
        const idAt = at + AMOUNT_BYTES + LENGTH_BYTES;
        const end = idAt + chunk.readUInt32BE(at + AMOUNT_BYTES);
        yield { id: chunk.toString("utf8", idAt, end), amount: chunk.readBigUInt64BE(at) };
        at = end;
      }
    }
  }

  close(): void {
    this.#file.close();
  }
}

/** All owners by currency, in order. Closing them frees their room. */
export interface OwnersByCurrency extends Iterable<readonly [currency: string, owners: Owners]> {
  get(currency: string): Owners | undefined;
  close(): void;
}

/** Reads all owners into files, one for each currency: memory does not grow with them. */
export async function ownersByCurrency(
  pieces: AsyncIterable<readonly Owned[]> | Iterable<readonly Owned[]>,
): Promise<OwnersByCurrency> {
  const owners = new Map<string, OwnersOfCurrency>();
  const close = (): void => {
    for (const of of owners.values()) of.close();
  };
  try {
    for await (const piece of pieces) {
      for (const { user_id, currency, amount } of piece) {
        let of = owners.get(currency);
        if (of === undefined) owners.set(currency, (of = new OwnersOfCurrency()));
        of.add(user_id, amount);
      }
    }
  } catch (error) {
    close();
    throw error;
  }
  const inOrder = [...owners].toSorted(([a], [b]) => a.localeCompare(b));
  return { get: (currency) => owners.get(currency), [Symbol.iterator]: () => inOrder.values(), close };
}
