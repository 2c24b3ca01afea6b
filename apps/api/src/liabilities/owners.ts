import type { Owned } from "@wattle/db/liabilities";

/** Room at first; it doubles whenever there is none left. */
const FIRST = 1024;
/** UTF-8 takes no more for a character of a text. */
const MOST_BYTES_OF_A_CHARACTER = 3;

const twice = ({ buffer }: { readonly buffer: ArrayBuffer }): ArrayBuffer =>
  buffer.transfer(2 * buffer.byteLength);

/** The identifiers of customers, in as many bytes as they have: a million texts and their objects take twice as many. */
class CustomerIds {
  #bytes = Buffer.from(new ArrayBuffer(FIRST));
  /** Offset of the end of each one's bytes. */
  #ends = new Uint32Array(FIRST);
  #count = 0;
  #last = "";
  mostBytes = 0;

  /** @returns the number of the customer, the same as before where it is the one that was added last */
  add(id: string): number {
    if (this.#count > 0 && id === this.#last) return this.#count - 1;
    const from = this.#ends[this.#count - 1] ?? 0;
    while (from + id.length * MOST_BYTES_OF_A_CHARACTER > this.#bytes.length)
      this.#bytes = Buffer.from(twice(this.#bytes));
    if (this.#count === this.#ends.length) this.#ends = new Uint32Array(twice(this.#ends));
    const length = this.#bytes.write(id, from);
    this.#ends[this.#count] = from + length;
    this.mostBytes = Math.max(this.mostBytes, length);
    this.#last = id;
    return this.#count++;
  }

  at(number: number): string {
    return this.#bytes.toString("utf8", this.#ends[number - 1] ?? 0, this.#ends[number]);
  }

  copy(number: number, into: Buffer, at: number): number {
    return this.#bytes.copy(into, at, this.#ends[number - 1] ?? 0, this.#ends[number]);
  }
}

/** Owners of one currency with their amounts, smallest units. */
export interface Owners {
  readonly count: number;
  id(owner: number): string;
  /** Writes an identifier's bytes, at most `mostIdBytes`. @returns how many */
  copyId(owner: number, into: Buffer, at: number): number;
  readonly mostIdBytes: number;
  amount(owner: number): bigint;
}

class OwnersOfCurrency implements Owners {
  readonly #ids: CustomerIds;
  #customers = new Uint32Array(FIRST);
  #amounts = new BigUint64Array(FIRST);
  count = 0;

  constructor(ids: CustomerIds) {
    this.#ids = ids;
  }

  add(customer: number, amount: bigint): void {
    if (this.count === this.#customers.length) {
      this.#customers = new Uint32Array(twice(this.#customers));
      this.#amounts = new BigUint64Array(twice(this.#amounts));
    }
    this.#customers[this.count] = customer;
    this.#amounts[this.count++] = amount;
  }

  id(owner: number): string {
    return this.#ids.at(this.#customers[owner] ?? 0);
  }

  copyId(owner: number, into: Buffer, at: number): number {
    return this.#ids.copy(this.#customers[owner] ?? 0, into, at);
  }

  get mostIdBytes(): number {
    return this.#ids.mostBytes;
  }

  amount(owner: number): bigint {
    return this.#amounts[owner] ?? 0n;
  }
}

/** All owners by currency, in order, in some fifty bytes each. @param pieces a customer's currencies come one after another */
export async function ownersByCurrency(
  pieces: AsyncIterable<readonly Owned[]> | Iterable<readonly Owned[]>,
): Promise<ReadonlyMap<string, Owners>> {
  const ids = new CustomerIds();
  const owners = new Map<string, OwnersOfCurrency>();
  for await (const piece of pieces) {
    for (const { user_id, currency, amount } of piece) {
      let of = owners.get(currency);
      if (of === undefined) owners.set(currency, (of = new OwnersOfCurrency(ids)));
      of.add(ids.add(user_id), amount);
    }
  }
  return new Map([...owners].toSorted(([a], [b]) => a.localeCompare(b)));
}
